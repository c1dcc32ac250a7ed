import CoreMedia
import Foundation
import PlayheadStreaming
import Testing

/// Versions of a live playlist of segments of two seconds, written as numbers and names.
@Suite("Live playlists with a restarted media sequence")
struct SequenceRestartTests {
  private func playlist(
    _ numbers: Range<Int>, name: String = "s", date: Double? = nil, tag: String = ""
  ) throws -> MediaPlaylist {
    var text = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:\(numbers.lowerBound)\n\(tag)\n"
    if let date {
      text += "#EXT-X-PROGRAM-DATE-TIME:\(Date(timeIntervalSince1970: date).formatted(.iso8601))\n"
    }
    for number in numbers { text += "#EXTINF:2,\n\(name)\(number).ts\n" }
    guard case .media(let media) = try PlaylistParser.parse(Array(text.utf8)) else { throw CancellationError() }
    return media
  }

  @Test("newer and equal versions continue")
  func continues() throws {
    var detector = SequenceRestartDetector()
    let known = try playlist(100..<105)
    #expect(detector.judge(try playlist(101..<106), after: known) == .continues)
    #expect(detector.judge(known, after: known) == .continues)
    #expect(detector.judge(try playlist(500..<505, name: "x"), after: known) == .continues)
  }

  @Test("an older version of a cache is stale, however often it comes")
  func stale() throws {
    var detector = SequenceRestartDetector()
    let known = try playlist(100..<105)
    for _ in 0..<5 { #expect(detector.judge(try playlist(98..<103), after: known) == .stale) }
    let dated = try playlist(100..<105, date: 1_700_000_200)
    for _ in 0..<5 {
      #expect(detector.judge(try playlist(10..<15, date: 1_700_000_020), after: dated) == .stale)
    }
  }

  @Test("with later dates a restart is recognized at once, without dates at the second update")
  func restarts() throws {
    var detector = SequenceRestartDetector()
    let dated = try playlist(100..<105, date: 1_700_000_200)
    #expect(detector.judge(try playlist(0..<3, name: "r", date: 1_700_000_212), after: dated) == .restarted)
    let known = try playlist(100..<105)
    #expect(detector.judge(try playlist(0..<3, name: "r"), after: known) == .stale)
    #expect(detector.judge(try playlist(0..<3, name: "r"), after: known) == .restarted)
    // Overlapping numbers with other URLs.
    #expect(detector.judge(try playlist(101..<103, name: "r"), after: known) == .stale)
    #expect(detector.judge(try playlist(101..<104, name: "r"), after: known) == .restarted)
    // A newer version between two older ones clears the suspicion.
    #expect(detector.judge(try playlist(0..<3, name: "r"), after: known) == .stale)
    #expect(detector.judge(try playlist(101..<106), after: known) == .continues)
    #expect(detector.judge(try playlist(0..<3, name: "r"), after: known) == .stale)
  }

  @Test("a restarted sequence continues after a discontinuity, and keeps the vectors of its keys")
  func renumbers() throws {
    let known = try playlist(100..<105)
    var new = try playlist(3..<6, name: "r", tag: "#EXT-X-KEY:METHOD=AES-128,URI=\"k\"")
    new.renumber(new.renumbering(after: known))
    #expect(new.segments.map(\.mediaSequence) == [105, 106, 107] && new.mediaSequence == 105)
    #expect(new.segments.map(\.discontinuitySequence) == [1, 1, 1])
    // RFC 8216 §5.2: the number as 128 bits; it was 4.
    #expect(new.segments[1].keys.first?.initializationVector == [UInt8](repeating: 0, count: 15) + [4])
    // The next version of the same server is renumbered alike.
    var next = try playlist(4..<7, name: "r")
    next.renumber(new.renumbered)
    #expect(next.segments.map(\.mediaSequence) == [106, 107, 108])
  }

  // MARK: Requests

  private func policy(after answers: [Bool]) -> PlaylistReloadPolicy {
    var policy = PlaylistReloadPolicy()
    for answer in answers { policy.answered(withChanges: answer) }
    return policy
  }

  @Test(
    "updates are one target duration apart after a change, half of it otherwise",
    arguments: [
      ([true], 6.0), ([false], 3), ([false, false], 3), ([false, false, false], 3), ([false, true], 6),
    ] as [([Bool], Double)])
  func targets(_ answers: [Bool], _ seconds: Double) {
    var media = MediaPlaylist()
    media.targetDuration = 6
    #expect(policy(after: answers).interval(media, holds: false) == seconds)
  }

  @Test(
    "parts are requested at their own interval, at most five times a second",
    arguments: [
      (0.33334, [true], false, 0.33334), (0.33334, [true], true, 0.2), (1, [true], true, 0.5), (1, [false], true, 0.5),
      (1, [false, false], true, 1), (1, [false, false, false], true, 2), (0.02, [true], false, 0.2),
      (0.02, [true], true, 0.2), (0.02, [false, false], true, 0.4), (0.02, [false, false, false], true, 0.8),
      (0.02, [Bool](repeating: false, count: 40), true, 2),
    ] as [(Double, [Bool], Bool, Double)])
  func parts(_ part: Double, _ answers: [Bool], holds: Bool, _ seconds: Double) {
    var media = MediaPlaylist()
    media.targetDuration = 4
    media.partTarget = part
    #expect(abs(policy(after: answers).interval(media, holds: holds) - seconds) < 1e-9)
  }

  @Test("any playlist is reloaded within a minute, and at most five times a second")
  func bounds() throws {
    for target in [0, 1, 999_999, nil] as [Int?] {
      for part in [nil, 0, -1, 1e-300, .infinity, 1e300] as [Double?] {
        for answers in [[true], [false], [Bool](repeating: false, count: 100)] {
          var media = MediaPlaylist()
          (media.targetDuration, media.partTarget) = (target, part)
          for holds in [true, false] {
            #expect((0.2...60).contains(policy(after: answers).interval(media, holds: holds)))
          }
        }
      }
    }
  }
}
