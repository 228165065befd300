import Foundation
import GoldenStoreFormat
import TestSupport
import Testing

/// `tools/nightly` with an executable that says what each test wants.
struct NightlyTests {
  /// Prints what two shards of one model would, unless it is to misbehave.
  private static let executable = #"""
    #!/usr/bin/env bash
    [ -z "${GOLDENSTORE_RECORD:-}" ] || { echo "records at night"; exit 1; }
    [ "$1" = check ] && exit "${FAKE_CHECK:-0}"
    shard= kind= isolated= tier=
    while [ $# -gt 0 ]; do
      case "$1" in
        --shard) shard="$2" ;;
        --wal) kind="$2" ;;
        --tier) tier="$2" ;;
        --isolated) isolated=1 ;;
      esac
      shift
    done
    [ "$tier" = full ] && [ -n "$isolated" ] || exit 1
    case "$GOLDENSTORE_ARTIFACTS" in /*) ;; *) exit 1 ;; esac
    mark= ; [ "$kind" = hot ] || mark=" ($kind)"
    verdict=fine pairs=2 run=3 plan=abc status=0
    if [ "$kind" = half ] && [ "${shard%/*}" = "${FAKE_SHARD:-2}" ]; then
      case "${FAKE:-}" in
        lost) exit 0 ;;
        less) run=2 pairs=1 ;;
        plan) plan=abd ;;
        red) echo "A 'V1' → 'V2': is wrong" ; verdict="1 failure" status=1 ;;
        silent | two) verdict="1 failure" ;;
        status) status=1 ;;
      esac
    fi
    if [ "${FAKE:-}" = nothing ]; then
      echo "A: no case in this shard"
      echo "shard $shard: 0 of 0 cases, of 0 in all shards; plan abc"
      exit 0
    fi
    echo "A$mark: verified 1 of 1 versions, $pairs of 2 pairs, 2 of 2 hops, 3 objects, 4 values: $verdict"
    [ "${FAKE:-}" != two ] || echo "B$mark: verified 1 of 1 versions, 2 of 2 pairs, 3 objects, 4 values: fine"
    echo "shard $shard: $run of 3 cases, of $((3 * ${shard#*/})) in all shards; plan $plan"
    exit "$status"
    """#

  private func run(
    _ arguments: [String] = ["--shards", "2"], _ environment: [String: String] = [:],
    in caller: String? = nil
  ) throws -> (code: Int32, lines: [String]) {
    let folder = try TemporaryDirectory()
    let tool = folder.path.appendingPathComponent("goldenstore")
    try Data(Self.executable.utf8).write(to: URL(fileURLWithPath: tool))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tool)
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("tools/nightly").path
    let run = try BuiltExecutable.run(
      URL(fileURLWithPath: "/usr/bin/env"),
      ["bash", script, "--artifacts", folder.path.appendingPathComponent("artifacts")] + arguments,
      in: caller,
      environment: environment.merging(["NIGHTLY_GOLDENSTORE": tool]) { $1 })
    return (run.code, run.output.split(separator: "\n").map(String.init))
  }

  @Test func itEndsWithOneLineAModel() throws {
    let (code, lines) = try run()
    #expect(code == 0)
    #expect(lines == ["A: 10 of 10 versions, 20 of 20 pairs, in five variants: fine"])
    let whole = try run([])
    #expect(whole.code == 0)
    #expect(whole.lines == ["A: 5 of 5 versions, 10 of 10 pairs, in five variants: fine"])
  }

  @Test(arguments: [
    ("lost", "half: 1 of 2 shards ran 3 of 6 cases, by 1 plans"),
    ("less", "half: 2 of 2 shards ran 5 of 6 cases, by 1 plans"),
    ("plan", "half: 2 of 2 shards ran 6 of 6 cases, by 2 plans"),
    ("red", "A 'V1' → 'V2': is wrong"),
    ("silent", "A: 10 of 10 versions, 20 of 20 pairs, in five variants: FAILED"),
    ("status", "A: 10 of 10 versions, 20 of 20 pairs, in five variants: fine"),
    // Another model comes after it, and is fine.
    ("two", "A: 10 of 10 versions, 20 of 20 pairs, in five variants: FAILED"),
    ("nothing", "nothing was verified"),
  ])
  func whatIsNotWholeFails(_ misbehaviour: String, _ line: String) throws {
    let (code, lines) = try run(["--shards", "2"], ["FAKE": misbehaviour])
    #expect(code == 1)
    #expect(lines.contains(line), "\(lines)")
  }

  @Test func aRelativeFolderIsOneOfTheCaller() throws {
    let folder = try TemporaryDirectory()
    let (code, lines) = try run(["--artifacts", "new/artifacts"], in: folder.path)
    #expect(code == 0, "\(lines)")
    #expect(
      try FileManager.default.contentsOfDirectory(
        atPath: folder.path.appendingPathComponent("new/artifacts")
      ).sorted() == ["checkpointed", "half", "hot", "rollback", "stale"])
  }

  @Test func itRecordsNothing() throws {
    let (code, lines) = try run([], ["GOLDENSTORE_RECORD": "all"])
    #expect(code == 0, "\(lines)")
  }

  @Test func aFailedCheckFails() throws {
    #expect(try run(["--shards", "2"], ["FAKE_CHECK": "1"]).code == 1)
  }

  @Test(arguments: [["--shards", "0"], ["--shards", "x"], ["--shards"], ["--all", "1"]])
  func wrongUsageIsRefused(_ arguments: [String]) throws {
    #expect(try run(arguments).code == 2)
  }
}
