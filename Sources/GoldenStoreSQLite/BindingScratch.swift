/// The memory behind the texts and blobs that a statement has bound.
///
/// SQLite would allocate and free a copy of every bound value; a row of a few texts spends a
/// quarter of its time there. One piece of memory that is used again for every row does it
/// instead: it lives as long as the statement, and is only used again once nothing is bound.
final class BindingScratch {
  /// Enough for the texts of most rows; what does not fit is copied by SQLite.
  private static let capacity = 16 * 1024

  private var memory: UnsafeMutableRawPointer?
  private var used = 0

  deinit { memory?.deallocate() }

  /// Returns the address of a copy that stays until `rewind()`, or nil where it does not fit.
  func copy(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawPointer? {
    guard let source = bytes.baseAddress, bytes.count <= Self.capacity - used else { return nil }
    let start = memory ?? .allocate(byteCount: Self.capacity, alignment: 16)
    memory = start
    let copy = start + used
    copy.copyMemory(from: source, byteCount: bytes.count)
    used += bytes.count
    return UnsafeRawPointer(copy)
  }

  /// Gives all copies up; the statement must have no bindings.
  func rewind() { used = 0 }
}
