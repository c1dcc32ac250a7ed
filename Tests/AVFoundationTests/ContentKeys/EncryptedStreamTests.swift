import AVFoundation
import PlayheadTesting
import TestSupport
import Testing

/// HLS streams whose keys a session provides: nothing is requested from their URIs.
@Suite struct EncryptedStreamTests {
  private static let key = (0..<16).map { UInt8($0) }
  /// The vector with which Scripts/fixtures.d/sample_aes.py encrypts.
  private static let vector = (100..<116).map { UInt8($0) }

  private static func playlist(_ tag: String, _ file: String) -> Data {
    let lines = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:10", tag, "#EXTINF:10,", file, "#EXT-X-ENDLIST"]
    return Data(lines.joined(separator: "\n").utf8)
  }

  /// Plays a stream of one segment, and returns its audio and its error.
  private static func play(
    _ file: String, _ tag: String, _ provider: KeyProvider, _ system: AVContentKeySystem = .clearKey
  ) throws -> (audio: [Float], error: (any Error)?) {
    let server = try FaultServer()
    server.serve("/index.m3u8", ServedResource(.data(playlist(tag, "film"))))
    server.serve("/film", ServedResource(.data(try Data(contentsOf: Fixture.url(file)))))
    let asset = AVURLAsset(url: server.url("/index.m3u8"))
    let session = provider.session(for: asset, system)
    let recording = Recording()
    let item = AVPlayerItem(asset: asset)
    let stage = Stage(queue: [item], recording: recording)
    stage.player.play()
    #expect(stage.run { item.status == .failed || stage.player.currentItem == nil })
    withExtendedLifetime(session) {}
    return (recording.samples, item.error)
  }

  @Test("SAMPLE-AES in transport streams: key and vector of the response")
  func sampleAES() throws {
    let provider = KeyProvider(.key(Self.key, vector: Self.vector))
    let found = try Self.play("sample-aes.ts", "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"keys://store/one\"", provider)
    let expected = try Self.play("start-offset.ts", "#EXT-X-KEY:METHOD=NONE", provider)
    #expect(found.error == nil && !found.audio.isEmpty)
    #expect(found.audio == expected.audio)
    #expect(provider.requests.withLock { $0.map { $0.identifier as? String } } == ["keys://store/one"])
    #expect(provider.requests.withLock { $0.first?.initializationData } == nil)
  }

  @Test(
    "systems of clear keys are answered, with their initialization data",
    arguments: ["org.w3.clearkey", "urn:uuid:e2719d58-a985-b3c9-781a-b030af78d30e"])
  func clearKeySystems(format: String) throws {
    let provider = KeyProvider(.key(Self.key, vector: Self.vector))
    let tag =
      "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"data:text/plain;base64,AAECAw==\",KEYFORMAT=\"\(format)\""
    let found = try Self.play("sample-aes.ts", tag, provider)
    #expect(found.error == nil && !found.audio.isEmpty)
    #expect(provider.requests.withLock { $0.first?.initializationData } == Data([0, 1, 2, 3]))
  }

  @Test func fairPlayStreamsReachTheDelegateAndFail() throws {
    let tag =
      "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://one\",KEYFORMAT=\"com.apple.streamingkeydelivery\""
    let provider = KeyProvider(.fairPlay)
    let found = try Self.play("sample-aes.ts", tag, provider, .fairPlayStreaming)
    #expect((found.error as? AVError)?.code == .contentIsNotAuthorized)
    #expect(provider.requests.withLock { $0.map { $0.identifier as? String } } == ["skd://one"])
    #expect(try Self.play("sample-aes.ts", tag, provider).error as? AVError != nil)
  }

  @Test("AES-128 segments are decrypted with the session's key", .enabled(if: MadeFile.hasFFmpeg))
  func wholeSegments() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    // ffmpeg encrypts the segment and writes the playlist.
    try Data(Self.key).write(to: folder.appendingPathComponent("key"))
    try Data("keys://store/two\n\(folder.path)/key\n".utf8).write(to: folder.appendingPathComponent("info"))
    let playlist = try MadeFile.ffmpeg(
      "-i \(Fixture.url("start-offset.ts").path) -c copy -hls_time 100 -hls_key_info_file info index.m3u8", in: folder)
    let clear = try MadeFile.ffmpeg(
      "-i \(Fixture.url("start-offset.ts").path) -c copy -hls_time 100 clear.m3u8", in: folder)
    func audio(_ url: URL, _ provider: KeyProvider) -> [Float] {
      let asset = AVURLAsset(url: url)
      let session = provider.session(for: asset)
      let recording = Recording()
      let item = AVPlayerItem(asset: asset)
      let stage = Stage(queue: [item], recording: recording)
      stage.player.play()
      stage.run { item.status == .failed || stage.player.currentItem == nil }
      #expect(item.error == nil)
      withExtendedLifetime(session) {}
      return recording.samples
    }
    let provider = KeyProvider(.key(Self.key))
    let found = audio(playlist, provider)
    #expect(found == audio(clear, provider) && !found.isEmpty)
    #expect(provider.requests.withLock { $0.map { $0.identifier as? String } } == ["keys://store/two"])
  }
}
