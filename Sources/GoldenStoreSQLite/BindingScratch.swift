/// The memory behind the texts and blobs that a statement has bound.
///
/// SQLite would allocate and free a copy of every bound value; a row of a few texts spends a
/// quarter of its time there. One piece of memory that is used again for every row does it
/// instead: it lives as long as the statement, and is only used again once nothing is bound.
struct BindingScratch: ~Copyable {
  /// Enough for the texts of most rows; what does not fit is copied by SQLite.
  private static let capacity = 16 * 1024

  private struct State {
    var memory: UnsafeMutableRawPointer?
    var used = 0
  }

  // A statement binds without being changed, so what changes is beside it. A class would have
  // every access checked.
  private let state: UnsafeMutablePointer<State>

  init() {
    state = .allocate(capacity: 1)
    state.initialize(to: State())
  }

  deinit {
    state.pointee.memory?.deallocate()
    state.deallocate()
  }

  /// Returns the address of a copy that stays until `rewind()`, or nil where it does not fit.
  func copy(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawPointer? {
    let used = state.pointee.used
    guard let source = bytes.baseAddress, bytes.count <= Self.capacity - used else { return nil }
    let start = state.pointee.memory ?? .allocate(byteCount: Self.capacity, alignment: 16)
    state.pointee.memory = start
    state.pointee.used = used + bytes.count
    let copy = start + used
    copy.copyMemory(from: source, byteCount: bytes.count)
    return UnsafeRawPointer(copy)
  }

  /// Gives all copies up; the statement must have no bindings.
  func rewind() { state.pointee.used = 0 }
}
