import Foundation
import GoldenStoreModel
import Testing

/// The vectors are those of FIPS 180 and its examples; the boundary lengths were computed with
/// another implementation (OpenSSL).
struct SHATests {
  private static let twoBlocks = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
  private static let longTwoBlocks =
    "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqr"
    + "lmnopqrsmnopqrstnopqrstu"

  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (twoBlocks, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
    (longTwoBlocks, "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"),
  ])
  func sha256GivesTheStandardVectors(_ text: String, _ digest: String) {
    #expect(hexadecimal(SHA256.digest(of: Data(text.utf8))) == digest)
  }

  @Test(arguments: [
    (
      "",
      "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce"
        + "47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e"
    ),
    (
      "abc",
      "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
        + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
    ),
    (
      twoBlocks,
      "204a8fc6dda82f0a0ced7beb8e08a41657c16ef468b228a8279be331a703c335"
        + "96fd15c13b1b07f9aa1d3bea57789ca031ad85c7a71dd70354ec631238ca3445"
    ),
    (
      longTwoBlocks,
      "8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018"
        + "501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909"
    ),
  ])
  func sha512GivesTheStandardVectors(_ text: String, _ digest: String) {
    #expect(hexadecimal(SHA512.digest(of: Data(text.utf8))) == digest)
  }

  @Test func aMillionLettersInUnevenPiecesGiveTheStandardVectors() {
    var short = SHA256()
    var long = SHA512()
    var rest = 1_000_000
    var size = 1
    while rest > 0 {
      let piece = [UInt8](repeating: UInt8(ascii: "a"), count: min(size, rest))
      short.update(piece)
      long.update(piece)
      rest -= piece.count
      size = size % 977 + 61
    }
    #expect(
      hexadecimal(short.digest())
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    #expect(
      hexadecimal(long.digest())
        == "e718483d0ce769644e2e42c7bc15b4638e1f98b13b2044285632a803afa973eb"
        + "de0ff244877ea60a4cb0432ce577c31beb009c5c2c49aa2e4eadb217ad8cc09b")
  }

  /// Zeros around the lengths where the padding needs one block more.
  @Test(arguments: [
    (
      1, "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
      "b8244d028981d693af7b456af8efa4ca"
    ),
    (
      55, "02779466cdec163811d078815c633f21901413081449002f24aa3e80f0b88ef7",
      "2c2481278f62cd07726383b036775306"
    ),
    (
      56, "d4817aa5497628e7c77e6b606107042bbba3130888c5f47a375e6179be789fbb",
      "2146aa8ab60c48acff43ae8c33c5da4c"
    ),
    (
      57, "65a16cb7861335d5ace3c60718b5052e44660726da4cd13bb745381b235a1785",
      "904f1892ec5c43c557199325fda79cac"
    ),
    (
      63, "c7723fa1e0127975e49e62e753db53924c1bd84b8ac1ac08df78d09270f3d971",
      "a405dec5087e201200212d9b99c62298"
    ),
    (
      64, "f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b",
      "7be9fda48f4179e611c698a73cff09fa"
    ),
    (
      65, "98ce42deef51d40269d542f5314bef2c7468d401ad5d85168bfab4c0108f75f7",
      "19dc6ae12de08b21b36c1ec7f353ce9e"
    ),
    (
      111, "24b920fb2f49f521a4fce8f8d0bca1098aa7b380733f96fd6de736dca5006a2e",
      "77ddd3a542e530fd047b8977c657ba6c"
    ),
    (
      112, "b5fdab78d8947eacc864bfeecb4d2100780e5afe1cd8efafb124887913ac49fa",
      "2be2e788c8a8adeaa9c89a7f78904cac"
    ),
    (
      113, "951b1c95584b91fd8776e1d26b25d745ad5d508f6337686b9f7131d7c2f7096a",
      "0e67910bcf0f9ccde5464c63b9c850a1"
    ),
    (
      119, "f616b0d54e78571a9611f343c9f8e022e859e920381ab0e4d3da01e193a7bd7e",
      "c2e210f2674a648d9b58683e651f8fca"
    ),
    (
      120, "6edd9f6f9cc92cded36e6c4a580933f9c9f1b90562b46903b806f21902a1a54f",
      "c106c47ad6eb79cd2290681cb04cb183"
    ),
    (
      127, "15dae5979058bfbf4f9166029b6e340ea3ca374fef578a11dc9e6e923860d7ae",
      "876fee26a8dc66d652341b4951d4a96f"
    ),
    (
      128, "38723a2e5e8a17aa7950dc008209944e898f69a7bd10a23c839d341e935fd5ca",
      "ab942f526272e456ed68a979f5020290"
    ),
    (
      129, "2c80619d7e7c58257293cda3a878c13e5856f4e06f6f90601276f7b9179c9e07",
      "b1f542f68a48608ae53904fbe2105bd8"
    ),
    (
      239, "92426fa49cf0d59a470bc4d7cc53b8e52489315dc449ab2a4e69539c76ce8e42",
      "5ab1250bc60e105fc71ab84c48668227"
    ),
    (
      240, "2dfba633817046c7f559ed4b93076048435f7e1a90f14eb8035c04b9ebae2537",
      "ba21e55aa88dc8b12e13ebff9e675701"
    ),
    (
      256, "5341e6b2646979a70e57653007a1f310169421ec9bdd9f1a5648f75ade005af1",
      "693f95d58383a6162d2aab49eb60395d"
    ),
  ])
  func lengthsAroundTheBlockSizeArePaddedRight(_ count: Int, _ short: String, _ long: String) {
    let zeros = [UInt8](repeating: 0, count: count)
    #expect(hexadecimal(SHA256.digest(of: zeros)) == short)
    #expect(hexadecimal(SHA512.digest(of: zeros).prefix(16)) == long)
  }

  @Test func digestLeavesTheHashReadyForMore() {
    var hash = SHA256()
    hash.update("a")
    #expect(hash.digest() == SHA256.digest(of: Data("a".utf8)))
    hash.update("bc")
    #expect(hash.digest() == SHA256.digest(of: Data("abc".utf8)))
  }

  private func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { String(format: "%02x", $0) }.joined()
  }
}
