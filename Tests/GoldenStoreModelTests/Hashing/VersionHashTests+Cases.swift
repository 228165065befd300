import GoldenStoreModel

extension VersionHashTests {
  static let cases: [Case] = [
    Case(
      "integer16", "E",
      "6081a7ee0dd788e5fdf775e1fa833477d113a3df1a2d6524467b9d4ea34143df"
    ) {
      Entity("E") { Attribute("a", .integer16) }
    },
    Case(
      "integer32", "E",
      "81acd27d2f4338d1dfcaa7734754ef15588e01e15bdc836e9e1faeca72c4fe6d"
    ) {
      Entity("E") { Attribute("a", .integer32) }
    },
    Case(
      "integer64", "E",
      "4414540f5a907a2b8c920657e82ade3ee52ac61783b7d54f6161a90f8276d232"
    ) {
      Entity("E") { Attribute("a", .integer64) }
    },
    Case(
      "decimal", "E",
      "547135b22cfa3b1cb18e74dabce853d417ed38b9aaac315635dbee9452ad94ed"
    ) {
      Entity("E") { Attribute("a", .decimal) }
    },
    Case(
      "double", "E",
      "dc1b0d707622ccd90c1f3a8886906ec7a813b01cd4a61877724edcb0f09e3616"
    ) {
      Entity("E") { Attribute("a", .double) }
    },
    Case(
      "float", "E",
      "58d9d0933675c67cf359ae71a0dfce0ad05c61a98837e818a7406b3f195d608d"
    ) {
      Entity("E") { Attribute("a", .float) }
    },
    Case(
      "string", "E",
      "bf2ea523eeffd064b7904b41dee37d2fa3d59fd43354284a281938f685b2efe1"
    ) {
      Entity("E") { Attribute("a", .string) }
    },
    Case(
      "boolean", "E",
      "83d64bbe028bbcd5a7d63a23a2ad1a54893920e443433c10391c3774c11d7702"
    ) {
      Entity("E") { Attribute("a", .boolean) }
    },
    Case(
      "date", "E",
      "0ec353f5eead60bd487c9fcbe1867d782fa4442bcdc704e6a08c5ec004b2919a"
    ) {
      Entity("E") { Attribute("a", .date) }
    },
    Case(
      "binary", "E",
      "b33b7f072669db2274857aa0eb85243fabcd86d6e4aea233bbce8784d87844c7"
    ) {
      Entity("E") { Attribute("a", .binary) }
    },
    Case(
      "uuid", "E",
      "58ab2ef70fbf4d38a5564133f495da60b04f658772c51a505b198bc3f84cf784"
    ) {
      Entity("E") { Attribute("a", .uuid) }
    },
    Case(
      "uri", "E",
      "b3c0d59e6567c47060ee9188a8a5b4e00452a8bb6f802e96ffbcb5c7caf6b39c"
    ) {
      Entity("E") { Attribute("a", .uri) }
    },
    Case(
      "transformable", "E",
      "7e9a2f6632b1e844b1d346c7f79cbd520ef6fe9e76169fca2f646a1311aab8ae"
    ) {
      Entity("E") { Attribute("a", .transformable) }
    },
    Case(
      "objectID", "E",
      "9450ecaa952f9ecb657225a4fe24e10025c7e3ac1db2f31983eb090c8bbe8827"
    ) {
      Entity("E") { Attribute("a", .objectID) }
    },
    Case(
      "required", "E",
      "dee81f57fa85e3bdd4bfb8bed34eb1f83ed8cfc36dcfedf9c3379fccc9f62cb4"
    ) {
      Entity("E") { Attribute("a", .string, isOptional: false) }
    },
    Case(
      "transient properties are left out", "E",
      "e6691dfe4d55fb0af0da179453a9f94c71a5fcad27ff9623ce5f1bf748459135"
    ) {
      Entity("E") {
        Attribute("a", .undefined, isTransient: true)
        Relationship("r", to: "E", .toMany, isTransient: true)
      }
    },
    Case(
      "property modifier", "E",
      "4ab1b59730f83c31c5e78676a5dbe8e46c53473823a62948aba31731c9b7c99f"
    ) {
      Entity("E") { Attribute("a", .string, versionHashModifier: "2") }
    },
    Case(
      "external storage", "E",
      "5bc4c26bf236d96f3fe93e7417207557ff84540d47c14cb174602a06c40efb88"
    ) {
      Entity("E") { Attribute("a", .binary, allowsExternalBinaryDataStorage: true) }
    },
    Case(
      "kept in history", "E",
      "5bc4c26bf236d96f3fe93e7417207557ff84540d47c14cb174602a06c40efb88"
    ) {
      Entity("E") { Attribute("a", .binary, preservesValueInHistoryOnDeletion: true) }
    },
    Case(
      "external storage and kept in history", "E",
      "63990b72a76bdbc4428639012485c75cf62bd088e1a486536bee7f72c074fae0"
    ) {
      Entity("E") {
        Attribute(
          "a", .binary, allowsExternalBinaryDataStorage: true,
          preservesValueInHistoryOnDeletion: true)
      }
    },
    Case(
      "names in code-unit order", "E",
      "1359b9ea5c807913b48b560a5816403920392d51c0e8cf31dcbf90ee9ac85bf7"
    ) {
      Entity("E") {
        Attribute("b", .string)
        Attribute("é", .string)
        Attribute("Z", .string)
      }
    },
    Case(
      "abstract, with modifier", "E",
      "ac24ebe28d01bd71056fd7906118b2cd8be68d74214883193cc303a5fadc3658"
    ) {
      Entity("E", isAbstract: true, versionHashModifier: "m") { Attribute("a", .string) }
    },
    Case(
      "uniqueness constraints sorted, their properties in model order", "E",
      "117581f8114d9dddc6aa4645dc46020e1361a5c22f9630becdee1c9d74daadb5"
    ) {
      Entity("E", versionHashModifier: "m") {
        Attribute("a", .string)
        Attribute("b", .string)
        UniquenessConstraint("b", "a")
        UniquenessConstraint("a")
      }
    },
    Case(
      "derived: only the expression counts", "E",
      "124686e96d794b1c67b84adb9c11d42da5d6b2c82bc3f46504123cd01e344b05"
    ) {
      Entity("E") {
        Attribute("count", .integer64, isOptional: false, derivation: Derivation("pages.@count"))
        Relationship("pages", to: "P", .toMany)
      }
      Entity("P")
    },
    Case(
      "derived by a function without argument", "E",
      "5942279fd6f35a7bb870252eaba3849edfc7e30e8dd7b005a2e522c80331b53c"
    ) {
      Entity("E") { Attribute("a", .date, derivation: Derivation("now( )")) }
    },
    Case(
      "derived by a key path", "E",
      "e4a91dbb4166599de3a6bf4337d320fa1f08873a30f710cd6dd872260f6c163e"
    ) {
      Entity("E") { Attribute("a", .string, derivation: Derivation(" a.b ")) }
    },
    Case(
      "composite: the flattened elements", "E",
      "db73ec80f63eea63210c4a1d1e955a4f489d0a3ac2c682c09ec72431b36bb8da"
    ) {
      Entity("E") {
        Attribute(
          "place", .composite, isOptional: false,
          elements: [
            Attribute("title", .string), Attribute("hidden", .string, isTransient: true),
            Attribute(
              "point", .composite,
              elements: [
                Attribute("latitude", .double, isOptional: false),
                Attribute("longitude", .double, isOptional: false),
              ]),
          ])
      }
    },
    Case(
      "to-one", "E",
      "a324f5de061d87b9824393e7ecc4043c1cc027caabb8b54667f56e491d7a014c"
    ) {
      Entity("E") { Relationship("r", to: "P", inverse: "e") }
      Entity("P") { Relationship("e", to: "E", inverse: "r") }
    },
    Case(
      "required to-one", "E",
      "255495626226b35106e85e8703f4d3bcd79624e0d1ea0ec7faf1669bd3a13c6d"
    ) {
      Entity("E") { Relationship("r", to: "P", inverse: "e", .toOne(min: 1), isOptional: false) }
      Entity("P") { Relationship("e", to: "E", inverse: "r") }
    },
    Case(
      "to-many", "E",
      "7fcfbcf3535135bcc4e3cf9f627ae7b47d0c93194cebe2ff9a45a20cd1a6ce7b"
    ) {
      Entity("E") { Relationship("r", to: "P", inverse: "e", .toMany) }
      Entity("P") { Relationship("e", to: "E", inverse: "r") }
    },
    Case(
      "ordered to-many", "E",
      "8214f7ef52c93c4b5ff833aca2b9115fbb74b76c30075ea36766557cb81f5416"
    ) {
      Entity("E") { Relationship("r", to: "P", inverse: "e", .toMany, isOrdered: true) }
      Entity("P") { Relationship("e", to: "E", inverse: "r") }
    },
    Case(
      "limits and modifier", "E",
      "2ead8370f0b807ab22de662f11c456bed00e1a8e3a0ae0e215b4d6681401a3ce"
    ) {
      Entity("E") {
        Relationship(
          "r", to: "P", inverse: "e", .toMany(min: 3, max: 10_000), versionHashModifier: "x")
      }
      Entity("P") { Relationship("e", to: "E", inverse: "r") }
    },
    Case(
      "unbounded as -1", "E",
      "2680ab16cd90b8ac574051bb7eb02177aa05a5dede1cb49ef02e783616c4900c"
    ) {
      Entity("E") { Relationship("r", to: "P", inverse: "e", .toMany(max: -1)) }
      Entity("P") { Relationship("e", to: "E", inverse: "r") }
    },
    Case(
      "without inverse", "E",
      "f2d50418e948683d26ff97082dc53880d12df94412ff2dcd871d67e1e7637006"
    ) {
      Entity("E") { Relationship("r", to: "P") }
      Entity("P")
    },
    Case(
      "own inverse is left out", "E",
      "e08727813532984378bd9bcc079b8362339f936da31bdff2066aa9f893c8cb8d"
    ) {
      Entity("E") { Relationship("r", to: "E", inverse: "r", .toMany) }
    },
    Case(
      "inheritance: Base", "Base",
      "bbab84b94e4ca18ca4ad7b4c0b782555364ea76367bb181b796cdcee17bbe2a3"
    ) {
      Entity("Leaf", superentity: "Middle") { Attribute("zip", .string) }
      Entity("Base", isAbstract: true) {
        Attribute("name", .string)
        Relationship("friends", to: "Base", inverse: "friends", .toMany)
      }
      Entity("Middle", superentity: "Base") { Attribute("age", .integer16, isOptional: false) }
    },
    Case(
      "inheritance: Middle", "Middle",
      "bd61a197fdf83fdfd83cc1f7b2712646dc3e10a785b37e48a3131245ebe59f97"
    ) {
      Entity("Leaf", superentity: "Middle") { Attribute("zip", .string) }
      Entity("Base", isAbstract: true) {
        Attribute("name", .string)
        Relationship("friends", to: "Base", inverse: "friends", .toMany)
      }
      Entity("Middle", superentity: "Base") { Attribute("age", .integer16, isOptional: false) }
    },
    Case(
      "inheritance: Leaf", "Leaf",
      "7150056c90e0561d686090157a714b8f4ee54bd163d89839a35a69066a68781f"
    ) {
      Entity("Leaf", superentity: "Middle") { Attribute("zip", .string) }
      Entity("Base", isAbstract: true) {
        Attribute("name", .string)
        Relationship("friends", to: "Base", inverse: "friends", .toMany)
      }
      Entity("Middle", superentity: "Base") { Attribute("age", .integer16, isOptional: false) }
    },
    Case(
      "redeclared relationship that was its own inverse", "Leaf",
      "dd7de32831975740fa3d24ce92e6152d35739ca14d517af035fc243a69322a84"
    ) {
      Entity("Base") { Relationship("r", to: "Base", inverse: "r", .toMany) }
      Entity("Leaf", superentity: "Base") {
        Relationship("r", to: "Leaf", inverse: "r", .toMany, isOptional: false)
      }
    },
  ]
}
