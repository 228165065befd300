import GoldenStoreFormat
import Testing

/// The grammar of predicates and expressions, and the form in which Core Data prints them.
struct PredicateTextTests {
  @Test(
    "a predicate is printed as Core Data prints it",
    arguments: [
      ("a=1", "a == 1"), ("a<>nil", "a != nil"), ("a =< 1.5", "a <= 1.5"), ("a => -2", "a >= -2"),
      ("isRead == YES", "isRead == 1"), ("isRead == false", "isRead == 0"),
      ("a == 1 && b == 2 and c == 3", "a == 1 AND b == 2 AND c == 3"),
      ("a == 1 || b == 2 && c == 3", "a == 1 OR (b == 2 AND c == 3)"),
      ("(a == 1 OR b == 2) AND c == 3", "(a == 1 OR b == 2) AND c == 3"),
      ("((a == 1))", "a == 1"), ("NOT a == 1", "NOT a == 1"),
      (
        "!(a == 1 AND b == 2)",
        "NOT (a == 1 AND b == 2)"
      ),
      (
        "SELF.price < 12 AND (SELF.category=$FETCH_SOURCE)",
        "price < 12 AND category == $FETCH_SOURCE"
      ),
      ("alias == $FETCH_SOURCE.alias", "alias == $FETCH_SOURCE.alias"),
      (
        "comment contains[c] $FETCHED_PROPERTY.userInfo.search",
        "comment CONTAINS[c] $FETCHED_PROPERTY.userInfo.search"
      ),
      ("name beginswith[dc] 'it\\'s'", "name BEGINSWITH[cd] \"it's\""),
      ("SELF MATCHES \"a\\\\d\"", "SELF MATCHES \"a\\\\d\""),
      ("age BETWEEN { 1 , 10 }", "age BETWEEN {1, 10}"), ("age in {1,2,3}", "age IN {1, 2, 3}"),
      ("any tags.name == \"x\"", "ANY tags.name == \"x\""), ("some a.b > 1", "ANY a.b > 1"),
      ("ALL a.b > 1", "ALL a.b > 1"), ("pages.@count > 0", "pages.@count > 0"),
      ("length:(name) > 3", "length:(name) > 3"),
      (
        "born < CAST(12.5, \"NSDate\")",
        "born < CAST(12.5, \"NSDate\")"
      ),
      ("a == 1e-05", "a == 1e-05"), ("a == \"\u{301}\"", "a == \"\u{301}\""),
    ])
  func prints(_ text: String, _ printed: String) throws {
    let predicate = try PredicateText(text)
    #expect(predicate.description == printed)
    #expect(try PredicateText(printed) == predicate)
  }

  @Test(
    "an expression is printed as Core Data prints it",
    arguments: [
      ("count:( pages )", "count:(pages)"), ("now()", "now()"), ("a.b", "a.b"), ("self", "SELF"),
      ("max:(count:(a), 2)", "max:(count:(a), 2)"), ("$x", "$x"), ("{a, 'b'}", "{a, \"b\"}"),
    ])
  func printsExpressions(_ text: String, _ printed: String) throws {
    let expression = try PredicateExpression(text)
    #expect(expression.description == printed)
    #expect(try PredicateExpression(printed) == expression)
  }

  @Test(
    "what the grammar does not have is refused with the part in question",
    arguments: [
      ("", "a predicate that ends too early"), ("a ==", "a predicate that ends too early"),
      ("a", "a predicate that ends too early"), ("a == 1 b", "'b' in a predicate"),
      ("(a == 1", "a predicate that ends too early"), ("a == 12x", "constant '12x'"),
      ("a == 99999999999999999999", "constant '99999999999999999999'"),
      ("a == 1e999", "constant '1e999'"), ("a == 0x1e2", "constant '0x1e2'"),
      ("a #= 1", "'#' in a predicate"), ("a == 'x", "a text without end in a predicate"),
      ("a == 'x\\n'", "an escape in the text of a predicate"),
      ("a ==[x] 1", "'x' in a predicate"),
      ("SUBQUERY(a, $x, $x == 1)", "'SUBQUERY' in a predicate"),
      ("TRUEPREDICATE", "'TRUEPREDICATE' in a predicate"), ("NONE a == 1", "'NONE' in a predicate"),
      ("count:() == 1", "'count:' with 0 arguments in a predicate"),
      ("now(1) == 1", "'now' with 1 arguments in a predicate"), ("a: == 1", "'a:' in a predicate"),
      (String(repeating: "(", count: 100_000) + "a == 1", "too many parentheses"),
      (
        String(repeating: "!", count: 1) + String(repeating: " NOT", count: 100_000),
        "too many negations"
      ),
      ("a == " + String(repeating: "{", count: 100_000), "too many parentheses"),
    ])
  func refuses(_ text: String, _ feature: String) {
    #expect(throws: PredicateProblem(feature: feature)) { try PredicateText(text) }
  }
}
