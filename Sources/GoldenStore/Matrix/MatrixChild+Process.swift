#if os(macOS) || os(Linux)
  import Foundation
  import GoldenStoreFormat

  extension MatrixChild {
    /// Two children must not be started at once: the second would keep the first one's pipe open.
    private static let starting = NSLock()

    /// Starts a child and passes on what it says, until it has ended.
    static func run(
      _ attempt: MatrixAttempt, of runner: MatrixRunner, _ isolation: MatrixRunner.Isolation,
      in folder: String, _ channel: AsyncStream<MatrixSupervisor.Event>.Continuation
    ) throws {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: isolation.executable)
      process.arguments = isolation.arguments
      var environment = ProcessInfo.processInfo.environment
      environment[variable] = String(decoding: try JSON.encode(attempt), as: UTF8.self)
      environment["GOLDENSTORE_ARTIFACTS"] = runner.artifacts ?? ""
      // What a child that is killed leaves goes away with the folder.
      environment["TMPDIR"] = folder
      // A backtrace takes longer than the case; whoever wants one says so.
      environment["SWIFT_BACKTRACE"] = environment["SWIFT_BACKTRACE"] ?? "enable=no"
      process.environment = environment
      let errorsPath = folder.appendingPathComponent("errors.txt")
      guard FileManager.default.createFile(atPath: errorsPath, contents: nil),
        let errors = FileHandle(forWritingAtPath: errorsPath)
      else { throw StoreError.fileSystem(operation: "create", path: errorsPath, reason: "") }
      process.standardInput = FileHandle.nullDevice
      process.standardError = errors
      let reading = try starting.withLock {
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        return output.fileHandleForReading
      }
      channel.yield(.started(process: process.processIdentifier))
      var rest = Data()
      while case let bytes = reading.availableData, !bytes.isEmpty {
        rest.append(bytes)
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
          tell(rest[rest.startIndex..<end], of: runner, channel)
          rest = Data(rest[rest.index(after: end)...])
        }
      }
      process.waitUntilExit()
      let said = (try? String(contentsOfFile: errorsPath, encoding: .utf8)) ?? ""
      // Without any effect where the child told its outcomes before.
      channel.yield(.crashed(reason: ending(of: process, said: said)))
    }

    /// How a child ended, with the most telling line of what it said.
    private static func ending(of process: Process, said: String) -> String {
      let lines = said.split(separator: "\n").map(String.init)
      let line =
        lines.first { $0.contains("Fatal error") } ?? lines.last { !$0.allSatisfy(\.isWhitespace) }
      let status = process.terminationStatus
      let how =
        process.terminationReason == .uncaughtSignal
        ? "its process ended with signal \(status)"
        : "its process ended with exit code \(status) before the case was over"
      return how + (line.map { ": " + $0.prefix(500) } ?? "")
    }
  }
#endif
