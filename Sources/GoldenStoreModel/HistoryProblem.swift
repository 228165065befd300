/// One thing that is wrong with a history.
public enum HistoryProblem: Hashable, Sendable, CustomStringConvertible {
  case noVersions
  case duplicateVersion(String)
  case unknownCurrentVersion(String, known: [String])
  case inModel(version: String, ModelProblem)
  /// A wrong stage, by its description.
  case inStage(String, StageProblem)
  /// A wrong rule of what is expected, by its description.
  case inExpectation(String, StageProblem)
  /// A rule of what is expected that no version has a use for, by its description.
  case uselessExpectation(String)
  /// A declaration, by its description, names a version that is not there.
  case unknownVersion(String, in: String, known: [String])
  /// An alias of a version that is not earlier.
  case backwardAlias(String, of: String)
  /// Two shapes, or a shape and a version, would have one name.
  case duplicateShape(String)
  /// The oldest supported version is later than the current one.
  case floorAboveCurrent(String, current: String)
  /// A waiver or an empty entity, by its description, without a reason.
  case missingReason(String)
  /// Two members of a shared store have one name.
  case duplicateMember(String)
  /// A combination names a history that is no member.
  case unknownMember(String, combination: String, known: [String])
  /// A combination names a member twice.
  case repeatedMember(String, combination: String)
  /// A member has custom stages, and the store has none.
  case stagesOfMember(String)

  public var description: String {
    switch self {
    case .noVersions: "it declares no version, so there is nothing to keep or migrate"
    case .duplicateVersion(let name): "version '\(name)' is declared twice"
    case .unknownCurrentVersion(let name, let known):
      "the current version is '\(name)', which it does not declare"
        + NearestName.suggestion(for: name, in: known)
    case .inModel(let version, let problem): "version '\(version)': \(problem)"
    case .inStage(let stage, let problem): "\(stage): \(problem)"
    case .inExpectation(let rule, let problem): "\(rule): \(problem)"
    case .uselessExpectation(let rule):
      "it says '\(rule)', which no version has a use for; entities and properties are named as in "
        + "the first version"
    case .unknownVersion(let name, let declaration, let known):
      "\(declaration) names version '\(name)', which it does not declare"
        + NearestName.suggestion(for: name, in: known)
    case .backwardAlias(let version, let original):
      "version '\(version)' is declared an alias of '\(original)', which is not earlier"
    case .duplicateShape(let key): "shape '\(key)' is declared twice, or is a version as well"
    case .floorAboveCurrent(let name, let current):
      "the oldest supported version '\(name)' is later than the current one, '\(current)'"
    case .missingReason(let declaration): "the \(declaration) gives no reason"
    case .duplicateMember(let name): "two of its members are called '\(name)'"
    case .unknownMember(let name, let combination, let known):
      "combination '\(combination)' names '\(name)', which is no member"
        + NearestName.suggestion(for: name, in: known)
    case .repeatedMember(let name, let combination):
      "combination '\(combination)' names '\(name)' twice"
    case .stagesOfMember(let name):
      "member '\(name)' has custom stages; declare the stages of the shared store, which lead "
        + "from combination to combination"
    }
  }
}
