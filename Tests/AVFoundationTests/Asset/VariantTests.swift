@_spi(Playhead) import AVFoundation
import PlayheadTesting
import Testing

@Suite("Variants of a stream")
struct AssetVariantTests {
  private static let multivariant = """
    #EXTM3U
    #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="x",NAME="Plain",DEFAULT=YES,CHANNELS="2"
    #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="x",NAME="Around",AUTOSELECT=YES,CHANNELS="12/-/BINAURAL,DOWNMIX",URI="b.m3u8"
    #EXT-X-STREAM-INF:BANDWIDTH=800000,AVERAGE-BANDWIDTH=500000,RESOLUTION=640x360,FRAME-RATE=29.97,CODECS="avc1.64001f,mp4a.40.2",AUDIO="x"
    a.m3u8
    #EXT-X-STREAM-INF:BANDWIDTH=2000000,RESOLUTION=1920x1080,VIDEO-RANGE=PQ,CODECS="hvc1.2.4.L123.B0,ec-3"
    b.m3u8

    """

  @Test("the attributes of each variant are loaded from the playlist")
  func load() async throws {
    let server = try FaultServer()
    try ServedStream.serve(Self.multivariant, on: server)
    let asset = AVURLAsset(url: server.url("/index.m3u8"))
    let variants = try await asset.load(.variants)
    #expect(variants.map(\.url.lastPathComponent) == ["a.m3u8", "b.m3u8"])
    #expect(variants.map(\.peakBitRate) == [800_000, 2_000_000])
    #expect(variants.map(\.averageBitRate) == [500_000, nil])
    let first = try #require(variants.first?.videoAttributes)
    #expect(first.presentationSize == CGSize(width: 640, height: 360) && first.nominalFrameRate == 29.97)
    #expect(first.videoRange == .sdr && first.codecTypes == [kCMVideoCodecType_H264])
    #expect(variants.last?.videoAttributes?.videoRange == .pq)
    #expect(variants.first?.audioAttributes?.formatIDs == [0x6161_6320])
    #expect(variants.last?.audioAttributes?.formatIDs == [0x6563_2D33])
    let group = try #require(try await asset.loadMediaSelectionGroup(for: .audible))
    #expect(group.options.map(\.displayName) == ["Plain", "Around"])
    let around = variants.first?.audioAttributes?.renditionSpecificAttributes(for: group.options[1])
    #expect(around?.channelCount == 12 && around?.isBinaural == true && around?.isDownmix == true)
    #expect(around?.isImmersive == false)
    #expect(try await AVURLAsset(url: Fixture.url("demo.mp4")).load(.variants).isEmpty)
  }

  @Test("only the pinned variant is fetched")
  func pinned() async throws {
    let server = try FaultServer()
    try ServedStream.serve(
      "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=800000\na.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=500000\nb.m3u8\n", on: server)
    let asset = AVURLAsset(url: server.url("/index.m3u8"))
    let low = try #require(try await asset.load(.variants).last)
    let item = AVPlayerItem(asset: asset)
    #expect(item.pinnedVariant == nil)
    item.pinnedVariant = low
    #expect(item.pinnedVariant == low)
    let before = server.requests.count
    let stage = Stage()
    stage.player.replaceCurrentItem(with: item)
    stage.settle()
    #expect(item.status == .readyToPlay)
    #expect(!server.requests.dropFirst(before).map(\.path).contains("/a.m3u8"))
    #expect(item.accessLog()?.events.first?.uri?.hasSuffix("/b.m3u8") == true)
  }
}
