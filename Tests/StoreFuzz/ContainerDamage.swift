import Foundation
import GoldenStore
import GoldenStoreFormat

/// Changes of SQLite's own structures.
struct ContainerDamage {
  private static let pageSize = 4096

  var random: SeededGenerator

  /// Changes the header, the cell pointers or the cells of one page.
  mutating func damagePage(_ database: inout Data) {
    let pages = database.count / Self.pageSize
    guard pages > 0 else { return }
    for _ in 0..<random.integer(in: 1...2) {
      let page = random.below(pages)
      let other = random.below(pages)
      let start = page * Self.pageSize
      let range = start..<start + Self.pageSize
      if random.chance(0.1) {
        let source = database[other * Self.pageSize..<(other + 1) * Self.pageSize]
        database.replaceSubrange(range, with: Data(source))
        continue
      }
      var bytes = Data(database[range])
      damageStructure(&bytes, isFirst: page == 0, pages: pages)
      database.replaceSubrange(range, with: bytes)
    }
  }

  private mutating func damageStructure(_ page: inout Data, isFirst: Bool, pages: Int) {
    let header = isFirst ? 100 : 0
    let cells = Int(page[header + 3]) << 8 | Int(page[header + 4])
    let area = header + 12 + 2 * min(cells, 100)
    switch random.below(6) {
    case 0 where isFirst:
      // A field of the database header behind the magic.
      let offset = random.integer(in: 16...99)
      page[offset] = UInt8(truncatingIfNeeded: random.next())
    case 0, 1: page[header + random.below(12)] = UInt8(truncatingIfNeeded: random.next())
    case 2: page[random.integer(in: header...area)] = UInt8(truncatingIfNeeded: random.next())
    case 3 where cells > 0:
      // A cell's first bytes: a child page, a length, a key.
      let slot =
        header + (page[header] == 5 || page[header] == 2 ? 12 : 8) + 2 * random.below(cells)
      guard slot + 1 < page.count else { return }
      let cell = Int(page[slot]) << 8 | Int(page[slot + 1])
      guard cell + 12 < page.count else { return }
      page[cell + random.below(12)] =
        random.chance(0.5)
        ? UInt8(random.below(pages + 2)) : UInt8(truncatingIfNeeded: random.next())
    case 4 where cells > 1:
      // Two cells become one.
      let first = header + 8 + 2 * random.below(min(cells, 100))
      let second = header + 8 + 2 * random.below(min(cells, 100))
      page.replaceSubrange(first..<first + 2, with: Data(page[second..<second + 2]))
    default:
      var changed = page
      random.damage(&changed)
      page = (changed + Data(count: Self.pageSize)).prefix(Self.pageSize)
    }
  }

  /// Changes pages in a `-wal` and gives every frame its right checksum again.
  mutating func damageLog(_ log: inout Data) {
    let frameSize = 24 + Self.pageSize
    let frames = (log.count - 32) / frameSize
    guard frames > 0 else { return }
    for _ in 0..<random.integer(in: 1...2) {
      let start = 32 + random.below(frames) * frameSize
      let number = log[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
      switch random.below(8) {
      case 0: log[start + 3] = UInt8(random.below(frames + 4))
      case 1: log[start + 7] = UInt8(random.below(frames + 4))
      default:
        let range = start + 24..<start + frameSize
        var page = Data(log[range])
        damageStructure(&page, isFirst: number == 1, pages: frames)
        log.replaceSubrange(range, with: page)
      }
    }
    Self.seal(&log, frames: frames)
  }

  /// The checksums of all frames, as SQLite's file format describes them.
  private static func seal(_ log: inout Data, frames: Int) {
    var bytes = [UInt8](log)
    let isBigEndian = bytes[3] & 1 == 1
    func word(_ position: Int, big: Bool) -> UInt32 {
      let word = bytes[position..<position + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      return big ? word : word.byteSwapped
    }
    var first = word(24, big: true)
    var second = word(28, big: true)
    func add(_ range: Range<Int>) {
      for position in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
        first = first &+ word(position, big: isBigEndian) &+ second
        second = second &+ word(position + 4, big: isBigEndian) &+ first
      }
    }
    for frame in 0..<frames {
      let start = 32 + frame * (24 + pageSize)
      add(start..<start + 8)
      add(start + 24..<start + 24 + pageSize)
      for (offset, sum) in [(16, first), (20, second)] {
        for byte in 0..<4 {
          bytes[start + offset + byte] = UInt8(truncatingIfNeeded: sum >> UInt32(8 * (3 - byte)))
        }
      }
    }
    log = Data(bytes)
  }
}
