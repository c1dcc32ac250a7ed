import PlayheadBatch
import Testing

/// Values of `xxhsum -H64` (xxHash 0.8.1).
@Suite struct XXH64Tests {
  @Test(arguments: [
    ("", "ef46db3751d8e999"), ("a", "d24ec4f1a98c6e5b"), ("abc", "44bc2cf5ad770999"),
    ("message digest", "066ed728fceeb3be"), ("abcdefghijklmnopqrstuvwxyz", "cfe1f278fa89835c"),
    ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", "aaa46907d3047814"),
    (
      "12345678901234567890123456789012345678901234567890123456789012345678901234567890", "e04a477f19ee145d"
    ),
  ])
  func hashIsThatOfTheReferenceProgram(text: String, hash: String) {
    #expect(XXH64.hexadecimal(Array(text.utf8)) == hash)
  }

  @Test func piecesOfAnySizeHaveTheHashOfTheWhole() {
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    for size in [1, 7, 31, 32, 33, 64, 999] {
      var hash = XXH64()
      for start in stride(from: 0, to: bytes.count, by: size) {
        bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { hash.update($0) }
      }
      #expect(hash.hexadecimal == XXH64.hexadecimal(bytes))
    }
  }
}
