import CoreMedia
import Testing

@testable import PlayheadEngine

/// Whether an ended item was complete.
@Suite struct TruncationPolicyTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var duration: Double?
    var tracks: [Double?]
    var hasIndex = true
    var frame = 0.04
    var end: Double
    var isTruncated = false
    var endsAtDuration = false
    var testDescription: String { name }
  }

  static let rows = [
    Row(name: "all tracks of one length", duration: 10, tracks: [10, 10], end: 10, endsAtDuration: true),
    Row(name: "rounded", duration: 10, tracks: [9.96, 10], end: 9.98, endsAtDuration: true),
    Row(name: "subtitles are longer", duration: 12.5, tracks: [10, 10], end: 10, endsAtDuration: true),
    Row(name: "the movie header was not updated", duration: 20, tracks: [12, 10], end: 12, endsAtDuration: true),
    Row(name: "half of the file is missing", duration: 10, tracks: [10, 10], end: 5, isTruncated: true),
    Row(name: "truncated, with longer subtitles", duration: 12.5, tracks: [10], end: 5, isTruncated: true),
    Row(name: "0.5 s are missing", duration: 10, tracks: [10], end: 9.5, isTruncated: true),
    Row(name: "less than 0.5 s is missing", duration: 10, tracks: [10], end: 9.51, endsAtDuration: true),
    Row(name: "an edit within a long frame", duration: 10, tracks: [10], frame: 2, end: 8.5, endsAtDuration: true),
    Row(name: "tracks without lengths", duration: 10, tracks: [nil], end: 5, isTruncated: true),
    Row(name: "no index: a duration is an estimate", duration: 10, tracks: [10], hasIndex: false, end: 5),
    Row(name: "no index, about right", duration: 10, tracks: [], hasIndex: false, end: 9.8, endsAtDuration: true),
    Row(name: "longer than promised", duration: 10, tracks: [10], end: 15),
    Row(name: "unknown duration", duration: nil, tracks: [nil], end: 5),
  ]

  @Test(arguments: rows) func detectsTruncation(_ row: Row) {
    func time(_ seconds: Double?) -> CMTime {
      seconds.map { CMTime(seconds: $0, preferredTimescale: 1000) } ?? .indefinite
    }
    let policy = TruncationPolicy(
      duration: time(row.duration), selected: row.tracks.map { CMTimeRange(start: .zero, duration: time($0 ?? 0)) },
      hasIndex: row.hasIndex, frameDuration: row.frame)
    #expect(policy.isTruncated(endingAt: time(row.end)) == row.isTruncated)
    #expect(policy.endsAtDuration(endingAt: time(row.end)) == row.endsAtDuration)
  }
}
