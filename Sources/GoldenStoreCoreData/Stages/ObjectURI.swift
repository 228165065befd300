package import Foundation
package import GoldenStoreModel

/// The URI of an object: `x-coredata://<store identifier>/<entity>/p<primary key>`.
///
/// Core Data documents that an object has a URI, not what it looks like. The form is that of saved
/// object URIs and metadata of real stores; anything else is refused, so that no other form is
/// taken for a key.
package struct ObjectURI: Hashable, Sendable {
  /// The store's identifier.
  package let store: String
  package let object: ObjectReference

  package init(store: String, object: ObjectReference) {
    self.store = store
    self.object = object
  }

  private static let start = "x-coredata://"

  /// Reads the URI of an object that a store has.
  ///
  /// - Throws: `ManagedObjectProblem.unknownURI` for any other form, such as that of an object that
  ///   was not saved yet.
  package init(_ url: URL) throws(ManagedObjectProblem) {
    let text = url.absoluteString
    let parts = text.dropFirst(Self.start.count).split(
      separator: "/", omittingEmptySubsequences: false)
    guard text.hasPrefix(Self.start), parts.count == 3, !parts[0].isEmpty,
      let entity = String(parts[1]).removingPercentEncoding, !entity.isEmpty,
      let key = Self.primaryKey(parts[2])
    else { throw .unknownURI(text) }
    store = String(parts[0])
    object = ObjectReference(entity: entity, primaryKey: key)
  }

  /// The key of a `p` and the digits of a positive number, the first of them no zero.
  private static func primaryKey(_ part: Substring) -> Int64? {
    let digits = part.dropFirst()
    guard part.first == "p", digits.first != "0", digits.allSatisfy({ ("0"..."9").contains($0) })
    else {
      return nil
    }
    return Int64(digits)
  }

  /// What an entity's name may have in a URI; everything else is percent-encoded.
  private static let allowed = CharacterSet.urlPathAllowed.subtracting(CharacterSet(["/"]))

  /// The URI; `nil` for an object that can have none, as keys begin at 1.
  package var url: URL? {
    guard object.primaryKey > 0,
      let entity = object.entity.addingPercentEncoding(withAllowedCharacters: Self.allowed)
    else { return nil }
    return URL(string: "\(Self.start)\(store)/\(entity)/p\(object.primaryKey)")
  }

  /// The identifier that a coordinator has for the URI, whether there is such an object or not;
  /// `nil` for an object that no store can have.
  ///
  /// - Parameter find: Asks the coordinator.
  /// - Throws: `ManagedObjectProblem.noIdentifier`, as an object that can't be looked for must not
  ///   count as one that is not there.
  package func identifier<Identifier>(
    _ find: (URL) -> Identifier?
  ) throws(ManagedObjectProblem) -> Identifier? {
    guard object.primaryKey > 0 else { return nil }
    guard let identifier = url.flatMap(find) else {
      throw .noIdentifier(object: "\(object)", store: store)
    }
    return identifier
  }
}
