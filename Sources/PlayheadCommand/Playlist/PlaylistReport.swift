import CoreMedia
import Foundation
import PlayheadNetworking
import PlayheadStreaming

/// The text output of `playhead playlist`.
struct PlaylistReport {
  /// The title line: the file name without its folder.
  var name: String
  /// The parsed playlist of either kind.
  var playlist: StreamingPlaylist

  /// The complete report, which ends with a line feed. External text is safe for a terminal.
  var text: String {
    let (head, lines) =
      switch playlist {
      case .multivariant(let playlist): (playlist.head, Self.lines(playlist))
      case .media(let playlist): (playlist.head, Self.lines(playlist))
      }
    var all = [CellText.printable(name)] + lines
    if !head.warnings.isEmpty {
      all.append("  warnings")
      all += head.warnings.map { "    line \($0.line): \(CellText.printable($0.text))" }
    }
    return all.joined(separator: "\n") + "\n"
  }

  /// The lines of a multivariant playlist after the title.
  private static func lines(_ playlist: MultivariantPlaylist) -> [String] {
    var lines = ["  multivariant playlist"]
    lines += section("variants", playlist.variants.map(row))
    lines += section("I-frame variants", playlist.iFrameVariants.map(row))
    lines += section("renditions", playlist.renditions.map(row))
    lines += section(
      "data", playlist.sessionData.map { [$0.dataID, $0.value ?? $0.uri.map(address) ?? "", $0.language ?? ""] })
    if let steering = playlist.contentSteering {
      lines.append("  steering   \(CellText.printable(address(steering.serverURI)))")
    }
    return lines
  }

  /// A URL of the playlist, without its secrets.
  private static func address(_ text: String) -> String { RedactedURL(reference: text).description }

  /// The columns of a variant: bandwidth, size, frame rate, codecs, groups and URL.
  private static func row(_ variant: Variant) -> [String] {
    [
      "\(variant.bandwidth / 1000) kbit/s", variant.resolution.map { "\($0.width)x\($0.height)" } ?? "",
      variant.frameRate.map { "\($0) fps" } ?? "", variant.codecs.joined(separator: ","),
      variant.groups.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value).joined(separator: ","),
      address(variant.uri),
    ]
  }

  /// The columns of a rendition: type, group, language, name, notes and location.
  private static func row(_ rendition: Rendition) -> [String] {
    var notes: [String] = []
    if rendition.isDefault { notes.append("default") } else if rendition.isAutoselect { notes.append("autoselect") }
    if rendition.isForced { notes.append("forced") }
    return [
      rendition.kind.rawValue.lowercased(), rendition.groupID, rendition.language ?? "", rendition.name,
      notes.joined(separator: ", "), rendition.uri.map(address) ?? rendition.inStreamID ?? "in the variant",
    ]
  }

  /// The lines of a media playlist after the title. “live” means that segments can be removed, “growing” that they
  /// remain.
  private static func lines(_ playlist: MediaPlaylist) -> [String] {
    let state = playlist.hasEnded ? "complete" : playlist.kind == .event ? "growing" : "live"
    var lines = [
      "  segments   \(playlist.segments.count), \(state), first is number \(playlist.mediaSequence)",
      "  duration   \(TimeText.precise(playlist.duration.seconds))",
    ]
    if let target = playlist.targetDuration { lines.append("  target     \(target) s") }
    lines += section("segments", playlist.segments.map(row))
    lines += section("parts", playlist.openParts.map { ["\($0.duration.seconds)", address($0.uri)] })
    lines += section("dates", playlist.dateRanges.map { [$0.id, $0.classID ?? "", $0.start.map(date) ?? ""] })
    return lines
  }

  /// The columns of a segment: media sequence number, seconds, URL, byte range, date and notes.
  private static func row(_ segment: MediaSegment) -> [String] {
    var notes: [String] = []
    if segment.isDiscontinuity { notes.append("discontinuity") }
    if segment.isGap { notes.append("gap") }
    if !segment.keys.isEmpty { notes.append("encrypted") }
    return [
      "\(segment.mediaSequence)", String(format: "%.3f", segment.duration.seconds), address(segment.uri),
      segment.byteRange.map { "\($0.length)@\($0.offset)" } ?? "", segment.date.map(date) ?? "",
      notes.joined(separator: ", "),
    ]
  }

  /// A date in ISO 8601 format with milliseconds, in UTC.
  static func date(_ date: Date) -> String {
    date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }

  /// A title and rows in aligned columns, without columns that are empty in all rows; nothing if there are no rows.
  private static func section(_ title: String, _ rows: [[String]]) -> [String] {
    guard let first = rows.first else { return [] }
    let rows = rows.map { $0.map(CellText.printable) }
    let widths = first.indices.map { column in rows.map { CellText.width($0[column]) }.max() ?? 0 }
    return ["  \(title)"]
      + rows.map { row in
        let cells = zip(row, widths).filter { $1 > 0 }.map { CellText.padded($0, to: $1) }
        return String(("    " + cells.joined(separator: "  ")).reversed().drop { $0 == " " }.reversed())
      }
  }
}
