// API 3
open class NSThing: NSObject {
  // to be found: 'unnamed' names no line of the list

  open var unnamed: Int { get }

  // to be found: line 4 of the list has no 'title'
  // API 4
  open var title: String { get }

  // to be found: line 4 of the list declares 'name' otherwise
  // API 4
  open var name: String? { get }

  // to be found: line 4 of the list declares 'name' otherwise
  // API 4
  open var name: String { get set }

  // to be found: line 5 of the list says '17.0/14.0' for 'run', here stands 'nothing'
  // API 5
  open func run(_ count: Int) throws -> Int

  // to be found: line 5 of the list says '17.0/14.0' for 'run', here stands '16.0/13.0'
  // API 5
  @available(iOS 16.0, macOS 13.0, *)
  open func run(_ count: Int) throws -> Int

  // to be found: line 5 of the list declares 'run' otherwise
  // API 5
  @available(iOS 17.0, macOS 14.0, *)
  open func run(count: Int) throws -> Int

  // to be found: line 6 of the list says that 'maybe' is not confirmed
  // API 6
  open var maybe: Int { get }

  // to be found: line 4 of the list says that 'name' is confirmed
  // API 4, unconfirmed
  open var name: String { get }

  // to be found: line 10 of the list is about 'NSOther', not 'NSThing'
  // API 10
  open var size: Int { get }

  // to be found: line 99 of the list has no 'name'
  // API 99
  open var name: String { get }

  // to be found: is not of the form '// API 31'
  // API four
  // to be found: line four of the list has no 'name'
  open var name: String { get }

  // to be found: line 8 of the list says that 'former' is deprecated
  // API 8
  open var former: Int { get }

  // to be found: line 4 of the list does not say that 'name' is deprecated since 9.0-10.11
  // API 4
  @available(iOS, deprecated: 9.0)
  @available(macOS, deprecated: 10.11)
  open var name: String { get }

  // to be found: line 3 of the list does not say that 'NSThing' has 'init()'
  // API 3
  override public init()

  #if SDK26
    // to be found: line 4 of the list says nothing of the SDK of Xcode 26
    // API 4
    open var name: String { get }
  #else
    // to be found: line 7 of the list declares 'later' otherwise
    // API 7
    open func later(_ block: @Sendable () -> Void)
  #endif
}

// to be found: line 9 of the list does not say that 'NSOther' is a 'NSThing'
// API 9
open class NSOther: NSThing {
  // to be found: line 4 of the list is about 'NSThing', not 'NSOther'
  // API 4
  open var name: String { get }
}

// to be found: line 11 of the list says '5.0/unavailable' for 'onlyPhone', here stands 'nothing'
// API 11
public let onlyPhone: String

// API 12
public enum NSKind: UInt, Sendable {
  // to be found: line 12 of the list says '17.0/14.0' for 'late', here stands 'nothing'
  // API 12
  case late = 1

  // to be found: line 12 of the list has no 'unknown'
  // API 12
  case unknown = 2
}
