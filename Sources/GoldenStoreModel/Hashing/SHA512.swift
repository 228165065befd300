package import Foundation

/// An incremental SHA-512, as FIPS 180-4 defines it.
package struct SHA512 {
  private var state: [UInt64] = [
    0x6A09E667_F3BCC908, 0xBB67AE85_84CAA73B, 0x3C6EF372_FE94F82B,
    0xA54FF53A_5F1D36F1, 0x510E527F_ADE682D1, 0x9B05688C_2B3E6C1F,
    0x1F83D9AB_FB41BD6B, 0x5BE0CD19_137E2179,
  ]
  private var schedule = [UInt64](repeating: 0, count: 80)
  private var block = [UInt8](repeating: 0, count: 128)
  private var blockCount = 0
  private var byteCount: UInt64 = 0

  /// Starts a hash of nothing.
  package init() {}

  /// Adds bytes.
  package mutating func update(_ bytes: some ContiguousBytes) {
    bytes.withUnsafeBytes { update($0) }
  }

  /// Adds the UTF-8 bytes of a text, without a terminator.
  package mutating func update(_ text: String) {
    var text = text
    text.withUTF8 { update(UnsafeRawBufferPointer($0)) }
  }

  /// Returns the hash of all bytes so far; more may be added to the original afterwards.
  package func digest() -> [UInt8] {
    var padded = self
    // The length counts bits and fills the last 16 bytes of a block after one bit and zeros; its
    // upper half is always zero here.
    let bitCount = byteCount &* 8
    let used = blockCount + 1
    let zeros = (used <= 112 ? 120 : 248) - used
    var padding: [UInt8] = [0x80]
    padding += Array(repeating: 0, count: zeros)
    padding += (0..<8).map { UInt8(truncatingIfNeeded: bitCount >> (56 - 8 * UInt64($0))) }
    padded.update(padding)
    return padded.state.flatMap { word in
      stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> $0) }
    }
  }

  /// Returns the hash of bytes.
  package static func digest(of bytes: some ContiguousBytes) -> [UInt8] {
    var hash = SHA512()
    hash.update(bytes)
    return hash.digest()
  }

  private mutating func update(_ bytes: UnsafeRawBufferPointer) {
    byteCount &+= UInt64(bytes.count)
    var offset = 0
    if blockCount > 0 {
      let count = min(block.count - blockCount, bytes.count)
      for index in 0..<count { block[blockCount + index] = bytes[index] }
      blockCount += count
      offset = count
      guard blockCount == block.count else { return }
      block.withUnsafeBytes { compress($0, into: &state, schedule: &schedule) }
      blockCount = 0
    }
    while bytes.count - offset >= block.count {
      compress(
        UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + block.count)]), into: &state,
        schedule: &schedule)
      offset += block.count
    }
    for byte in bytes[offset...] {
      block[blockCount] = byte
      blockCount += 1
    }
  }
}

private func compress(
  _ block: UnsafeRawBufferPointer, into state: inout [UInt64], schedule: inout [UInt64]
) {
  schedule.withUnsafeMutableBufferPointer { w in
    for index in 0..<16 {
      w[index] = UInt64(
        bigEndian: block.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
    }
    for index in 16..<80 {
      let a = w[index - 15]
      let b = w[index - 2]
      let s0 = rotate(a, 1) ^ rotate(a, 8) ^ (a >> 7)
      let s1 = rotate(b, 19) ^ rotate(b, 61) ^ (b >> 6)
      w[index] = w[index - 16] &+ s0 &+ w[index - 7] &+ s1
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    roundConstants.withUnsafeBufferPointer { constants in
      for index in 0..<80 {
        let s1 = rotate(e, 14) ^ rotate(e, 18) ^ rotate(e, 41)
        let choice = (e & f) ^ (~e & g)
        let first = h &+ s1 &+ choice &+ constants[index] &+ w[index]
        let s0 = rotate(a, 28) ^ rotate(a, 34) ^ rotate(a, 39)
        let majority = (a & b) ^ (a & c) ^ (b & c)
        (h, g, f, e) = (g, f, e, d &+ first)
        (d, c, b, a) = (c, b, a, first &+ s0 &+ majority)
      }
    }
    for (index, value) in [a, b, c, d, e, f, g, h].enumerated() {
      state[index] = state[index] &+ value
    }
  }
}

private func rotate(_ word: UInt64, _ count: UInt64) -> UInt64 {
  word >> count | word << (64 - count)
}

/// The first 64 bits of the fractions of the cube roots of the first 80 primes.
private let roundConstants: [UInt64] = [
  0x428A2F98_D728AE22, 0x71374491_23EF65CD, 0xB5C0FBCF_EC4D3B2F, 0xE9B5DBA5_8189DBBC,
  0x3956C25B_F348B538, 0x59F111F1_B605D019, 0x923F82A4_AF194F9B, 0xAB1C5ED5_DA6D8118,
  0xD807AA98_A3030242, 0x12835B01_45706FBE, 0x243185BE_4EE4B28C, 0x550C7DC3_D5FFB4E2,
  0x72BE5D74_F27B896F, 0x80DEB1FE_3B1696B1, 0x9BDC06A7_25C71235, 0xC19BF174_CF692694,
  0xE49B69C1_9EF14AD2, 0xEFBE4786_384F25E3, 0x0FC19DC6_8B8CD5B5, 0x240CA1CC_77AC9C65,
  0x2DE92C6F_592B0275, 0x4A7484AA_6EA6E483, 0x5CB0A9DC_BD41FBD4, 0x76F988DA_831153B5,
  0x983E5152_EE66DFAB, 0xA831C66D_2DB43210, 0xB00327C8_98FB213F, 0xBF597FC7_BEEF0EE4,
  0xC6E00BF3_3DA88FC2, 0xD5A79147_930AA725, 0x06CA6351_E003826F, 0x14292967_0A0E6E70,
  0x27B70A85_46D22FFC, 0x2E1B2138_5C26C926, 0x4D2C6DFC_5AC42AED, 0x53380D13_9D95B3DF,
  0x650A7354_8BAF63DE, 0x766A0ABB_3C77B2A8, 0x81C2C92E_47EDAEE6, 0x92722C85_1482353B,
  0xA2BFE8A1_4CF10364, 0xA81A664B_BC423001, 0xC24B8B70_D0F89791, 0xC76C51A3_0654BE30,
  0xD192E819_D6EF5218, 0xD6990624_5565A910, 0xF40E3585_5771202A, 0x106AA070_32BBD1B8,
  0x19A4C116_B8D2D0C8, 0x1E376C08_5141AB53, 0x2748774C_DF8EEB99, 0x34B0BCB5_E19B48A8,
  0x391C0CB3_C5C95A63, 0x4ED8AA4A_E3418ACB, 0x5B9CCA4F_7763E373, 0x682E6FF3_D6B2B8A3,
  0x748F82EE_5DEFB2FC, 0x78A5636F_43172F60, 0x84C87814_A1F0AB72, 0x8CC70208_1A6439EC,
  0x90BEFFFA_23631E28, 0xA4506CEB_DE82BDE9, 0xBEF9A3F7_B2C67915, 0xC67178F2_E372532B,
  0xCA273ECE_EA26619C, 0xD186B8C7_21C0C207, 0xEADA7DD6_CDE0EB1E, 0xF57D4F7F_EE6ED178,
  0x06F067AA_72176FBA, 0x0A637DC5_A2C898A6, 0x113F9804_BEF90DAE, 0x1B710B35_131C471B,
  0x28DB77F5_23047D84, 0x32CAAB7B_40C72493, 0x3C9EBE0A_15C9BEBC, 0x431D67C4_9C100D4C,
  0x4CC5D4BE_CB3E42B6, 0x597F299C_FC657E2A, 0x5FCB6FAB_3AD6FAEC, 0x6C44198C_4A475817,
]
