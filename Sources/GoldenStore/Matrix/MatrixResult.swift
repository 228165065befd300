package import GoldenStoreModel

/// One case of a matrix.
package enum MatrixCase: Hashable, Sendable, Codable, CustomStringConvertible {
  /// A version's golden, opened and compared with its manifest and seed.
  case version(String)
  /// A pair of versions, migrated directly and stepwise.
  case pair(VersionPair)

  package var description: String {
    switch self {
    case .version(let name): "version '\(name)'"
    case .pair(let pair): "'\(pair.sourceName)' → '\(pair.destinationName)'"
    }
  }
}

/// What the runs of a matrix found, and how much was compared.
package struct MatrixResult: Hashable, Sendable {
  package let history: String
  package let versionsExpected: Int
  package var versionsRun = 0
  package let pairsExpected: Int
  package var pairsRun = 0
  /// Cases of shapes and adopted stores, which are no pairs of versions.
  package private(set) var extraCasesExpected = 0
  package private(set) var extraCasesRun = 0
  package private(set) var hopsExpected: Int
  /// Hops of stepwise migrations, counted on the migrations that ran.
  package var hopsRun = 0
  /// Objects and values that the plan promises, from the manifests.
  package var objectsExpected = 0
  package var objectsCompared = 0
  package var valuesExpected = 0
  package var valuesCompared = 0
  package var failures: [MatrixFailure] = []
  /// What each case did and found, in the order of the matrix.
  package private(set) var outcomes: [CaseOutcome] = []

  package init(_ matrix: VersionMatrix) {
    history = matrix.history
    versionsExpected = matrix.versions.count
    pairsExpected = matrix.pairs.count
    hopsExpected = matrix.hopCount
  }

  package var isGreen: Bool { failures.isEmpty }

  /// What was run of what was planned, and how it ended: one line.
  ///
  /// - Parameter note: What is said of the history, in brackets.
  package func summary(note: String? = nil) -> String {
    var counts = [
      "\(versionsRun) of \(versionsExpected) versions", "\(pairsRun) of \(pairsExpected) pairs",
    ]
    if hopsExpected > 0 || hopsRun > 0 {
      counts.append("\(hopsRun) of \(hopsExpected) hops")
    }
    counts += ["\(objectsCompared) objects", "\(valuesCompared) values"]
    if extraCasesExpected > 0 {
      counts.append(
        "\(extraCasesRun) of \(extraCasesExpected) cases of shapes and adopted stores")
    }
    let count = failures.count
    let verdict = isGreen ? "fine" : count == 1 ? "1 failure" : "\(count) failures"
    let name = history + (note.map { " (\($0))" } ?? "")
    return "\(name): verified \(counts.joined(separator: ", ")): \(verdict)"
  }

  /// Adds what one case did and found.
  package mutating func add(_ outcome: CaseOutcome) {
    if outcome.isRun {
      switch outcome.subject {
      case .version: versionsRun += 1
      case .pair: pairsRun += 1
      }
    }
    hopsRun += outcome.hopsRun
    addCounts(outcome)
  }

  /// Plans the cases of shapes and adopted stores, and the hops that they take.
  package mutating func plan(_ extras: (cases: Int, hops: Int)) {
    extraCasesExpected += extras.cases
    hopsExpected += extras.hops
  }

  /// Adds what one case of a shape or an adopted store did and found.
  package mutating func addExtra(_ outcome: CaseOutcome) {
    if outcome.isRun { extraCasesRun += 1 }
    hopsRun += outcome.hopsRun
    addCounts(outcome)
  }

  private mutating func addCounts(_ outcome: CaseOutcome) {
    objectsExpected += outcome.objectsExpected
    objectsCompared += outcome.objectsCompared
    valuesExpected += outcome.valuesExpected
    valuesCompared += outcome.valuesCompared
    failures += outcome.failures
    outcomes.append(outcome)
  }

  /// Adds a failure for each count that is not the planned one, unless another failure, which
  /// then explains it, is there already.
  package mutating func checkCounts() {
    guard failures.isEmpty else { return }
    let counts = [
      ("versions", versionsExpected, versionsRun), ("pairs", pairsExpected, pairsRun),
      ("cases of shapes and adopted stores", extraCasesExpected, extraCasesRun),
      ("hops", hopsExpected, hopsRun),
      ("object comparisons", objectsExpected, objectsCompared),
      ("value comparisons", valuesExpected, valuesCompared),
    ]
    for (name, expected, found) in counts where expected != found {
      failures.append(
        MatrixFailure(
          history: history, subject: nil, .count(of: name, expected: expected, found: found)))
    }
  }
}

extension MatrixResult: Encodable {
  private enum CodingKeys: String, CodingKey {
    case name, versions, pairsExpected, pairsRun, objectsCompared, valuesCompared, failures
    case extraCasesExpected, extraCasesRun, versionsRun, hopsExpected, hopsRun, objectsExpected,
      valuesExpected, cases
  }

  /// Writes the object of one model in the command's JSON.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(history, forKey: .name)
    try container.encode(versionsExpected, forKey: .versions)
    try container.encode(versionsRun, forKey: .versionsRun)
    try container.encode(pairsExpected, forKey: .pairsExpected)
    try container.encode(pairsRun, forKey: .pairsRun)
    try container.encode(extraCasesExpected, forKey: .extraCasesExpected)
    try container.encode(extraCasesRun, forKey: .extraCasesRun)
    try container.encode(hopsExpected, forKey: .hopsExpected)
    try container.encode(hopsRun, forKey: .hopsRun)
    try container.encode(objectsExpected, forKey: .objectsExpected)
    try container.encode(objectsCompared, forKey: .objectsCompared)
    try container.encode(valuesExpected, forKey: .valuesExpected)
    try container.encode(valuesCompared, forKey: .valuesCompared)
    try container.encode(failures, forKey: .failures)
    try container.encode(outcomes, forKey: .cases)
  }
}

extension CaseOutcome: Encodable {
  private enum CodingKeys: String, CodingKey { case version, from, to, isRun, seconds }

  /// Writes which case it is and how long it took.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch subject {
    case .version(let name): try container.encode(name, forKey: .version)
    case .pair(let pair):
      try container.encode(pair.sourceName, forKey: .from)
      try container.encode(pair.destinationName, forKey: .to)
    }
    try container.encode(isRun, forKey: .isRun)
    try container.encode(seconds, forKey: .seconds)
  }
}

/// One thing that a case of a matrix found wrong.
package struct MatrixFailure: Hashable, Sendable {
  package let history: String
  /// The case; `nil` for what concerns the whole run.
  package let subject: MatrixCase?
  package let problem: MatrixProblem
  /// The folder that keeps the case's stores, dumps and differences.
  package var artifacts: String?
  /// What a command line says to mean the catalog of the goldens.
  package let commandArguments: String

  package init(
    history: String, subject: MatrixCase?, _ problem: MatrixProblem, artifacts: String? = nil,
    commandArguments: String? = nil
  ) {
    self.commandArguments = commandArguments ?? "'\(history)'"
    self.history = history
    self.subject = subject
    self.problem = problem
    self.artifacts = artifacts
  }

  /// The command that repeats this one case.
  package var command: String {
    if case .version = subject { return "goldenstore check \(commandArguments)" }
    guard case .pair(let pair) = subject else { return "goldenstore verify \(commandArguments)" }
    return "goldenstore verify \(commandArguments) --from '\(pair.sourceName)' "
      + "--to '\(pair.destinationName)'"
  }
}

extension MatrixFailure {
  /// What is wrong, and what to do about it where that is known.
  package var sentence: String {
    if case .golden(let golden) = problem {
      return "\(problem); \(golden.nextStep(for: commandArguments))"
    }
    return problem.description
  }
}

extension MatrixFailure: CustomStringConvertible {
  package var description: String {
    var lines = ["\(history)\(subject.map { " \($0)" } ?? ""): \(sentence)"]
    if let artifacts { lines.append("  kept in '\(artifacts)'") }
    lines.append("  repeat it with: \(command)")
    return lines.joined(separator: "\n")
  }
}

extension MatrixFailure: Encodable {
  private enum CodingKeys: String, CodingKey {
    case kind, history, version, from, to, message, artifacts, command, differences
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(problem.kind, forKey: .kind)
    try container.encode(history, forKey: .history)
    switch subject {
    case .version(let name): try container.encode(name, forKey: .version)
    case .pair(let pair):
      try container.encode(pair.sourceName, forKey: .from)
      try container.encode(pair.destinationName, forKey: .to)
    case nil: break
    }
    try container.encode(sentence, forKey: .message)
    try container.encodeIfPresent(artifacts, forKey: .artifacts)
    try container.encode(command, forKey: .command)
    if case .reported(let problem) = problem {
      try container.encodeIfPresent(problem.differences, forKey: .differences)
    } else {
      try container.encodeIfPresent(problem.report?.differences, forKey: .differences)
    }
  }
}
