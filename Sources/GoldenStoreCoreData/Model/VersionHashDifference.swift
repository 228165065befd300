package import Foundation
package import GoldenStoreModel

/// An entity or a property whose version hash is another in Core Data than in this package.
public struct VersionHashDifference: Hashable, Sendable {
  /// What has the hash.
  public enum Subject: Hashable, Sendable {
    /// An entity whose properties all agree: it differs in what is its own, which is its name,
    /// whether it is abstract, its modifier, its uniqueness constraints, or that it has a
    /// superentity.
    case entity(String)
    case property(entity: String, property: String)
  }

  public let subject: Subject
  /// The hash that this package computes, in hexadecimal digits; `nil` where the version declares
  /// no such entity or property, or where it is not part of the entity's hash.
  public let expected: String?
  /// The hash that Core Data computes, in hexadecimal digits; `nil` where its model has no such
  /// entity or property.
  public let found: String?

  package init(_ subject: Subject, expected: String?, found: String?) {
    self.subject = subject
    self.expected = expected
    self.found = found
  }
}

extension VersionHashDifference: CustomStringConvertible {
  public var description: String {
    let subject =
      switch subject {
      case .entity(let entity): "entity '\(entity)'"
      case .property(let entity, let property): "property '\(entity).\(property)'"
      }
    let reason =
      if case .entity = self.subject, expected != nil, found != nil {
        "; its properties agree"
      } else {
        ""
      }
    return "\(subject) has version hash \(found ?? "none") in Core Data, expected "
      + "\(expected ?? "none")\(reason)"
  }
}

/// The version hash of an entity, with those of the properties that are part of it.
package struct EntityHashes: Hashable, Sendable {
  package var hash: Data
  package var superentity: String?
  /// The properties, inherited ones included, that are neither transient nor fetched.
  package var properties: [String: Data]

  package init(hash: Data, superentity: String? = nil, properties: [String: Data] = [:]) {
    self.hash = hash
    self.superentity = superentity
    self.properties = properties
  }

  /// The hashes of a model's entities by their names.
  ///
  /// - Throws: `ModelError.unsupportedDerivation`.
  package static func all(of model: ValidatedModel) throws(ModelError) -> [String: EntityHashes] {
    var all: [String: EntityHashes] = [:]
    for hash in try VersionHash.entityHashes(of: model) {
      guard let entity = model.entity(named: hash.entity) else { continue }
      var properties: [String: Data] = [:]
      for property in try VersionHash.propertyHashes(of: entity, in: model) {
        properties[property.name] = property.hash.data
      }
      all[hash.entity] = EntityHashes(
        hash: hash.hash.data, superentity: entity.superentity, properties: properties)
    }
    return all
  }

  /// Where two sets of hashes differ: the properties of the entities whose hashes differ, and the
  /// entities of which no property does, by name.
  ///
  /// A difference is told once: of an entity that differs as its superentity does, nothing is said
  /// but what its own properties add.
  package static func differences(
    expected: [String: EntityHashes], found: [String: EntityHashes]
  ) -> [VersionHashDifference] {
    let names = Set(expected.keys).union(found.keys).sorted(by: NameOrder.precedes)
    return names.flatMap { name -> [VersionHashDifference] in
      let (ours, theirs) = (expected[name], found[name])
      guard ours?.hash != theirs?.hash else { return [] }
      guard let ours, let theirs else {
        return [
          VersionHashDifference(
            .entity(name), expected: ours?.hash.hexadecimal, found: theirs?.hash.hexadecimal)
        ]
      }
      let parent = ours.superentity.flatMap { expected[$0] }
      let otherParent = theirs.superentity.flatMap { found[$0] }
      let inherited = Set(parent.map { Array($0.properties.keys) } ?? [])
      let properties = Set(ours.properties.keys).union(theirs.properties.keys)
        .sorted(by: NameOrder.precedes)
        .filter { property in
          let (own, other) = (ours.properties[property], theirs.properties[property])
          let isTold =
            inherited.contains(property) && parent?.properties[property] == own
            && otherParent?.properties[property] == other
          return own != other && !isTold
        }
      if !properties.isEmpty {
        return properties.map {
          VersionHashDifference(
            .property(entity: name, property: $0), expected: ours.properties[$0]?.hexadecimal,
            found: theirs.properties[$0]?.hexadecimal)
        }
      }
      // The superentity's hash is a part, and so is what was told of it.
      if ours.superentity == theirs.superentity, parent?.hash != otherParent?.hash { return [] }
      return [
        VersionHashDifference(
          .entity(name), expected: ours.hash.hexadecimal, found: theirs.hash.hexadecimal)
      ]
    }
  }
}

extension Data {
  /// Two lower-case hexadecimal digits for each byte.
  fileprivate var hexadecimal: String {
    map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
