import Foundation
import PlayheadBasics
import Testing

@testable import PlayheadStreaming

/// Which variants play on displays with and without HDR.
@Suite("Dynamic range of variants") struct DynamicRangeTests {
  /// A variant with a bit rate in kbit/s, and a VIDEO-RANGE with its codec.
  private typealias Entry = (rate: Int, range: String?, codec: String)

  private static let avc = "avc1.640028"
  private static let hevc = "hvc1.2.4.L123"
  /// Two ladders that overlap.
  private static let ladders: [Entry] = [
    (500, "SDR", avc), (1500, nil, avc), (4000, "SDR", avc), (2000, "PQ", hevc), (6000, "PQ", hevc),
  ]

  private static func selector(_ entries: [Entry]) throws -> VariantSelector {
    let lines = entries.map { entry in
      "#EXT-X-STREAM-INF:BANDWIDTH=\(entry.rate)000,RESOLUTION=640x360,CODECS=\"\(entry.codec)\""
        + (entry.range.map { ",VIDEO-RANGE=\($0)" } ?? "") + "\nv\(entry.rate).m3u8\n"
    }
    let text = "#EXTM3U\n" + lines.joined()
    let url = URL(string: "https://example.com/m.m3u8")
    guard case .multivariant(let playlist) = try PlaylistParser.parse(text.utf8, url: url) else {
      throw CocoaError(.fileReadCorruptFile)
    }
    let eligible = VariantSelection.eligible(playlist.variants, includesHDR: true) { _ in true }
    return VariantSelector(eligible.map { VariantSelector.Candidate(playlist.variants[$0], index: $0) })
  }

  /// The bit rates from which the selector chooses.
  private static func allowed(
    _ entries: [Entry], on display: HDRTransfers, _ change: (inout VariantPreferences) -> Void = { _ in }
  ) throws -> [Int] {
    var selector = try selector(entries)
    selector.preferences.displayedHDR = display
    change(&selector.preferences)
    return selector.allowed(now: 0).map { $0.peak / 1000 }
  }

  @Test("Without an HDR display SDR plays, and HDR only if there is nothing else")
  func standardDisplay() throws {
    #expect(try Self.allowed(Self.ladders, on: []) == [500, 1500, 4000])
    let high = Self.ladders.filter { $0.range == "PQ" }
    #expect(try Self.allowed(high, on: []) == [2000, 6000])
  }

  @Test("With an HDR display HDR plays, and SDR below its lowest bit rate")
  func highDisplay() throws {
    #expect(try Self.allowed(Self.ladders, on: [.pq, .hlg]) == [500, 1500, 2000, 6000])
    let standard = Self.ladders.filter { $0.range != "PQ" }
    #expect(try Self.allowed(standard, on: .pq) == [500, 1500, 4000])
  }

  @Test("HDR that the display does not show, Dolby Vision and unknown ranges do not count as HDR")
  func otherRanges() throws {
    let rates = [1500, 2000]
    func allowed(_ range: String, _ codec: String, on display: HDRTransfers) throws -> [Int] {
      try Self.allowed([(rates[0], "SDR", Self.avc), (rates[1], range, codec)], on: display)
    }
    #expect(try allowed("HLG", Self.hevc, on: .hlg) == rates)
    for (range, codec) in [("HLG", Self.hevc), ("PQ", "dvh1.05.06"), ("FUTURE", Self.hevc)] {
      #expect(try allowed(range, codec, on: .pq) == [1500], "\(range) \(codec)")
    }
  }

  @Test("The application's limits come before the dynamic range")
  func limitsComeFirst() throws {
    let limited = try Self.allowed(Self.ladders, on: .pq) { $0.peakBitRate = 1_800_000 }
    #expect(limited == [500, 1500])
    let below = try Self.allowed(Self.ladders, on: .pq) { $0.peakBitRate = 100_000 }
    #expect(below == [500])
  }

  @Test("A display that changes leads to a variant of its dynamic range with at most the same bit rate")
  func displayChanges() throws {
    var selector = try Self.selector(Self.ladders)
    selector.expected = 20_000_000
    let first = selector.choose(current: nil, buffer: .init(ahead: 0), now: 0)
    #expect(first.index == 2)
    selector.preferences.displayedHDR = .pq
    let high = selector.choose(current: first.index, buffer: .init(ahead: 10), now: 4)
    #expect(high == .init(index: 3, reason: .limits))
    selector.preferences.displayedHDR = []
    let standard = selector.choose(current: high.index, buffer: .init(ahead: 10), now: 8)
    #expect(standard == .init(index: 1, reason: .limits))
  }
}
