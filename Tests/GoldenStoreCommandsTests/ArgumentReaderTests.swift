import Testing

/// A command line that is wrong, and the sentence that says why.
struct WrongUsage: CustomTestStringConvertible, Sendable {
  let line: String
  let sentence: String

  init(_ line: String, _ sentence: String) {
    self.line = line
    self.sentence = sentence
  }

  var testDescription: String { "goldenstore \(line)" }
}

struct ArgumentReaderTests {
  static let wrongUsages = [
    WrongUsage("", "no command is given; see 'goldenstore help'"),
    WrongUsage("--json", "no command is given; see 'goldenstore help'"),
    WrongUsage("hsh", "there is no command 'hsh'; did you mean 'hash'?"),
    WrongUsage("frobnicate", "there is no command 'frobnicate'; see 'goldenstore help'"),
    WrongUsage(
      "verify --tier whole", "option '--tier' is 'whole'; expected one of quick, standard, full"),
    WrongUsage(
      "verify --wal cold",
      "option '--wal' is 'cold'; expected one of hot, half, checkpointed, rollback, stale"),
    WrongUsage(
      "run --shard 3/2",
      "option '--shard' is '3/2'; expected the number of a shard and how many there are, such as "
        + "'2/4'"),
    WrongUsage(
      "verify --time-limit 0",
      "option '--time-limit' needs a whole number from 1 to 1000000, found '0'"),
    WrongUsage("run --tier quick", "'run' has no option '--tier'; did you mean '--times'?"),
    WrongUsage("help verfy", "there is no command 'verfy'; did you mean 'verify'?"),
    WrongUsage("help hash ddl", "'help' takes one argument, found 'ddl' as well"),
    WrongUsage("--hlep", "there is no option '--hlep'; did you mean '--help'?"),
    WrongUsage("list --jsn", "'list' has no option '--jsn'; did you mean '--json'?"),
    WrongUsage(
      "list --frobnicate", "'list' has no option '--frobnicate'; see 'goldenstore help list'"),
    WrongUsage("list --json=yes", "option '--json' takes no value, found 'yes'"),
    WrongUsage("list --json --json", "option '--json' of 'list' is given twice"),
    WrongUsage("list Bookmarks", "'list' takes no argument, found 'Bookmarks' as well"),
    WrongUsage("hash", "'hash' needs <model>"),
    WrongUsage("hash Bookmarks History", "'hash' takes one argument, found 'History' as well"),
    WrongUsage("hash Bookmarks --version", "option '--version' needs a value NAME"),
    WrongUsage("hash Bookmarks --version=", "option '--version' needs a value NAME"),
    WrongUsage("hash Bookmarks --version --json", "option '--version' needs a value NAME"),
    WrongUsage(
      "hash Bookmarks --version 7",
      "model 'Bookmarks' has no version '7'; it has 'BookmarksModel', 'BookmarksModel 2', "
        + "'BookmarksModel 3', 'BookmarksModel 4', 'BookmarksModel 5' and 'BookmarksModel 6'"),
    WrongUsage(
      "hash Bookmraks",
      "there is no built-in history 'Bookmraks'; did you mean 'Bookmarks'?; it has "
        + "'PrivacyStats', 'BrowsingHistory', 'Bookmarks', 'SyncMetadata', 'HTTPSUpgrade', "
        + "'RemoteMessaging', 'AppRatingPrompt', 'SharedStore', 'History', 'Downloads' and "
        + "'Bookmark', or give the path of a model file"),
    WrongUsage(
      "hash Bookmarks+Nope",
      "there is no built-in history 'Nope'; it has 'PrivacyStats', 'BrowsingHistory', "
        + "'Bookmarks', 'SyncMetadata', 'HTTPSUpgrade', 'RemoteMessaging', 'AppRatingPrompt', "
        + "'SharedStore', 'History', 'Downloads' and 'Bookmark', "
        + "or give the path of a model file"),
    WrongUsage(
      "hash Bookmarks --order A,B",
      "option '--order' has no use here: 'Bookmarks' is a built-in history, which has its order"),
    WrongUsage("migrate Old.sqlite --out New.sqlite", "'migrate' needs '--model M'"),
    WrongUsage("migrate Old.sqlite --model Bookmarks", "'migrate' needs '--out FILE'"),
    WrongUsage(
      "migrate Old.sqlite --model Bookmarks --out New.sqlite --to 9",
      "model 'Bookmarks' has no version '9'; it has 'BookmarksModel', 'BookmarksModel 2', "
        + "'BookmarksModel 3', 'BookmarksModel 4', 'BookmarksModel 5' and 'BookmarksModel 6'"),
    WrongUsage(
      "verify Bookmarks --rows 5",
      "option '--rows' has no use here: it is for a model file, and built-in histories have "
        + "goldens"),
    WrongUsage(
      "verify --from 1",
      "option '--from' has no use here: 'verify' needs <model> to select versions of it"),
    WrongUsage(
      "verify SyncMetadata --from 4 --to 2",
      "'SyncMetadata 4' is not before 'SyncMetadata 2', and a migration never goes back"),
    WrongUsage(
      "record --mode some", "option '--mode' is 'some'; expected one of missing, changed, all"),
  ]

  @Test(arguments: wrongUsages)
  func wrongUsageIsExplained(_ usage: WrongUsage) async throws {
    let outcome = try await runCommand(usage.line.split(separator: " ").map(String.init))
    #expect(outcome.sentence == usage.sentence)
    #expect(outcome.exitCode == 2)
    #expect(outcome.output.isEmpty)
  }

  /// What the contract promises for a later version is refused by name.
  static let later = [
    WrongUsage("check Old.xcdatamodeld", "'check' of a model file is not supported yet"),
    WrongUsage("record Bookmarks+History", "'record' of a model file is not supported yet"),
  ]

  @Test(arguments: later)
  func whatComesLaterIsRefusedByName(_ usage: WrongUsage) async throws {
    let outcome = try await runCommand(usage.line.split(separator: " ").map(String.init))
    #expect(outcome.sentence == usage.sentence)
    #expect(outcome.exitCode == 2)
    #expect(outcome.output.isEmpty)
  }

  @Test(arguments: [
    ["hash", "Bookmarks", "--version", "BookmarksModel 4"],
    ["hash", "--version=BookmarksModel 4", "Bookmarks"], ["hash", "Bookmarks", "--version", "4"],
    ["hash", "--version=4", "--", "Bookmarks"],
  ])
  func optionsStandAnywhereAndTakeTheirValueEitherWay(_ arguments: [String]) async throws {
    let outcome = try await runCommand(arguments)
    #expect(outcome.exitCode == 0)
    #expect(outcome.output.hasPrefix("BookmarksModel 4\n"))
    #expect(outcome.errors.isEmpty)
  }

  @Test func anExactNameBeatsAPosition() async throws {
    let outcome = try await runCommand(
      "hash", "Numbers", "--version", "2", histories: [CommandFixtures.numbers])
    #expect(outcome.output.hasPrefix("2\n"))
  }
}
