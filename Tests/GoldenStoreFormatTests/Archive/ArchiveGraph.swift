import Foundation
import GoldenStoreFormat

/// Compares the object graphs of two keyed archives, key by key, by a walk of its own.
///
/// Containers count by content: mutable and immutable ones are alike, sets and dictionaries have
/// no order, and a text is a text however it is boxed.
struct ArchiveGraph {
  private let objects: [PropertyListValue]
  private let root: PropertyListValue

  init?(_ list: PropertyListValue) {
    guard case .dictionary(let top) = list, case .array(let objects)? = top["$objects"],
      case .dictionary(let roots)? = top["$top"], let root = roots["root"]
    else { return nil }
    self.objects = objects
    self.root = root
  }

  /// Where two graphs differ, as paths with both values, and how many pairs were compared.
  static func compare(
    _ first: ArchiveGraph, _ second: ArchiveGraph
  ) -> (differences: [String], pairs: Int) {
    var walk = Walk(first: first, second: second)
    walk.compare(first.root, second.root, path: "model")
    return (walk.differences, walk.visited.count)
  }

  /// An object behind a reference, with its class.
  fileprivate func resolve(_ value: PropertyListValue) -> (className: String, PropertyListValue) {
    guard case .uniqueIdentifier(let position) = value else { return ("", value) }
    let object = objects[Int(position)]
    if position == 0 { return ("null", object) }
    guard case .dictionary(let fields) = object,
      case .uniqueIdentifier(let number)? = fields["$class"],
      case .dictionary(let description) = objects[Int(number)],
      case .string(let name)? = description["$classname"]
    else { return ("", object) }
    if name == "NSMutableString" { return ("", fields["NS.string"] ?? .string("")) }
    return (name.replacingOccurrences(of: "NSMutable", with: "NS"), object)
  }

  /// What an object is, in a few words.
  fileprivate func content(_ value: PropertyListValue) -> String {
    let (className, object) = resolve(value)
    guard case .dictionary(let fields) = object else { return "\(object)" }
    guard case .array(let members)? = fields["NS.objects"] else { return className }
    return "\(className) of \(members.count)"
  }

  /// The class hierarchy that the archive states for an object's class.
  fileprivate func classes(_ value: PropertyListValue) -> PropertyListValue? {
    guard case .uniqueIdentifier(let position) = value,
      case .dictionary(let fields) = objects[Int(position)],
      case .uniqueIdentifier(let number)? = fields["$class"],
      case .dictionary(let description) = objects[Int(number)]
    else { return nil }
    return description["$classes"]
  }

  /// A text by which the members of a set or the keys of a dictionary are ordered.
  fileprivate func sortKey(_ value: PropertyListValue) -> String {
    let (className, object) = resolve(value)
    if case .string(let text) = object { return text }
    if case .dictionary(let fields) = object, let name = fields["NSEntityName"] {
      return sortKey(name)
    }
    return className
  }
}

private struct Walk {
  let first: ArchiveGraph
  let second: ArchiveGraph
  var differences: [String] = []
  private(set) var visited: Set<[PropertyListValue]> = []

  init(first: ArchiveGraph, second: ArchiveGraph) {
    self.first = first
    self.second = second
  }

  mutating func compare(_ left: PropertyListValue, _ right: PropertyListValue, path: String) {
    guard visited.insert([left, right]).inserted else { return }
    let (leftClass, leftObject) = first.resolve(left)
    let (rightClass, rightObject) = second.resolve(right)
    guard leftClass == rightClass else {
      differences.append("\(path): class \(leftClass) against \(rightClass)")
      return
    }
    switch (leftObject, rightObject) {
    case (.dictionary(let leftFields), .dictionary(let rightFields)) where !leftClass.isEmpty:
      compareObjects(leftFields, rightFields, leftClass, path)
      if !["NSArray", "NSDictionary", "NSSet"].contains(leftClass),
        first.classes(left) != second.classes(right)
      {
        differences.append("\(path): $classes")
      }
    default:
      if leftObject != rightObject {
        differences.append("\(path): \(leftObject) against \(rightObject)")
      }
    }
  }

  private mutating func compareObjects(
    _ left: [String: PropertyListValue], _ right: [String: PropertyListValue],
    _ className: String, _ path: String
  ) {
    switch className {
    case "NSArray":
      compareLists(list(left, "NS.objects"), list(right, "NS.objects"), path)
    case "NSSet":
      compareLists(
        list(left, "NS.objects").sorted { first.sortKey($0) < first.sortKey($1) },
        list(right, "NS.objects").sorted { second.sortKey($0) < second.sortKey($1) }, path)
    case "NSDictionary":
      compareEntries(
        Array(zip(list(left, "NS.keys"), list(left, "NS.objects"))),
        Array(zip(list(right, "NS.keys"), list(right, "NS.objects"))), path)
    default:
      for key in Set(left.keys).union(right.keys).subtracting(["$class"]).sorted() {
        switch (left[key], right[key]) {
        case (let leftValue?, let rightValue?):
          compare(leftValue, rightValue, path: "\(path).\(key)")
        case (let leftValue?, nil):
          differences.append("\(path).\(key): only first: \(first.content(leftValue))")
        case (nil, let rightValue?):
          differences.append("\(path).\(key): only second: \(second.content(rightValue))")
        case (nil, nil): break
        }
      }
    }
  }

  private mutating func compareLists(
    _ left: [PropertyListValue], _ right: [PropertyListValue], _ path: String
  ) {
    if left.count != right.count {
      differences.append("\(path): \(left.count) members against \(right.count)")
    }
    for (position, pair) in zip(left, right).enumerated() {
      compare(pair.0, pair.1, path: "\(path)[\(position)]")
    }
  }

  private mutating func compareEntries(
    _ left: [(PropertyListValue, PropertyListValue)],
    _ right: [(PropertyListValue, PropertyListValue)], _ path: String
  ) {
    let leftKeys = Dictionary(uniqueKeysWithValues: left.map { (first.sortKey($0.0), $0.1) })
    let rightKeys = Dictionary(uniqueKeysWithValues: right.map { (second.sortKey($0.0), $0.1) })
    for key in Set(leftKeys.keys).union(rightKeys.keys).sorted() {
      if let leftValue = leftKeys[key], let rightValue = rightKeys[key] {
        compare(leftValue, rightValue, path: "\(path)[\(key)]")
      } else {
        differences.append("\(path)[\(key)]: only in one of them")
      }
    }
  }

  private func list(_ fields: [String: PropertyListValue], _ key: String) -> [PropertyListValue] {
    if case .array(let items)? = fields[key] { items } else { [] }
  }
}
