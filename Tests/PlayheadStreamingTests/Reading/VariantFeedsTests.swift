import Foundation
import PlayheadStreaming
import PlayheadTesting
import Testing

@testable import PlayheadClock
@testable import PlayheadHLS
@testable import PlayheadItems

@Suite struct VariantFeedsTests {
  private let context: StreamContext

  init() throws {
    let environment = PlaybackEnvironment(clock: ManualClock(), audio: nil)
    let url = try #require(URL(string: "http://h/main.m3u8"))
    context = StreamContext(
      EngineItem(url: url), environment, control: StreamControl(gate: environment.clock.makeGate("test")))
  }

  /// Two variants with two angles. The second variant has no playlist of its own for the angle `B`.
  private static let text = """
    #EXTM3U
    #EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID="low",NAME="A",DEFAULT=YES
    #EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID="low",NAME="B",URI="low-b.m3u8"
    #EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID="high",NAME="A",DEFAULT=YES
    #EXT-X-STREAM-INF:BANDWIDTH=1000,VIDEO="low"
    low.m3u8
    #EXT-X-STREAM-INF:BANDWIDTH=2000,VIDEO="high"
    high.m3u8
    #EXT-X-STREAM-INF:BANDWIDTH=3000
    file:///nonexistent/other.m3u8

    """

  private func feeds(angle: String? = nil) throws -> VariantFeeds {
    let url = URL(string: "http://h/main.m3u8")
    guard case .multivariant(let playlist) = try PlaylistParser.parse(Self.text.utf8, url: url) else {
      throw PlaylistError.notAPlaylist
    }
    return VariantFeeds(playlist, angle: angle, context: context)
  }

  @Test func returnToAVariantUsesTheSameFeed() throws {
    let feeds = try feeds()
    let first = try #require(feeds.feed(of: 0))
    let second = try #require(feeds.feed(of: 1))
    #expect(first.url.absoluteString == "http://h/low.m3u8" && second.url.absoluteString == "http://h/high.m3u8")
    #expect(feeds.feed(of: 0) === first && feeds.feed(of: 1) === second)
    #expect(feeds.feed(at: first.url) === first)
    #expect(feeds.feed(of: 3) == nil)
  }

  @Test func angleHasPlaylistsOfItsOwn() throws {
    let feeds = try feeds(angle: "B")
    let low = try #require(feeds.feed(of: 0))
    #expect(low.url.absoluteString == "http://h/low-b.m3u8")
    #expect(feeds.index(of: low) == 0)
    #expect(feeds.feed(of: 1)?.url.absoluteString == "http://h/high.m3u8")
    feeds.angle = "A"
    #expect(feeds.feed(of: 0)?.url.absoluteString == "http://h/low.m3u8")
    #expect(feeds.index(of: low) == nil)
  }

  @Test func failedPlaylistIsLoadedAnew() throws {
    let feeds = try feeds()
    let failed = try #require(feeds.feed(of: 2))
    #expect(throws: MediaError.self) { try failed.wait(alignedWith: nil) }
    #expect(failed.failure != nil)
    let renewed = try #require(feeds.feed(of: 2))
    #expect(renewed !== failed && renewed.url == failed.url)
  }
}
