import AVFoundation
import Foundation
import PlayheadBasics
import PlayheadMedia

/// The text output of `playhead info`: a summary, then tables of tracks, metadata, chapters and options.
struct InfoReport {
  /// The title line: the file name without its folder.
  var name: String
  /// The container information.
  var info: MediaInfo
  /// The metadata in all formats; items that cannot be shown as text are omitted.
  var metadata: [AVMetadataItem] = []
  /// The selectable options.
  var selection: [(title: String, rows: [[String]])] = []

  /// The interfaces of hardware that playback tries before software, for a track.
  var hardware: (TrackInfo) -> [HardwareInterface] = { _ in [] }

  /// The complete report, which ends with a line feed. External text is safe for a terminal.
  var text: String {
    var lines = [
      CellText.printable(name),
      "  container  \(info.containerName)",
      "  duration   \(info.duration.isNumeric ? TimeText.precise(info.duration.seconds) : "unknown")",
    ]
    if !info.isSeekable { lines.append("  seeking    not possible") }
    lines += section("tracks", info.tracks.map { Self.trackRow($0, hardware($0)) })
    let metadataRows = metadata.compactMap(InfoMetadata.row)
    if !metadataRows.isEmpty { lines += section("metadata", metadataRows) }
    let chapters = info.details?.chapters ?? info.chapters
    if !chapters.isEmpty {
      lines += section("chapters", chapters.enumerated().map { Self.chapterRow($0.offset, $0.element) })
    }
    for (title, rows) in selection { lines += section(title, rows) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A one-line summary for the player's message row.
  var line: String {
    var parts = [CellText.printable(name)]
    for track in info.tracks where track.video != nil || track.audio != nil {
      parts.append(([track.codecName] + Self.details(track)).joined(separator: " "))
    }
    return parts.joined(separator: " · ")
  }

  /// A title and the rows under it in aligned columns. All rows have as many columns as the first one. A section
  /// without rows is one line that ends in “none”.
  private func section(_ title: String, _ rows: [[String]]) -> [String] {
    guard let first = rows.first else { return ["  \(title)     none"] }
    let widths = first.indices.map { column in rows.map { CellText.width($0[column]) }.max() ?? 0 }
    let lines = rows.map { row in
      let cells = zip(row, widths).map { CellText.padded($0, to: $1) }
      return trimmingEnd("    " + cells.joined(separator: "  "))
    }
    return ["  \(title)"] + lines
  }

  /// The line without spaces at its end.
  private func trimmingEnd(_ line: String) -> String {
    String(line.reversed().drop { $0 == " " }.reversed())
  }

  /// The columns of a track: number, kind, codec and decoder, language, notes, data rate.
  private static func trackRow(_ track: TrackInfo, _ hardware: [HardwareInterface]) -> [String] {
    var notes = details(track)
    if track.isAttachedPicture { notes.append("cover") }
    if track.isForced { notes.append("forced") }
    if !track.isDecodable, track.kind == .video || track.kind == .audio { notes.append("no decoder") }
    if !hardware.isEmpty { notes.append("hardware \(hardware.map(\.title).joined(separator: " or "))") }
    // Most decoders have the name of their codec.
    let decoder = track.decoderName.flatMap { $0 == track.codecName ? nil : " by \($0)" } ?? ""
    return [
      "\(track.trackID)", InfoDocument.name(of: track.kind), CellText.printable(track.codecName + decoder),
      CellText.printable(track.declaredLanguage ?? ""), notes.joined(separator: ", "), dataRate(track.dataRate),
    ]
  }

  /// The columns of a chapter: number starting at 1, time range, title.
  private static func chapterRow(_ index: Int, _ chapter: ChapterInfo) -> [String] {
    let start = TimeText.precise(chapter.timeRange.start.seconds)
    let end = TimeText.precise(chapter.timeRange.end.seconds)
    return ["\(index + 1)", "\(start)–\(end)", CellText.printable(chapter.title ?? "")]
  }

  /// The notes about a track: size, rotation, frame rate and HDR for video; sample rate and channels for audio.
  private static func details(_ track: TrackInfo) -> [String] {
    if let video = track.video {
      let display = video.displaySize
      // Nothing was decoded: the size is unknown if the container does not declare it.
      var notes = video.width > 0 && video.height > 0 ? ["\(video.width)×\(video.height)"] : []
      if display != (Int64(video.width), Int64(video.height)) {
        notes.append("shown \(display.width)×\(display.height)")
      }
      if video.transform.rotation != 0 { notes.append("rotated \(video.transform.rotation)°") }
      if video.transform.isMirrored { notes.append("mirrored") }
      if video.frameRate > 0, !track.isAttachedPicture { notes.append("\(short(video.frameRate)) fps") }
      if let transfer = hdrName(video.color.transfer) { notes.append(transfer) }
      if let dolbyVision = video.dolbyVision { notes.append(dolbyVision.name) }
      return notes
    }
    if let audio = track.audio {
      return ["\(audio.sampleRate) Hz", audio.channels == 1 ? "1 channel" : "\(audio.channels) channels"]
    }
    return []
  }

  /// The name of an HDR transfer function (ITU-T H.273: 16 is PQ, 18 is HLG); nil for others.
  private static func hdrName(_ transfer: Int32) -> String? {
    switch transfer {
    case 16: "PQ"
    case 18: "HLG"
    default: nil
    }
  }

  /// A data rate with its unit, from bits per second; empty if it is unknown.
  private static func dataRate(_ bits: Double) -> String {
    guard bits > 0, bits.isFinite else { return "" }
    if bits < 1000 { return "\(Int(saturating: bits.rounded())) bit/s" }
    return bits >= 1e6 ? "\(short(bits / 1e6)) Mbit/s" : "\(short((bits / 1e3).rounded())) kbit/s"
  }

  /// At most three decimals, without trailing zeros.
  private static func short(_ number: Double) -> String {
    let rounded = (min(number, 1e9) * 1000).rounded() / 1000
    return rounded == rounded.rounded() ? "\(Int(saturating: rounded))" : "\(rounded)"
  }
}
