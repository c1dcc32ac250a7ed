import CoreMedia
import PlayheadFFmpeg
import PlayheadStreaming
import Testing

@Suite("Segment contents")
struct MediaTests {
  /// NIST SP 800-38A, F.2.2: AES-128 in CBC mode.
  @Test("AES-128-CBC matches NIST's vectors")
  func cipher() throws {
    let key: [UInt8] = [
      0x2b, 0x7e, 0x15, 0x16, 0x28, 0xae, 0xd2, 0xa6, 0xab, 0xf7, 0x15, 0x88, 0x09, 0xcf, 0x4f, 0x3c,
    ]
    let cipher = try #require(AES128(key: key, initializationVector: [UInt8](0..<16)))
    let first: [UInt8] = [
      0x76, 0x49, 0xab, 0xac, 0x81, 0x19, 0xb2, 0x46, 0xce, 0xe9, 0x8e, 0x9b, 0x12, 0xe9, 0x19, 0x7d,
    ]
    let second: [UInt8] = [
      0x50, 0x86, 0xcb, 0x9b, 0x50, 0x72, 0x19, 0xee, 0x95, 0xdb, 0x11, 0x3a, 0x91, 0x76, 0x78, 0xb2,
    ]
    #expect(
      cipher.decrypt(first) == [
        0x6b, 0xc1, 0xbe, 0xe2, 0x2e, 0x40, 0x9f, 0x96, 0xe9, 0x3d, 0x7e, 0x11, 0x73, 0x93, 0x17, 0x2a,
      ])
    // The chain continues from block to block.
    #expect(
      cipher.decrypt(second) == [
        0xae, 0x2d, 0x8a, 0x57, 0x1e, 0x03, 0xac, 0x9c, 0x9e, 0xb7, 0x6f, 0xac, 0x45, 0xaf, 0x8e, 0x51,
      ])
    #expect(AES128(key: [1], initializationVector: key) == nil)
  }

  @Test("RFC 5652 §6.3 padding, valid and invalid")
  func validatesPadding() {
    #expect(AES128.padding(of: [9, 9, 3, 3, 3] as [UInt8]) == 3)
    #expect(AES128.padding(of: [UInt8](repeating: 16, count: 16)) == 16)
    #expect(AES128.padding(of: [1, 2, 3] as [UInt8]) == 0)
    #expect(AES128.padding(of: [0] as [UInt8]) == 0)
    #expect(AES128.padding(of: [] as [UInt8]) == 0)
  }

  @Test("RFC 8216 §5.2 an initialization vector from the segment's number")
  func vector() {
    let key = MultivariantPlaylistTests.key(vector: nil)
    #expect(key.vector(forSequence: 0x0102_0304) == [UInt8](repeating: 0, count: 12) + [1, 2, 3, 4])
    #expect(MultivariantPlaylistTests.key(vector: [UInt8](0..<16)).vector(forSequence: 7) == [UInt8](0..<16))
  }

  /// The tag that `mediafilesegmenter` writes: ID3v2.4 with one PRIV frame.
  private func tag(_ value: [UInt8]) -> [UInt8] {
    let owner = Array("com.apple.streaming.transportStreamTimestamp".utf8) + [0]
    let content = owner + value
    let frame = Array("PRIV".utf8) + [0, 0, 0, UInt8(content.count), 0, 0] + content
    return [0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
  }

  @Test("RFC 8216 §3.4 the timestamp before packed audio: 33 bits of 90 kHz")
  func packedAudio() throws {
    let bytes = tag([0, 0, 0, 1, 0, 0, 0, 90]) + [0xFF, 0xF1]
    let found = try #require(PackedAudioTag(bytes))
    #expect(found.timestamp == CMTime(value: 1 << 32 + 90, timescale: 90_000))
    #expect(found.length == bytes.count - 2)
    #expect(PackedAudioTag.length(bytes) == found.length)
    // Bits beyond 33 are padding.
    #expect(PackedAudioTag(tag([0, 0, 0, 2, 0, 0, 0, 1]))?.timestamp == CMTime(value: 1, timescale: 90_000))
    #expect(PackedAudioTag(Array(bytes.dropLast(20))) == nil)
    #expect(PackedAudioTag([0xFF, 0xF1, 0x50]) == nil)
    #expect(PackedAudioTag([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 0])?.timestamp == nil)
  }

  @Test(
    "formats by their first bytes",
    arguments: [
      ([0x47, 0x40, 0, 0x10, 0, 0, 0, 0], SegmentFormat.transportStream),
      ([0, 0, 0, 24, 0x73, 0x74, 0x79, 0x70], .mp4),
      ([0xFF, 0xF1, 0x50, 0x80, 0, 0, 0, 0], .packedAudio("aac")),
      ([0xFF, 0xFB, 0x90, 0x64, 0, 0, 0, 0], .packedAudio("mp3")),
      ([0x0B, 0x77, 0, 0, 0, 0x40, 0, 0], .packedAudio("ac3")),
      ([0x0B, 0x77, 0, 0, 0, 0x80, 0, 0], .packedAudio("eac3")),
      (Array("WEBVTT\n".utf8), .webVTT), (Array("<html>".utf8), .unknown), ([], .unknown),
    ] as [([UInt8], SegmentFormat)])
  func formats(bytes: [UInt8], format: SegmentFormat) {
    #expect(SegmentFormat(bytes) == format)
  }
}
