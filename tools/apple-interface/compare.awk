# Compares the declarations in 'CoreData' and 'SwiftData' with the list of facts that they name their
# lines of, and counts them: awk -f compare.awk -v ios=15.0 -v macos=12.3 [FACTS] DECLARATIONS...
# Without -v facts=1 no file is the list, and only the form of the comments is checked. Written for
# the awk of Debian, which knows no intervals and no word boundaries.

function problem(text) {
  print FILENAME ":" FNR ": " text
  problems++
}

# Whether 'word' stands in 'text' with no letter, digit or underscore beside it.
function has_word(text, word,    at, before, after) {
  while ((at = index(text, word)) > 0) {
    before = at > 1 ? substr(text, at - 1, 1) : " "
    after = substr(text, at + length(word), 1)
    if (before !~ /[A-Za-z0-9_]/ && after !~ /[A-Za-z0-9_]/) return 1
    text = substr(text, at + length(word))
  }
  return 0
}

# A version as a number that can be compared: 12.3 is 12003.
function number(version,    parts) {
  split(version, parts, ".")
  return parts[1] * 1000 + parts[2]
}

# Whether something of 'availability', such as '17.0/14.0', is there wherever 'other' is.
function not_later(availability, other,    a, b) {
  split(availability, a, "/")
  split(other, b, "/")
  if (availability ~ /unavailable/) return availability == other
  return number(a[1]) <= number(b[1]) && number(a[2]) <= number(b[2])
}

# The first availability in a text, or nothing.
function availability_in(text) {
  if (match(text, /[0-9]+\.[0-9]+\/(unavailable|[0-9]+\.[0-9]+)/))
    return substr(text, RSTART, RLENGTH)
  if (match(text, /macOS [0-9]+\.[0-9]+ only/))
    return "unavailable/" substr(text, RSTART + 6, RLENGTH - 11)
  return ""
}

# The part of a line that says something of one name: of a list, the name's own item.
function part_about(line, name,    parts, count, i) {
  if (line !~ /^\/\/  /) return line
  count = split(line, parts, /[;,]/)
  for (i = 1; i <= count; i++) if (has_word(parts[i], name)) return parts[i]
  return line
}

# A class about which a line says nothing has the availability of its first member.
function fact_availability(line, name,    found) {
  if (line ~ /^\/\/ == / && availability_in(line) == "") line = fact[api + 1]
  if (line ~ /^\|/ || line ~ /^None has/) return "0.0/0.0"
  found = availability_in(part_about(line, name))
  if (found == "") found = availability_in(line)
  return found == "" ? "0.0/0.0" : found
}

# What is left of a declaration when its form doesn't matter.
function signature(text) {
  gsub(/@(preconcurrency|discardableResult|objc|NSCopying)/, "", text)
  gsub(/unowned\(unsafe\)/, "", text)
  gsub(/(^|[ \t])(open|public|override|final|convenience|dynamic|weak)[ \t]/, " ", text)
  # Twice, since neighbours share a space.
  gsub(/(^|[ \t])(open|public|override|final|convenience|dynamic|weak)[ \t]/, " ", text)
  gsub(/[ \t]/, "", text)
  sub(/{}?$/, "", text)
  return text
}

# MARK: The list of facts

facts && FNR == NR {
  fact[FNR] = $0
  if ($0 ~ /^\/\/ == /) {
    owner = $0
    sub(/^\/\/ == ((class|struct|extension) )?/, "", owner)
    sub(/[^A-Za-z].*$/, "", owner)
  } else if ($0 ~ /^##/) owner = ""
  # What lists belong to is said in the line itself.
  owners[FNR] = $0 ~ /^\/\/ == / || $0 ~ /^[a-z@]/ ? owner : ""
  next
}

# MARK: The declarations

FNR == 1 {
  depth = 0
  sdk26 = 0
}

{
  line = $0
  sub(/^[ \t]+/, "", line)
}

line == "" {
  finish()
  api = ""
  witnesses = 0
  next
}
line ~ /^\/\/ API / {
  finish()
  api = line
  sub(/^\/\/ API /, "", api)
  unconfirmed = sub(/, unconfirmed$/, "", api)
  if (api !~ /^[0-9]+$/) problem("'" line "' is not of the form '// API 31' or '// API 31, unconfirmed'")
  ios_of = macos_of = deprecated = ""
  next
}
line ~ /^\/\/ What the protocols ask for/ {
  finish()
  witnesses = 1
  next
}
line ~ /^\/\// || line ~ /^import / { next }
line ~ /^#if SDK26/ { finish(); sdk26 = 1; next }
line ~ /^#(else|endif)/ { finish(); sdk26 = 0; next }
line ~ /^#/ { problem("only '#if SDK26' is known here"); next }
line ~ /^@available\(/ {
  finish()
  if (line ~ /deprecated: /) {
    split(line, deprecation, /[(,:) ]+/)
    deprecated = deprecated (deprecated == "" ? "" : "-") deprecation[4]
  } else if (line ~ /iOS, unavailable/) ios_of = "unavailable"
  else if (line ~ /macOS, unavailable/) macos_of = "unavailable"
  else if (line ~ /^@available\(\*, unavailable\)/) ios_of = macos_of = ""
  else if (line ~ /^@available\(iOS [0-9.]+, macOS [0-9.]+, \*\)/) {
    split(line, versions, /[ ,)]+/)
    ios_of = versions[2]
    macos_of = versions[4]
  } else problem("this '@available' is not of a form that is known here")
  next
}
line ~ /^}/ {
  finish()
  depth--
  next
}
line ~ /^(@[A-Za-z]+ )*((open|public|override|convenience|final|static|class) )*(func|var|let|case|init|subscript|class|struct|enum|protocol|extension|typealias)[ ?(!]/ {
  finish()
  declaration = line
  declared_at = FNR
  if (line ~ /{$/ && line ~ /(class|struct|enum|protocol|extension) [A-Z]/) finish()
  next
}
line ~ /^@[A-Za-z]+$/ { next }
# The rest of a declaration of several lines.
{ declaration = declaration " " line }

END {
  finish()
  if (declarations == 0) {
    print "no declaration was found, so nothing was compared"
    problems++
  }
  if (problems == 0) print declarations " declarations, " unconfirmeds " of them unconfirmed"
  exit problems > 0
}

function finish(    is_type, name, text, words) {
  if (declaration == "") return
  text = declaration
  declaration = ""
  is_type = text ~ /^(@[A-Za-z]+ )*((open|public|final) )*(class|struct|enum|protocol|extension) [A-Z]/
  name = text
  sub(/^(@[A-Za-z]+ )*((open|public|override|convenience|final|static|class) )*(func|var|let|case|class|struct|enum|protocol|extension|typealias) /, "", name)
  sub(/^(@[A-Za-z]+ )*((open|public|override|convenience|final) )*init.*$/, "init", name)
  sub(/^(@[A-Za-z]+ )*((open|public) )*subscript.*$/, "subscript", name)
  gsub(/`/, "", name)
  sub(/[^A-Za-z0-9_.].*$/, "", name)
  if (!witnesses && (text !~ /^extension [A-Za-z.]+ {$/)) compare(text, name, is_type)
  if (is_type && text ~ /{$/) {
    depth++
    context[depth] = name
    # An extension's members are of the type.
    sub(/\..*$/, "", context[depth])
    context_availability[depth] = stated()
    if (context_availability[depth] == "" && depth > 1)
      context_availability[depth] = context_availability[depth - 1]
  }
  ios_of = macos_of = deprecated = ""
}

# The availability that '@available' states, or nothing.
function stated() {
  if (ios_of == "" && macos_of == "") return ""
  return ios_of "/" macos_of
}

function compare(text, name, is_type,    line, expected, own, inherited, code, is_said) {
  declarations++
  if (api == "") { problem("'" name "' names no line of the list"); return }
  if (unconfirmed) unconfirmeds++
  if (!facts) return
  line = fact[api]
  # What a class inherits from 'NSObject' is written of few.
  if (text ~ /^override .*init\(\)$/ && line !~ /init\(\)/) {
    if (!unconfirmed || !has_word(line, context[1]))
      problem("line " api " of the list does not say that '" context[1] "' has 'init()'")
    return
  }
  if (text ~ /init\(rawValue: /) name = "rawValue"
  if (!has_word(line, name)) { problem("line " api " of the list has no '" name "': " line); return }
  if (owners[api] != "" && !is_type && owners[api] != context[1] && !(name == "init" && text ~ /^override/))
    problem("line " api " of the list is about '" owners[api] "', not '" context[1] "'")
  is_said = 1
  code = line
  if (code ~ /^[a-z@]/ && sub(/ \/\/ .*$/, "", code)) {
    if (sdk26) gsub(/@Sendable /, "", text)
    is_said = index(signature(code), signature(text)) > 0
    if (!is_said && !unconfirmed)
      problem("line " api " of the list declares '" name "' otherwise: " code)
  } else if (is_type) compare_conformances(text, name, line)
  if (sdk26 && line !~ /SDK 2[67]/ && line !~ /^\|/)
    problem("line " api " of the list says nothing of the SDK of Xcode 26")
  expected = fact_availability(line, name)
  own = stated()
  inherited = depth > 0 ? context_availability[depth] : ""
  compare_availability(name, expected, own, inherited)
  if (deprecated != "" && index(line, "dep " deprecated) == 0)
    problem("line " api " of the list does not say that '" name "' is deprecated since " deprecated)
  if (deprecated == "" && is_deprecated(part_about(line, name), name))
    problem("line " api " of the list says that '" name "' is deprecated")
  # What a line only mentions, such as a default value's type, it doesn't confirm.
  if (is_said && is_confirmed(part_about(line, name), line) == unconfirmed)
    problem("line " api " of the list says that '" name "' is " (unconfirmed ? "" : "not ") "confirmed")
}

function is_deprecated(part, name,    rest) {
  if (part !~ /\(dep [0-9]/) return 0
  rest = substr(part, index(part, name) + length(name))
  # A dash stands between an enum and its cases.
  return index(rest, "—") == 0 || index(rest, "(dep") < index(rest, "—")
}

# What a type is said to conform to, but for 'Sendable', which a table says of many at once.
function compare_conformances(text, name, line,    list, count, i) {
  sub(/^[^:]*/, "", text)
  if (text == "") return
  gsub(/[^A-Za-z0-9_]+/, " ", text)
  count = split(text, list, " ")
  for (i = 1; i <= count; i++)
    if (list[i] !~ /^(Sendable|unchecked|ResultType)$/ && !has_word(line, list[i]))
      problem("line " api " of the list does not say that '" name "' is a '" list[i] "'")
}

function compare_availability(name, expected, own, inherited,    e, o) {
  if (own ~ /unavailable/) {
    split(expected, e, "/")
    split(own, o, "/")
    if ((o[1] == "unavailable") == (e[1] == "unavailable") \
      && (o[2] == "unavailable") == (e[2] == "unavailable")) return
  } else if (own != "") {
    if (own == expected) return
  } else if (not_later(expected, inherited == "" ? ios "/" macos : inherited)) return
  problem("line " api " of the list says '" expected "' for '" name "', here stands '" \
    (own != "" ? own : inherited != "" ? inherited " (of the type)" : "nothing") "'")
}

# A line says 'Y' or 'N' after a dot or in a table's last column; the table of errors is all 'Y'.
function is_confirmed(part, line) {
  if (part ~ /(·|\|) N( |$|;|\.|,)/) return 0
  if (part ~ /(·|\|) Y( |$|;|\.|,)/) return 1
  if (line ~ /(·|\|) Y( |$|;|\.|,)/) return 1
  return line !~ /(·|\|) N( |$|;|\.|,)/
}
