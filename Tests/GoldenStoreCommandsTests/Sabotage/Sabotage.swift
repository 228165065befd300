import Foundation
import GoldenStore
import GoldenStoreFormat
import GoldenStoreMigration
import GoldenStoreModel
import GoldenStoreSQLite
import TestSupport
import Testing

/// One way in which goldens go wrong or a run checks nothing, and what the command says then.
struct Sabotage: Sendable, CustomTestStringConvertible {
  /// What a failure is about, as the command prints it.
  enum Subject: Hashable, Sendable {
    /// The golden of a version.
    case golden(String)
    /// The migration from a version to another.
    case pair(String, String)
    /// The goldens of a history as a whole.
    case catalog
    /// A run of a history as a whole.
    case run
    /// The command line itself, or what it was told to write.
    case command
  }

  /// What the command works on, and what is done to it.
  struct Scene {
    let green: GreenCatalog
    var history: ModelHistory
    /// Beside `--goldens`.
    var arguments: [String]
    var environment: [String: String] = [:]
    var goldens: String
    var migrate: MatrixRunner.Migrate?

    /// The catalog of the history as it is now.
    func catalog() throws -> Catalog { try Catalog(history, in: goldens) }
  }

  typealias Action = @Sendable (inout Scene) throws -> Void

  let name: String
  let arguments: [String]
  let history: ModelHistory
  /// What makes the copy a special one, which is still green.
  let preparation: Action?
  let exitCode: Int32
  let subject: Subject
  /// What is wrong, in words that no other sabotage has.
  let sentence: String
  /// What to do about it; `nil` for the command that repeats the pair, or for what stands in the
  /// sentence of a command line.
  let nextStep: String?
  let action: Action

  init(
    _ name: String, _ arguments: [String], of history: ModelHistory = Shop.history,
    given preparation: Action? = nil, exits exitCode: Int32 = 1, _ subject: Subject,
    _ sentence: String, then nextStep: String? = nil, _ action: @escaping Action
  ) {
    self.name = name
    self.arguments = arguments
    self.history = history
    self.preparation = preparation
    self.exitCode = exitCode
    self.subject = subject
    self.sentence = sentence
    self.nextStep = nextStep
    self.action = action
  }

  var testDescription: String { name }

  static let all: [Sabotage] =
    files + records + schemas + pins + declarations + selections + seeds + proofs + results
}

extension Sabotage.Subject {
  /// How the failure of a history begins.
  func prefix(of history: String) -> String {
    switch self {
    case .golden(let version): "golden '\(version)' of '\(history)': "
    case .pair(let source, let destination): "\(history) '\(source)' → '\(destination)': "
    case .catalog: "goldens of '\(history)': "
    case .run: "\(history): "
    case .command: "error: "
    }
  }

  /// The command that repeats the case, where it is one of a matrix.
  func command(of history: String, goldens: String) -> String? {
    let verify = "repeat it with: goldenstore verify '\(history)' --goldens '\(goldens)'"
    return switch self {
    case .pair(let source, let destination):
      "\(verify) --from '\(source)' --to '\(destination)'"
    case .run: verify
    case .golden, .catalog, .command: nil
    }
  }
}

/// Records the goldens of every history of the table once for the suite, and deletes them.
struct GreenGoldens: SuiteTrait, TestScoping {
  /// The folder that holds a catalog of each history.
  @TaskLocal static var folder: String?
  /// What has been run on it.
  @TaskLocal static var runs = GreenRuns()

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let folder = try TemporaryDirectory()
    for history in Set(Sabotage.all.map(\.history)) {
      _ = try Catalog(history, in: folder.path).record(.missing)
    }
    try await Self.$folder.withValue(folder.path) {
      try await Self.$runs.withValue(GreenRuns()) { try await function() }
    }
  }
}

/// Which command lines the untouched goldens have passed, so that each is run once.
actor GreenRuns {
  private var passed: Set<[String]> = []

  func contains(_ arguments: [String], of history: ModelHistory) -> Bool {
    passed.contains([history.name] + arguments)
  }

  func insert(_ arguments: [String], of history: ModelHistory) {
    passed.insert([history.name] + arguments)
  }
}
