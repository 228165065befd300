import Foundation
import GoldenStore
import GoldenStoreFormat

/// One measured piece of work per process, so that times and peak memory belong to it alone.
@main struct StoreBench {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 3 else {
      print("usage: StoreBench statements|write|read STORE [COUNT]")
      exit(2)
    }
    let layout = try StoreLayout(BookmarkSource.model.validated())
    switch arguments[1] {
    case "statements":
      try layout.statements.joined(separator: ";\n").appending(";\n")
        .write(toFile: arguments[2], atomically: true, encoding: .utf8)
    case "write":
      let uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
      try StoreWriter.write(
        BookmarkSource(count: Int64(arguments[3]) ?? 0), layout: layout, storeUUID: uuid,
        to: arguments[2])
    case "read":
      let reader = try StoreReader(files: StoreFiles(main: arguments[2]), layout: layout)
      var objects = 0
      var bytes = 0
      var targets = 0
      try reader.forEachObject(of: "BookmarkEntity") { object in
        objects += 1
        targets += object.targets.reduce(0) { $0 + $1.count }
        for value in object.values {
          if case .string(let text) = value { bytes += text.utf8.count }
        }
      }
      print("\(objects) objects, \(bytes) bytes of text, \(targets) targets")
    default: exit(2)
    }
    var usage = rusage()
    // Kibibytes on Linux, bytes on Apple platforms.
    #if canImport(Darwin)
      getrusage(RUSAGE_SELF, &usage)
      let peak = usage.ru_maxrss / 1024
    #else
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      let peak = usage.ru_maxrss
    #endif
    FileHandle.standardError.write(Data("\(peak)\n".utf8))
  }
}
