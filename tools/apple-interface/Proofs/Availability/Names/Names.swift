// What uses a little of C and of what is Objective-C at Apple's. All of it is to be found: each
// 'uses' below, and nothing else.
import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

// uses: FileHandle.readToEnd()
func all(of file: FileHandle) throws -> Data? { try file.readToEnd() }

// uses: FileManager.default
// uses: FileManager.temporaryDirectory
func folder() -> URL { FileManager.default.temporaryDirectory }

// uses: StringProtocol.contains<A>(_:)
func holds(_ text: String) -> Bool { text.contains("a") }

// uses: XMLParser.init(data:)
func parser(_ data: Data) -> XMLParser { XMLParser(data: data) }

// uses: DispatchQueue.main
func queue() -> DispatchQueue { DispatchQueue.main }

// uses: C fsync()
// uses: C O_RDONLY
func written(_ file: Int32) -> Int32 { fsync(file) + O_RDONLY }

// uses: C stat.st_mtimespec
// uses: C timespec.tv_sec
#if canImport(Darwin)
  func changed(_ status: stat) -> Int { status.st_mtimespec.tv_sec }
#endif
