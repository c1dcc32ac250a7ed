import FoundationNetworking
import PlayheadItems
import Testing

@_spi(Playhead) @testable import AVFoundation
@testable import PlayheadNetworking

@Suite("§2.2 options of assets")
struct AssetOptionsTests {
  @Test("header fields, cookies and the user agent are sent with requests")
  func request() throws {
    let cookie = try #require(
      HTTPCookie(properties: [
        .name: "key", .value: "secret", .domain: "media.example", .path: "/films", .secure: "TRUE",
      ]))
    let asset = AVURLAsset(
      url: URL(fileURLWithPath: "/x"),
      options: [
        "AVURLAssetHTTPHeaderFieldsKey": ["X-Token": "abc", "Referer": "https://example.org"],
        AVURLAssetHTTPCookiesKey: [cookie], AVURLAssetHTTPUserAgentKey: "Player/1", "unknown": 5,
      ])
    let options = asset.assetLoader.options
    #expect(options.fields == [.init("Referer", "https://example.org"), .init("X-Token", "abc")])
    #expect(options.userAgent == "Player/1")
    #expect(
      options.cookies == [
        HTTPCookieValue(name: "key", value: "secret", domain: "media.example", path: "/films", isSecure: true)
      ])
    #expect(AVPlayerItem(asset: asset).engineItem.options == options)
  }

  @Test func networkTimeout() {
    func timeout(_ value: Any?) -> Double {
      let options = value.map { [AVURLAssetNetworkTimeoutKey: $0] }
      let asset = AVURLAsset(url: URL(fileURLWithPath: "/x"), options: options)
      return AVPlayerItem(asset: asset).engineItem.networkTimeout
    }
    #expect(timeout(nil) == 60)
    #expect(timeout(5) == 5 && timeout(2.5) == 2.5 && timeout(0) == 0)
    #expect(timeout(-1) == 60 && timeout(Double.nan) == 60 && timeout("x") == 60)
  }

  @Test func permitsReferencesAllowedByOptions() {
    let url = URL(fileURLWithPath: "/x")
    #expect(AVURLAsset(url: url).assetLoader.options.permissions == [])
    let asset = AVURLAsset(
      url: url,
      options: [
        AVURLAssetAllowsLocalNetworkReferencesKey: true, AVURLAssetAllowsInsecureReferencesKey: NSNumber(value: true),
      ])
    #expect(asset.assetLoader.options.permissions == [.localNetwork, .insecure])
    #expect(AVPlayerItem(asset: asset).engineItem.options.permissions == [.localNetwork, .insecure])
  }

  @Test func networkAccess() {
    let url = URL(fileURLWithPath: "/x")
    #expect(AVURLAsset(url: url).assetLoader.options.access == NetworkAccess())
    let asset = AVURLAsset(
      url: url,
      options: [
        AVURLAssetAllowsCellularAccessKey: false, AVURLAssetAllowsExpensiveNetworkAccessKey: NSNumber(value: false),
        AVURLAssetAllowsConstrainedNetworkAccessKey: "no number",
      ])
    let access = asset.assetLoader.options.access
    #expect(!access.allowsCellular && !access.allowsExpensive && access.allowsConstrained)
  }

  @Test(
    "a network that options exclude: Apple's error, with the reason",
    arguments: [
      (NetworkRefusal.cellular, 0), (.expensive, 1), (.constrained, 2),
    ])
  func networkRefusal(refusal: NetworkRefusal, reason: Int) throws {
    let url = try #require(URL(string: "https://media.example/film.mp4"))
    let error = MediaError(.refused(.network(refusal)), url: url).forClients as NSError
    #expect(error.domain == NSURLErrorDomain && error.code == URLError.Code.notConnectedToInternet.rawValue)
    #expect(error.userInfo["NSURLErrorNetworkUnavailableReasonKey"] as? Int == reason)
  }

  @Test("values of a wrong type are ignored")
  func wrongTypes() {
    let asset = AVURLAsset(
      url: URL(fileURLWithPath: "/x"),
      options: [
        "AVURLAssetHTTPHeaderFieldsKey": "no dictionary", AVURLAssetHTTPCookiesKey: ["no cookie", 3],
        AVURLAssetReferenceRestrictionsKey: "x",
      ])
    let options = asset.assetLoader.options
    #expect(options.fields.isEmpty && options.cookies.isEmpty && options.userAgent == nil)
    #expect(asset.referenceRestrictions == .forbidLocalReferenceToRemote)
    let strict = AVURLAsset(
      url: asset.url, options: [AVURLAssetReferenceRestrictionsKey: AVAssetReferenceRestrictions.forbidAll.rawValue])
    #expect(strict.referenceRestrictions == .forbidAll)
    #expect(asset.httpSessionIdentifier != strict.httpSessionIdentifier)
  }

  /// ffprobe -count_packets: 384 packets of 1,152 samples at 44.1 kHz… the same file, read to its end.
  @Test("precise timing reads the whole file if requested")
  func preciseTiming() async throws {
    let plain = AVURLAsset(url: Fixture.url("mpeg2.ts"))
    let precise = AVURLAsset(
      url: Fixture.url("mpeg2.ts"), options: [AVURLAssetPreferPreciseDurationAndTimingKey: true])
    #expect(try await plain.load(.providesPreciseDurationAndTiming) == false)
    #expect(try await precise.load(.providesPreciseDurationAndTiming) == true)
    // Ten seconds of video and as much audio, up to the codec's last block.
    let duration = try await precise.load(.duration).seconds
    #expect(duration >= 10 && duration < 10.1)
  }

  @Test("an item of a precise asset knows its duration before playing; the file is read once for both")
  func preciseItem() async throws {
    let asset = AVURLAsset(url: Fixture.url("mpeg2.ts"), options: [AVURLAssetPreferPreciseDurationAndTimingKey: true])
    let stage = Stage(hasAudio: false)
    let item = AVPlayerItem(asset: asset)
    stage.player.replaceCurrentItem(with: item)
    stage.settle()
    #expect(item.status == .readyToPlay)
    guard case .loaded(let known) = asset.status(of: .duration) else {
      Issue.record("the asset has not learnt from its player")
      return
    }
    #expect(known == item.duration)
    let measured = try await AVURLAsset(
      url: asset.url, options: [AVURLAssetPreferPreciseDurationAndTimingKey: true]
    ).load(.duration)
    #expect(item.duration == measured)
    stage.player.play()
    stage.run(20)
    #expect(abs(stage.player.currentTime().seconds - measured.seconds) < 0.05)
  }

  @Test("the overriding MIME type wins over the detected format")
  func overriddenType() async throws {
    func asset(_ name: String, as type: String) -> AVURLAsset {
      AVURLAsset(url: Fixture.url(name), options: [AVURLAssetOverrideMIMETypeKey: type])
    }
    #expect(try await asset("h264-bframes.mp4", as: "video/mp4; codecs=\"avc1.64001F\"").load(.isPlayable))
    #expect(try await asset("h264-bframes.mp4", as: "application/unknown").load(.isPlayable))
    await #expect(throws: (any Error).self) {
      try await asset("h264-bframes.mp4", as: "application/vnd.apple.mpegurl").load(.duration)
    }
    await #expect(throws: (any Error).self) { try await asset("audio.wav", as: "video/x-matroska").load(.duration) }
  }

  @Test("playable MIME types")
  func types() {
    let types = AVURLAsset.audiovisualTypes()
    for type in [AVFileType.mp4, .mov, .m4a, .mp3, .wav] { #expect(types.contains(type)) }
    #expect(!types.contains(.jpg))
    #expect(AVURLAsset.audiovisualMIMETypes().contains("video/mp4"))
  }

  @Test(arguments: [
    ("video/mp4", true), ("video/mp4; codecs=\"avc1.64001F, mp4a.40.2\"", true), ("audio/mpeg", true),
    ("VIDEO/MP4;codecs=avc1.4D401E", true), ("video/webm; codecs=\"vp9,opus\"", true),
    ("audio/mp4; codecs=mp4a.69", true),
    ("video/mp4; codecs=\"nope.1\"", false), ("video/mp4; codecs=\"avc1.64001F, nope\"", false), ("text/html", false),
    ("", false), (";", false), ("video/mp4; codecs", false), ("video/mp4; codecs=\"\"", false),
  ])
  func extendedTypes(_ type: String, _ isPlayable: Bool) {
    #expect(AVURLAsset.isPlayableExtendedMIMEType(type) == isPlayable)
  }
}
