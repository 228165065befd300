import GoldenStoreCoreData
import GoldenStoreFormat
import Testing

struct PredicateCheckTests {
  @Test(arguments: [
    "SELF.price < 12 AND (SELF.category=$FETCH_SOURCE)",
    "booleanAttribute = YES",
    "booleanAttribute == 1 AND floatAttribute > 5",
    "length >= 3",
    "SELF MATCHES '[a-z]+'",
    "name BEGINSWITH[cd] \"a\" OR name LIKE '*b'",
    "age BETWEEN {1, 5}",
    "kind IN {1, 2}",
    "name IN[c] {'a', 'b'}",
    "name CONTAINS 'x'",
    "ANY pets.name == 'Rex'",
    "pets.@count > 2",
    "size > 3",
    "first == nil",
    "count:(pets) == 0",
    "NOT (name == nil)",
    "owner == $FETCH_SOURCE.keeper",
    "born < CAST(3.5, \"NSDate\")",
  ])
  func whatFoundationTakesIsRead(_ text: String) throws {
    #expect("\(try PredicateCheck.predicate(text))".isEmpty == false)
  }

  /// On every one of these Foundation raises an exception: when a text is parsed, when a predicate
  /// is made of its parts, or when it is evaluated.
  @Test(arguments: [
    ("name ==", "a predicate that ends too early"),
    ("name == 'a", "a text without end in a predicate"),
    ("name == %@", "'%' in a predicate"),
    ("TRUEPREDICATE", "'TRUEPREDICATE' in a predicate"),
    ("SUBQUERY(pets, $x, $x.age > 1).@count > 0", "'SUBQUERY' in a predicate"),
    ("name <[c] 'a'", "operator '<[c]'"),
    ("name ==[l] 'a'", "operator '==[l]'"),
    ("age BETWEEN {1}", "'BETWEEN' with {1}"),
    ("age BETWEEN 3", "'BETWEEN' with 3"),
    ("age IN 3", "'IN' with 3"),
    ("3 CONTAINS age", "'CONTAINS' with 3"),
    ("name LIKE 3", "'LIKE' with 3"),
    ("name MATCHES nil", "'MATCHES' with nil"),
    ("name MATCHES '('", "the regular expression '('"),
    ("median:(a, b) == 1", "function 'median:' with 2 arguments"),
    ("system:('x') == 1", "function 'system:' with 1 arguments"),
    ("a..b == 1", "the key path 'a..b'"),
    (".a == 1", "the key path '.a'"),
    ("a. == 1", "the key path 'a.'"),
    ("@count == 1", "the key path '@count'"),
    ("a.@evil == 1", "the key path 'a.@evil'"),
    ("$x.size == 1", "the key path '$x.size'"),
    ("$x.@count == 1", "the key path '$x.@count'"),
    ("$x.a.@count == 1", "the key path '$x.a.@count'"),
    ("a == 1 AND a..b == 2", "the key path 'a..b'"),
    ("NOT a..b == 2", "the key path 'a..b'"),
    ("a == b..c", "the key path 'b..c'"),
  ])
  func whatFoundationRaisesOnIsRefused(_ text: String, _ feature: String) {
    let error = #expect(throws: PredicateProblem.self) { try PredicateCheck.predicate(text) }
    #expect(error?.feature == feature)
  }

  @Test(arguments: [
    ("pages.@sum", "the key path 'pages.@sum'", true),
    ("count:(pages)", "", true),
    ("now()", "", true),
    ("add:to:(a, 1)", "", true),
    ("now:(a)", "function 'now:' with 1 arguments", false),
    ("FUNCTION(a, 'b')", "'FUNCTION' in a predicate", false),
    ("{1, a..b}", "the key path 'a..b'", false),
  ])
  func expressionsAreCheckedToo(_ text: String, _ feature: String, _ isRead: Bool) {
    if isRead {
      #expect(throws: Never.self) { try PredicateCheck.expression(text) }
    } else {
      let error = #expect(throws: PredicateProblem.self) { try PredicateCheck.expression(text) }
      #expect(error?.feature == feature)
    }
  }
}
