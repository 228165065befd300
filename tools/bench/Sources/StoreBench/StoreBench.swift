import Foundation
import GoldenStore
import GoldenStoreFormat

/// One measured piece of work per process, so that times and peak memory belong to it alone.
@main struct StoreBench {
  private static let uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 3 else {
      print(
        """
        usage: StoreBench statements|write|read|objects STORE [COUNT]
               StoreBench source STORE COUNT KIND
               StoreBench migrate STORE KIND
        """)
      exit(2)
    }
    let layout = try StoreLayout(BookmarkSource.model.validated())
    switch arguments[1] {
    case "statements":
      try layout.statements.joined(separator: ";\n").appending(";\n")
        .write(toFile: arguments[2], atomically: true, encoding: .utf8)
    case "write":
      try StoreWriter.write(
        BookmarkSource(count: Int64(arguments[3]) ?? 0), layout: layout, storeUUID: uuid,
        to: arguments[2])
    case "read": try readRows(of: arguments[2], layout)
    case "objects": try readObjects(of: arguments[2], layout)
    case "source":
      guard let migration = MigrationBench(rawValue: arguments.last ?? "") else { exit(2) }
      try StoreWriter.write(
        BookmarkSource(count: Int64(arguments[3]) ?? 0),
        layout: StoreLayout(migration.source.validated()), storeUUID: uuid,
        variant: .checkpointed, to: arguments[2])
    case "migrate":
      guard let migration = MigrationBench(rawValue: arguments.last ?? "") else { exit(2) }
      try migration.run(on: arguments[2])
    default: exit(2)
    }
    reportPeakMemory()
  }

  /// Reads every value of every row of both tables, each as the type that the model says.
  private static func readRows(of store: String, _ layout: StoreLayout) throws {
    let reader = try StoreReader(files: StoreFiles(main: store), layout: layout)
    var count = 0
    var bytes = 0
    var sum: Int64 = 0
    var rows = try reader.rows(of: "BookmarkEntity")
    while try rows.next() {
      count += 1
      // The loop in C adds Z_ENT and Z_OPT too, which are 1 in every row: the cursor has compared
      // the one, and nobody has a use for the other.
      sum &+= rows.primaryKey + 2
      sum &+= try rows.boolean(at: 0) == true ? 1 : 0
      sum &+= try rows.boolean(at: 1) == true ? 1 : 0
      sum &+= Int64(try rows.seconds(at: 3) ?? 0)
      for attribute in [2, 4, 5, 6] {
        try rows.withText(at: attribute) { text in
          bytes += text.count
          sum &+= Int64(text[0])
        }
      }
      sum &+= try rows.target(at: 3)?.primaryKey ?? 0
      sum &+= try rows.place(at: 3) ?? 0
    }
    if let favorites = try reader.targets(of: "BookmarkEntity", at: 2) {
      while try favorites.next() {
        count += 1
        sum &+= favorites.owner
        sum &+= try favorites.target().primaryKey
        sum &+= try favorites.place() ?? 0
      }
    }
    print("\(count) rows, \(bytes) bytes of text, sum \(sum)")
  }

  /// Reads every object with its relationships.
  private static func readObjects(of store: String, _ layout: StoreLayout) throws {
    let reader = try StoreReader(files: StoreFiles(main: store), layout: layout)
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
  }

  private static func reportPeakMemory() {
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
