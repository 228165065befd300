package import GoldenStoreModel

/// One thing that the description of an attribute is told beside its name, its type and whether it
/// is optional.
package enum AttributeSetting {
  case transient
  case versionHashModifier(String)
  case renamingIdentifier(String)
  case userInfo([UserInfoEntry])
  case externalBinaryDataStorage
  case preservesValueInHistoryOnDeletion
  case cloudEncryption
  case defaultValue(Any)
}

extension ManagedObjectModelPlan {
  /// What the description of an attribute is told; nothing that is so without being told.
  ///
  /// Descriptions of derived and composite attributes may raise an exception where they are told
  /// what they can't have, even if it is what they have anyway. A derived attribute has no renaming
  /// identifier: Core Data raises one on it, and as the identifier is not hashed and the values are
  /// computed again, nothing is lost without.
  ///
  /// - Throws: `.unsuitableDefault`, `.notExpressible`.
  package func settings(
    of attribute: Attribute, place: String
  ) throws(ManagedObjectModelProblem) -> [AttributeSetting] {
    var settings: [AttributeSetting] = []
    if attribute.isTransient { settings.append(.transient) }
    if let modifier = attribute.versionHashModifier {
      settings.append(.versionHashModifier(modifier))
    }
    if attribute.derivation == nil, let identifier = attribute.renamingIdentifier {
      settings.append(.renamingIdentifier(identifier))
    }
    if !attribute.userInfo.isEmpty { settings.append(.userInfo(attribute.userInfo)) }
    if attribute.allowsExternalBinaryDataStorage { settings.append(.externalBinaryDataStorage) }
    if attribute.preservesValueInHistoryOnDeletion {
      settings.append(.preservesValueInHistoryOnDeletion)
    }
    if attribute.allowsCloudEncryption { settings.append(.cloudEncryption) }
    if let object = try defaultObject(of: attribute, place: place) {
      settings.append(.defaultValue(object))
    }
    return settings
  }
}
