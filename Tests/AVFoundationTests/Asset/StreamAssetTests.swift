import AVFoundation
import PlayheadTesting
import Testing

@Suite("Properties of stream assets")
struct StreamAssetTests {
  private static let multivariant = """
    #EXTM3U
    #EXT-X-SESSION-DATA:DATA-ID="org.example.title",VALUE="Big Film",LANGUAGE="en"
    #EXT-X-SESSION-DATA:DATA-ID="org.example.list",URI="list.json"
    #EXT-X-STREAM-INF:BANDWIDTH=900000
    a.m3u8

    """

  @Test("after a player has opened the stream nothing more is fetched; session data are metadata")
  func openedOnce() async throws {
    let server = try FaultServer()
    try ServedStream.serve(Self.multivariant, on: server)
    let asset = AVURLAsset(url: server.url("/index.m3u8"))
    let stage = Stage()
    stage.player.replaceCurrentItem(with: AVPlayerItem(asset: asset))
    stage.settle()
    #expect(stage.player.currentItem?.status == .readyToPlay)
    let metadata = try await asset.load(.metadata)
    #expect(metadata.map(\.identifier?.rawValue) == ["lsdt/org.example.title"])
    #expect(metadata.map(\.stringValue) == ["Big Film"] && metadata.map(\.extendedLanguageTag) == ["en"])
    #expect(try await asset.loadChapterMetadataGroups(bestMatchingPreferredLanguages: ["en"]).isEmpty)
    #expect(try await asset.load(.variants).count == 1)
    let formats = try await asset.loadTracks(withMediaType: .video).first?.load(.formatDescriptions)
    #expect(formats?.first?.mediaSubType == .h264)
    #expect(server.requests.filter { $0.path == "/index.m3u8" }.count == 1)
    #expect(server.requests.filter { $0.path == "/film.ts" }.count == 1)
  }

  @Test("§0.1 tracks of a stream load without a player, and AVPlayerItem(url:) plays either kind")
  func tracksFirst() async throws {
    let server = try FaultServer()
    try ServedStream.serve(Self.multivariant, on: server)
    let url = server.url("/index.m3u8")
    let types = try await AVURLAsset(url: url).load(.tracks).map(\.mediaType)
    #expect(types.contains(.video) && types.contains(.audio))
    for url in [url, Fixture.url("demo.mp4")] {
      let stage = Stage()
      let item = AVPlayerItem(url: url)
      stage.player.replaceCurrentItem(with: item)
      stage.player.play()
      stage.run(2)
      #expect(item.status == .readyToPlay)
      #expect(stage.player.timeControlStatus == .playing)
    }
  }

  @Test("late audio of a transport stream is found by probing further; nothing is fetched twice")
  @MainActor func lateAudio() throws {
    let server = try FaultServer()
    try ServedStream.serve(Self.multivariant, on: server)
    let whole = try Data(contentsOf: Fixture.url("start-offset.ts"))
    server.serve("/film.ts", ServedResource(.data(Self.withoutEarlyAudio(whole))))
    let stage = Stage()
    let item = AVPlayerItem(url: server.url("/index.m3u8"))
    stage.player.replaceCurrentItem(with: item)
    stage.settle()
    #expect(item.status == .readyToPlay)
    #expect(item.tracks.compactMap { $0.assetTrack?.mediaType } == [.video, .audio])
    let audioTrack = item.tracks.compactMap { $0.assetTrack }.first { $0.mediaType == .audio }
    let description = (audioTrack?.formatDescriptions as? [CMFormatDescription])?.first
    #expect(description?.audioStreamBasicDescription?.mSampleRate == 48_000)
    #expect(server.requests.filter { $0.path == "/film.ts" }.count == 1)
  }

  /// The stream, its first half second without the audio packets, which FFmpeg assigns the identifier 0x101.
  private static func withoutEarlyAudio(_ stream: Data) -> Data {
    let packets = stride(from: 0, to: stream.count / 188 * 188, by: 188).map { stream[$0..<$0 + 188] }
    let retained = packets.enumerated().filter { number, packet in
      let identifier = Int(packet[packet.startIndex + 1] & 0x1F) << 8 | Int(packet[packet.startIndex + 2])
      return identifier != 0x101 || number > packets.count / 20
    }
    return Data(retained.flatMap(\.element))
  }
}
