import Testing

@testable import PlayheadFFmpeg

@Suite struct MP4GaplessTests {
  /// The rest of a tag as iTunes writes it; only the first four numbers count.
  private static let rest = " 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000"

  /// 125 packets of 1024 samples, of which 2112 are priming (hexadecimal 840): 125,888 (1EBC0) remain, which is
  /// 2.855 s at 44,100 Hz.
  @Test func primingIsSubtracted() {
    let samples = MP4Gapless.samples(" 00000000 00000840 00000000 000000000001EBC0" + Self.rest, of: 128_000)
    #expect(samples == 2112..<128_000)
  }

  @Test(
    arguments: [
      // Fewer samples than the file has: padding of 1000 (3E8) samples.
      (" 00000000 00000840 000003E8 000000000001E7D8", 2112..<127_000),
      // More than the file has.
      (" 00000000 00000840 00000000 00000000000FFFFF", 2112..<128_000),
      // No count.
      (" 00000000 00000840 000003E8 0000000000000000", 2112..<127_000),
      // No priming, too much, no number, too few numbers, padding of the whole file.
      (" 00000000 00000000 00000000 000000000001F400", nil), (" 00000000 00004000 00000000 000000000001EBC0", nil),
      (" 00000000 xyz 00000000 000000000001EBC0", nil), (" 00000000 00000840", nil), ("", nil),
      (" 00000000 00000840 0001F400 0000000000000000", nil),
      // All of the file is priming and padding.
      (" 00000000 00000840 0001EBC0 0000000000000000", nil),
    ] as [(String, Range<Int64>?)])
  func samplesOfTag(tag: String, expected: Range<Int64>?) {
    #expect(MP4Gapless.samples(tag, of: 128_000) == expected)
  }
}
