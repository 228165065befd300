import Foundation
public import GoldenStoreModel

extension BrowserModels {
  /// The macOS browser's downloads, whose names and places are encrypted by value transformers.
  public static let downloads = ModelHistory(
    "Downloads",
    seeds: [
      .objects(entity: "DownloadManagedObject", count: 12),
      .values(
        entity: "DownloadManagedObject", attribute: "fileType",
        ["com.adobe.pdf", "public.zip-archive", "public.jpeg"]),
      .values(
        entity: "DownloadManagedObject", attribute: "urlEncrypted",
        [
          .transformable(Data("url: https://www.swift.org/a.pdf".utf8)),
          .transformable(Data("url: https://cafe.example/speisekarte.zip".utf8)),
        ]),
      .values(
        entity: "DownloadManagedObject", attribute: "filenameEncrypted",
        [
          .transformable(Data("name: a.pdf".utf8)), .transformable(Data("name: レシピ.zip".utf8)),
        ]),
    ]
  ) {
    downloads1
    downloads2
  }

  private static let downloads1 = Model("Downloads", versionIdentifiers: [""]) {
    Entity("DownloadManagedObject", className: "DownloadManagedObject") {
      Attribute("added", .date, isOptional: false)
      Attribute("destinationURLEncrypted", .transformable, valueTransformerName: "NSURLTransformer")
      Attribute("errorEncrypted", .transformable, valueTransformerName: "NSErrorTransformer")
      Attribute("fileType", .string)
      Attribute("identifier", .uuid, isOptional: false)
      Attribute("modified", .date, isOptional: false)
      Attribute("tempURLEncrypted", .transformable, valueTransformerName: "NSURLTransformer")
      Attribute(
        "urlEncrypted", .transformable, isOptional: false, valueTransformerName: "NSURLTransformer")
      Attribute("websiteURLEncrypted", .transformable, valueTransformerName: "NSURLTransformer")
    }
  }

  /// Keeps the bookmarks of the files, and their names.
  private static let downloads2 = Model("Downloads 2", versionIdentifiers: [""]) {
    Entity("DownloadManagedObject", className: "DownloadManagedObject") {
      Attribute("added", .date, isOptional: false)
      Attribute(
        "destinationFileBookmarkDataEncrypted", .transformable,
        userInfo: [UserInfoEntry("transformer", "NSDataTransformer")])
      Attribute(
        "destinationURLEncrypted", .transformable,
        userInfo: [UserInfoEntry("transformer", "NSURLTransformer")])
      Attribute(
        "errorEncrypted", .transformable,
        userInfo: [UserInfoEntry("transformer", "NSErrorTransformer")])
      Attribute(
        "filenameEncrypted", .transformable,
        userInfo: [UserInfoEntry("transformer", "NSStringTransformer")])
      Attribute("fileType", .string)
      Attribute("identifier", .uuid, isOptional: false)
      Attribute("modified", .date, isOptional: false)
      Attribute(
        "tempFileBookmarkDataEncrypted", .transformable,
        userInfo: [UserInfoEntry("transformer", "NSDataTransformer")])
      Attribute(
        "tempURLEncrypted", .transformable,
        userInfo: [UserInfoEntry("transformer", "NSURLTransformer")])
      Attribute(
        "urlEncrypted", .transformable, isOptional: false,
        userInfo: [UserInfoEntry("transformer", "NSURLTransformer")])
      Attribute(
        "websiteURLEncrypted", .transformable,
        userInfo: [UserInfoEntry("transformer", "NSURLTransformer")])
    }
  }
}
