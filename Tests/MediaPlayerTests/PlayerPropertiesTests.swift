import CoreGraphics
import Foundation
import Testing

@testable import MediaPlayer

@Suite("MPRIS properties")
struct PlayerPropertiesTests {
  private let clip: [String: Any] = [
    MPMediaItemPropertyTitle: "A film", MPMediaItemPropertyArtist: "Somebody",
    MPMediaItemPropertyPlaybackDuration: 90.5, MPNowPlayingInfoPropertyElapsedPlaybackTime: 30,
    MPNowPlayingInfoPropertyPlaybackRate: 1.0, MPMediaItemPropertyAlbumTrackNumber: NSNumber(value: 3),
  ]

  private func values(_ info: [String: Any]?, _ state: MPNowPlayingPlaybackState = .unknown) -> [String: BusValue] {
    var offers = PlayerProperties.Offers()
    offers.play = true
    offers.rates = [0.5, 2]
    return PlayerProperties(NowPlayingInfo(info, state), offers: offers, track: 7, artURL: "file:///a.bmp").values
  }

  @Test("Title, duration and track number of an item")
  func metadata() {
    #expect(
      values(clip)["Metadata"]
        == .map([
          "mpris:trackid": .path("/org/playhead/track/7"), "mpris:length": .integer(90_500_000),
          "mpris:artUrl": .text("file:///a.bmp"), "xesam:title": .text("A film"), "xesam:artist": .texts(["Somebody"]),
          "xesam:trackNumber": .small(3),
        ]))
  }

  @Test(arguments: [
    ("https://ada:secret@a.example/f.mp4?token=secret#x", "https://a.example/f.mp4"),
    ("file:///a%20b.mp4", "file:///a%20b.mp4"),
    ("data:text/plain,secret", nil),
  ])
  func omitsSecretsFromURL(text: String, expected: String?) throws {
    var info = clip
    info[MPNowPlayingInfoPropertyAssetURL] = URL(string: text)
    guard case .map(let map)? = values(info)["Metadata"] else { throw CocoaError(.coderInvalidValue) }
    #expect(map["xesam:url"] == expected.map { .text($0) })
  }

  @Test("Status follows the playback state if set, else the rate")
  func status() {
    var paused = clip
    paused[MPNowPlayingInfoPropertyPlaybackRate] = 0
    #expect(values(clip)["PlaybackStatus"] == .text("Playing"))
    #expect(values(paused)["PlaybackStatus"] == .text("Paused"))
    #expect(values(paused, .playing)["PlaybackStatus"] == .text("Playing"))
    #expect(values(clip, .stopped)["PlaybackStatus"] == .text("Stopped"))
    #expect(values(nil)["PlaybackStatus"] == .text("Stopped"))
    // A paused player has no rate in MPRIS.
    #expect(values(paused)["Rate"] == .number(1))
  }

  @Test("Nothing can be played without an item")
  func offers() {
    #expect(values(clip)["CanPlay"] == .flag(true) && values(nil)["CanPlay"] == .flag(false))
    #expect(values(clip)["CanGoNext"] == .flag(false))
    #expect(values(clip)["MinimumRate"] == .number(0.5) && values(clip)["MaximumRate"] == .number(2))
  }

  @Test("Only changed properties are announced")
  func changes() {
    let before = PlayerProperties(NowPlayingInfo(clip, .unknown), offers: .init(), track: 1, artURL: nil)
    let after = PlayerProperties(NowPlayingInfo(clip, .paused), offers: .init(), track: 1, artURL: nil)
    #expect(after.changes(since: before) == ["PlaybackStatus": .text("Paused")])
    #expect(before.changes(since: before).isEmpty)
  }

  @Test("Positions are extrapolated by the rate; a jump exceeds rounding")
  func elapsed() {
    var info = clip
    info[MPNowPlayingInfoPropertyPlaybackRate] = 2.0
    let time = ElapsedTime(NowPlayingInfo(info, .unknown), now: 100)
    #expect(time.position(at: 105) == 40)
    info[MPNowPlayingInfoPropertyElapsedPlaybackTime] = 40.4
    #expect(!time.isJump(to: ElapsedTime(NowPlayingInfo(info, .unknown), now: 105), at: 105))
    info[MPNowPlayingInfoPropertyElapsedPlaybackTime] = 45
    #expect(time.isJump(to: ElapsedTime(NowPlayingInfo(info, .unknown), now: 105), at: 105))
    // A step by one frame while paused is announced.
    info[MPNowPlayingInfoPropertyElapsedPlaybackTime] = 30.04
    let paused = ElapsedTime(NowPlayingInfo(clip, .paused), now: 100)
    #expect(paused.isJump(to: ElapsedTime(NowPlayingInfo(info, .paused), now: 105), at: 105))
    #expect(!paused.isJump(to: ElapsedTime(NowPlayingInfo(clip, .paused), now: 105), at: 105))
    // A paused position is constant.
    #expect(ElapsedTime(NowPlayingInfo(clip, .paused), now: 100).position(at: 200) == 30)
  }

  @Test("The bus address comes from the environment or its default socket; none is started")
  func bus() {
    func isAvailable(_ environment: [String: String], _ files: Set<String> = []) -> Bool {
      DesktopBus.isAvailable(environment: environment) { files.contains($0) }
    }
    #expect(isAvailable(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/x,guid=1"], ["/x"]))
    #expect(!isAvailable(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/x"]))
    #expect(isAvailable(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/x;tcp:host=here"]))
    #expect(!isAvailable(["DBUS_SESSION_BUS_ADDRESS": ""]))
    #expect(!isAvailable(["DBUS_SESSION_BUS_ADDRESS": DesktopBus.none]))
    #expect(isAvailable(["XDG_RUNTIME_DIR": "/run/user/1"], ["/run/user/1/bus"]))
    #expect(!isAvailable(["XDG_RUNTIME_DIR": "/run/user/1"]) && !isAvailable([:]))
  }

  @Test("Invalid values in the dictionary are omitted")
  func nonsense() {
    let info: [String: Any] = [
      MPMediaItemPropertyTitle: 5, MPMediaItemPropertyPlaybackDuration: Double.nan,
      MPNowPlayingInfoPropertyElapsedPlaybackTime: Double.infinity, MPMediaItemPropertyAlbumTrackNumber: "three",
    ]
    let read = NowPlayingInfo(info, .unknown)
    #expect(read?.title == nil && read?.duration == nil && read?.elapsed == nil && read?.trackNumber == nil)
  }

  @Test("BMP encoding: header and bottom-up rows in BGR order")
  func bitmap() throws {
    // Two rows of two pixels in RGBA: red, green, then blue, white.
    let bytes: [UInt8] = [255, 0, 0, 0, 0, 255, 0, 0, 0, 0, 255, 0, 255, 255, 255, 0]
    let provider = try #require(CGDataProvider(data: NSData(data: Data(bytes))))
    let image = try #require(
      CGImage(
        width: 2, height: 2, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 8,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.noneSkipLast.rawValue),
        provider: provider, decode: nil, shouldInterpolate: false,
        intent: .defaultIntent))
    // Artwork of an image has its size and returns it for every size.
    let artwork = MPMediaItemArtwork(image: image)
    #expect(artwork.bounds == CGRect(x: 0, y: 0, width: 2, height: 2))
    #expect(artwork.image(at: CGSize(width: 1, height: 1)) === image && artwork.image(at: .zero) == nil)
    let data = try #require(Bitmap.data(image))
    #expect(Array(data.prefix(6)) == [0x42, 0x4D, 70, 0, 0, 0])
    #expect(Array(data.dropFirst(54)) == [255, 0, 0, 255, 255, 255, 255, 255, 0, 0, 255, 255, 0, 255, 0, 255])
  }
}
