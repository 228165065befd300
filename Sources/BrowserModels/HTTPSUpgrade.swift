public import GoldenStoreModel

extension BrowserModels {
  /// Which domains are upgraded to HTTPS: a Bloom filter's specification, and the exceptions to it.
  public static let httpsUpgrade = ModelHistory(
    "HTTPSUpgrade",
    shapes: [httpsUpgradeOf2017, httpsUpgradeOf2018],
    seeds: httpsUpgradeSeeds
  ) {
    httpsUpgrade1
    httpsUpgrade2
    httpsUpgrade3
  }

  private static let httpsUpgradeSeeds: [SeedRule] = [
    .objects(entity: "HTTPSWhitelistedDomain", count: 12),
    .objects(entity: "HTTPSStoredBloomFilterSpecification", count: 12),
    .values(
      entity: "HTTPSWhitelistedDomain", attribute: "domain",
      [
        "example.com", "www.example.org", "xn--caf-dma.example", "127.0.0.1", "localhost",
        "a.very.deep.sub.domain.example.net",
      ]),
    .values(
      entity: "HTTPSStoredBloomFilterSpecification", attribute: "sha256",
      [
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
      ]),
    .values(
      entity: "HTTPSStoredBloomFilterSpecification", attribute: "errorRate", [0.0001, 0.5]),
  ]

  private static let httpsUpgrade1 = Model("HTTPSUpgrade", versionIdentifiers: [""]) {
    Entity("HTTPSStoredBloomFilterSpecification", className: "HTTPSStoredBloomFilterSpecification")
    {
      Attribute("errorRate", .double, isOptional: false, default: 0.0)
      Attribute("sha256", .string, isOptional: false)
      Attribute("totalEntries", .integer64, isOptional: false, default: 0)
    }
    Entity("HTTPSWhitelistedDomain", className: "HTTPSWhitelistedDomain") {
      Attribute("domain", .string)
      FetchIndex("domainIndex", "domain")
    }
  }

  /// Renames the entity of the exceptions.
  private static let httpsUpgrade2 = Model("HTTPSUpgrade 2", versionIdentifiers: ["2"]) {
    Entity(
      "HTTPSExcludedDomain", className: "HTTPSExcludedDomain",
      renamingIdentifier: "HTTPSWhitelistedDomain"
    ) {
      Attribute("domain", .string)
      FetchIndex("domainIndex", "domain")
    }
    Entity("HTTPSStoredBloomFilterSpecification", className: "HTTPSStoredBloomFilterSpecification")
    {
      Attribute("errorRate", .double, isOptional: false, default: 0.0)
      Attribute("sha256", .string, isOptional: false)
      Attribute("totalEntries", .integer64, isOptional: false, default: 0)
    }
  }

  /// Says how many bits the filter has.
  private static let httpsUpgrade3 = Model("HTTPSUpgrade 3", versionIdentifiers: ["3"]) {
    Entity(
      "HTTPSExcludedDomain", className: "HTTPSExcludedDomain",
      renamingIdentifier: "HTTPSWhitelistedDomain"
    ) {
      Attribute("domain", .string)
      FetchIndex("domainIndex", "domain")
    }
    Entity("HTTPSStoredBloomFilterSpecification", className: "HTTPSStoredBloomFilterSpecification")
    {
      Attribute("bitCount", .integer64, isOptional: false, default: 0)
      Attribute("errorRate", .double, isOptional: false, default: 0.0)
      Attribute("sha256", .string, isOptional: false)
      Attribute("totalEntries", .integer64, isOptional: false, default: 0)
    }
  }

  /// The first version as it was before there was a Bloom filter: domains, and patterns of domains.
  private static let httpsUpgradeOf2017 = VersionShape(
    "2017-12-01", of: "HTTPSUpgrade", versionIdentifiers: [""]
  ) {
    Entity("HTTPSUpgradeSimpleDomain", className: ".HTTPSUpgradeSimpleDomain") {
      Attribute("domain", .string)
    }
    Entity("HTTPSUpgradeWildcardDomain", className: "HTTPSUpgradeWildcardDomain") {
      Attribute("domain", .string)
    }
  }

  /// The same, a month later.
  private static let httpsUpgradeOf2018 = VersionShape(
    "2018-01-11", of: "HTTPSUpgrade", versionIdentifiers: [""]
  ) {
    Entity(
      "HTTPSUpgradeSimpleDomain", className: ".HTTPSUpgradeSimpleDomain",
      versionHashModifier: "added domain index"
    ) {
      Attribute("domain", .string)
      FetchIndex("domainIndex", "domain")
    }
    Entity(
      "HTTPSUpgradeWildcardDomain", className: "HTTPSUpgradeWildcardDomain",
      versionHashModifier: "added domain index"
    ) {
      Attribute("domain", .string)
      FetchIndex("domainIndex", "domain")
    }
  }
}
