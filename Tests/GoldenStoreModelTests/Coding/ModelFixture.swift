import Foundation
import GoldenStoreModel
import TestSupport

/// Writes model files into a temporary folder and reads them.
enum ModelFixture {
  /// The XML of a model with a body.
  static func model(_ body: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" \
    userDefinedModelVersionIdentifier="">
    \(body)
    </model>
    """
  }

  /// The XML of a model with one entity `E`, whose properties begin in line 4.
  static func entity(_ properties: String) -> String {
    model("<entity name=\"E\">\n\(properties)\n</entity>")
  }

  /// Reads a text as `V3.xcdatamodel/contents`.
  static func read(_ text: String) throws -> ModelFile {
    try read(Data(text.utf8))
  }

  /// Reads bytes as `V3.xcdatamodel/contents`.
  static func read(_ data: Data) throws -> ModelFile {
    try withFiles(["V3.xcdatamodel/contents": data]) { folder in
      try XCDataModelReader.read(folder.appendingPathComponent("V3.xcdatamodel").path)
    }
  }

  /// Makes files, given by their path, and passes the folder that holds them.
  static func withFiles<Result>(
    _ files: KeyValuePairs<String, Data>, _ body: (URL) throws -> Result
  ) throws -> Result {
    try withTemporaryDirectory { folder in
      for (path, data) in files {
        let file = folder.appendingPathComponent(path)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: file)
      }
      return try body(folder)
    }
  }
}
