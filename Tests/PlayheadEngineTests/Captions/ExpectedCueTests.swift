import CoreMedia
import Foundation
import PlayheadText
import TestSupport
import Testing

@testable import PlayheadEngine

/// Expected cues of real files at each time, from androidx/media.
@Suite(.enabled(if: RealMedia.folder != nil, "there are no real media; see Docs/Testing.md"))
struct ExpectedCueTests {
  private static let tables = [
    "hls__cea608__manifest.m3u8", "hls__standalone-webvtt__multivariant_playlist.m3u8",
    "mkv__sample_with_pgs_subtitles.mkv", "mkv__sample_with_srt.mkv", "mkv__sample_with_ssa_subtitles.mkv",
    "mp4__fragmented_captions.mp4",
  ]

  /// The texts at each time, in microseconds; a bitmap is `nil`.
  private static func times(_ table: String) throws -> (file: String, shown: [Int64: [String?]]) {
    let folder = try #require(RealMedia.folder)
    let text = try String(contentsOf: folder.appendingPathComponent("expected/cues/\(table).tsv"), encoding: .utf8)
    var shown: [Int64: [String?]] = [:]
    var file = ""
    for line in text.split(separator: "\n").dropFirst(2) {
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard cells.count >= 4, let time = Int64(cells[1]) else { continue }
      file = cells[0]
      shown[time, default: []] += cells[2] == "-" ? [] : [cells[3].isEmpty ? nil : cells[3]]
    }
    return (file, shown)
  }

  @Test(arguments: tables) func cuesMatchExpectedTimes(table: String) throws {
    let (file, times) = try Self.times(table)
    #expect(times.values.contains { !$0.isEmpty })
    let url = try #require(RealMedia.folder).appendingPathComponent("files/" + file)
    let document = try #require(try CaptionReader.read(url)).document
    for (time, expected) in times {
      // A bit later: it rounds down to whole microseconds.
      let moment = CMTime(value: time + 2000, timescale: 1_000_000)
      let shown = document.cues.filter { $0.isShown(at: moment) }
      #expect(
        Set(shown.map { $0.bitmaps.isEmpty ? $0.text : nil }) == Set(expected), "\(file) at \(Double(time) / 1e6)")
    }
  }
}
