import AVFoundation
import TestSupport
import Testing

/// MP4 files with Common Encryption, with the keys of a session. The files are encrypted by ffmpeg or by
/// Scripts/fixtures.d; expected frames and audio are those of the clear files.
@Suite struct EncryptedFileTests {
  private static let key = (0..<16).map { UInt8($0) }

  /// The images of an asset at some times, and its audio.
  private static func content(_ asset: AVURLAsset) throws -> (images: [Data], audio: [Float]) {
    let generator = AVAssetImageGenerator(asset: asset)
    generator.requestedTimeToleranceBefore = .zero
    generator.requestedTimeToleranceAfter = .zero
    let images = try [7, 0, 95, 40].map { number -> Data in
      let time = CMTime(value: CMTimeValue(number * 2 + 1), timescale: 60)
      let image = try generator.copyCGImage(at: time, actualTime: nil)
      let data = try #require(image.dataProvider?.data)
      return Data(bytes: data.bytes, count: data.length)
    }
    let recording = Recording()
    let item = AVPlayerItem(asset: asset)
    let stage = Stage(queue: [item], recording: recording)
    stage.player.play()
    #expect(stage.run { stage.player.currentItem == nil || item.status == .failed })
    #expect(item.error == nil)
    return (images, recording.samples)
  }

  @Test(
    "fragmented files of the schemes `cenc` and `cbcs`",
    arguments: ["cenc.mp4", "cbcs.mp4"])
  func fragmented(name: String) throws {
    let asset = AVURLAsset(url: Fixture.url(name))
    let provider = KeyProvider(.key(Self.key))
    let session = provider.session(for: asset)
    let found = try Self.content(asset)
    let expected = try Self.content(AVURLAsset(url: Fixture.url("fragmented.mp4")))
    #expect(found.images == expected.images)
    #expect(found.audio == expected.audio && !found.audio.isEmpty)
    provider.settle()
    // Images and playback share the key.
    #expect(provider.calls.withLock { $0 } == ["provide", "succeeded"])
    let request = try #require(provider.requests.withLock { $0.first })
    #expect(request.identifier as? Data == Data(count: 16))
    #expect(request.status == .receivedResponse && request.error == nil && request.contentKey != nil)
    #expect(request.initializationData == nil && request.options.isEmpty && !request.renewsExpiringResponseData)
    #expect(session.contentKeyRecipients.count == 1 && asset.mayRequireContentKeysForMediaDataProcessing)
  }

  @Test(.enabled(if: MadeFile.hasFFmpeg, "there is no ffmpeg to make the file with"))
  func fileThatFFmpegEncrypted() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let source = Fixture.url("h264-bframes.mp4").path
    let identifier = String(repeating: "0a", count: 16)
    let key = Self.key.map { String(format: "%02x", $0) }.joined()
    let clear = try MadeFile.ffmpeg("-i \(source) -c copy clear.mp4", in: folder)
    let file = try MadeFile.ffmpeg(
      "-i \(source) -c copy -encryption_scheme cenc-aes-ctr -encryption_key \(key) -encryption_kid \(identifier) a.mp4",
      in: folder)
    let asset = AVURLAsset(url: file)
    let provider = KeyProvider(.key(Self.key))
    let session = provider.session(for: asset)
    let found = try Self.content(asset)
    let expected = try Self.content(AVURLAsset(url: clear))
    #expect(found.images == expected.images)
    #expect(found.audio == expected.audio)
    #expect(provider.requests.withLock { $0.map { $0.identifier as? Data } } == [Data(repeating: 10, count: 16)])
    withExtendedLifetime(session) {}
  }

  @Test(
    "`pssh` boxes are passed to the delegate as they are in the file",
    .enabled(if: MadeFile.hasFFmpeg, "there is no ffmpeg to make the file with"))
  func initializationData() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    // A box of W3C's common system with one key identifier, at the end of `moov`.
    let system: [UInt8] = [
      0x10, 0x77, 0xEF, 0xEC, 0xC0, 0xB2, 0x4D, 0x02, 0xAC, 0xE3, 0x3C, 0x1E, 0x52, 0xE2, 0xFB, 0x4B,
    ]
    let box =
      Data([0, 0, 0, 52]) + Data("pssh".utf8) + Data([1, 0, 0, 0] + system + [0, 0, 0, 1]) + Data(count: 16 + 4)
    // `moov` follows the media, whose offsets therefore remain valid.
    let made = try MadeFile.ffmpeg(
      "-i \(Fixture.url("h264-bframes.mp4").path) -c copy -encryption_scheme cenc-aes-ctr"
        + " -encryption_key 000102030405060708090a0b0c0d0e0f -encryption_kid 00000000000000000000000000000000 b.mp4",
      in: folder)
    var data = try Data(contentsOf: made)
    let name = try #require(data.range(of: Data("moov".utf8)))
    let start = name.lowerBound - 4
    let size = data[start..<name.lowerBound].reduce(0) { $0 << 8 | Int($1) }
    data.insert(contentsOf: box, at: start + size)
    for index in 0..<4 { data[start + index] = UInt8(truncatingIfNeeded: (size + 52) >> (24 - 8 * index)) }
    let url = folder.appendingPathComponent("a.mp4")
    try data.write(to: url)
    let asset = AVURLAsset(url: url)
    let provider = KeyProvider(.key(Self.key))
    let session = provider.session(for: asset)
    let image = try AVAssetImageGenerator(asset: asset).copyCGImage(at: .zero, actualTime: nil)
    #expect(FrameNumber.read(image) == 0)
    #expect(provider.requests.withLock { $0.map(\.initializationData) } == [box])
    withExtendedLifetime(session) {}
  }
}
