import CoreMedia
import Foundation
import PlayheadStreaming
import PlayheadTesting
import Testing

@testable import PlayheadClock
@testable import PlayheadHLS
@testable import PlayheadItems

@Suite struct VariantSwitcherTests {
  private let context: StreamContext

  init() throws {
    let environment = PlaybackEnvironment(clock: ManualClock(), audio: nil)
    let url = try #require(URL(string: "http://example.com/index.m3u8"))
    context = StreamContext(
      EngineItem(url: url), environment, control: StreamControl(gate: environment.clock.makeGate("test")))
  }

  /// A complete playlist that is loaded: four segments of the given number of seconds, numbered from one.
  private func feed(_ name: String, seconds: Int) throws -> PlaylistFeed {
    let text =
      "#EXTM3U\n#EXT-X-TARGETDURATION:\(seconds)\n#EXT-X-MEDIA-SEQUENCE:1\n"
      + String(repeating: "#EXTINF:\(seconds),\n\(name).ts\n", count: 4) + "#EXT-X-ENDLIST\n"
    let url = try #require(URL(string: "http://example.com/\(name).m3u8"))
    return PlaylistFeed(try MediaPlaylistTests.parse(text), url: url, context: context)
  }

  @Test func switchesAtTheSameTime() throws {
    let (old, new) = (try feed("a", seconds: 6), try feed("b", seconds: 4))
    let switcher = VariantSwitcher(old)
    switcher.change(to: new)
    #expect(switcher.feed === old && switcher.target === new && !switcher.isRequired)
    // Segment 3 begins at 12 s, where segment 4 of the other playlist begins.
    guard case .switched(let position) = switcher.takeNext(at: SegmentPosition(3)) else {
      Issue.record("the next playlist is loaded")
      return
    }
    #expect(position == SegmentPosition(4))
    #expect(switcher.feed === new && switcher.next == nil)
  }

  @Test func switchesToTheFirstSegmentBeforeAnyRequest() throws {
    let switcher = VariantSwitcher(try feed("a", seconds: 6))
    switcher.change(to: try feed("b", seconds: 4))
    guard case .switched(let position) = switcher.takeNext(at: nil) else {
      Issue.record("the next playlist is loaded")
      return
    }
    #expect(position == nil)
  }

  @Test func returningToThePresentPlaylistCancelsTheSwitch() throws {
    let old = try feed("a", seconds: 6)
    let switcher = VariantSwitcher(old)
    switcher.change(to: try feed("b", seconds: 4))
    switcher.change(to: old)
    #expect(switcher.next == nil)
    guard case .unchanged = switcher.takeNext(at: SegmentPosition(3)) else {
      Issue.record("there is no next playlist")
      return
    }
  }

  @Test func requiredSwitchEndsWithTheSwitch() throws {
    let old = try feed("a", seconds: 6)
    let switcher = VariantSwitcher(old)
    switcher.require(try feed("b", seconds: 4))
    #expect(switcher.isRequired)
    _ = switcher.takeNext(at: SegmentPosition(1))
    #expect(!switcher.isRequired)
    switcher.require(switcher.feed)
    #expect(!switcher.isRequired)
  }

  @Test func keepsThePlaylistUntilTheNextOneIsLoaded() throws {
    let old = try feed("a", seconds: 6)
    let switcher = VariantSwitcher(old)
    let url = URL(fileURLWithPath: "/nonexistent/c.m3u8")
    switcher.change(to: PlaylistFeed(url: url, context: context))
    guard case .unchanged = switcher.takeNext(at: SegmentPosition(3)) else {
      Issue.record("the next playlist is not loaded")
      return
    }
    #expect(switcher.feed === old && switcher.target.url == url)
  }
}
