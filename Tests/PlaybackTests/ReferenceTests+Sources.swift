import CoreMedia
import Foundation
import PlayheadFFmpeg
import PlayheadMedia
import PlayheadNetworking
import TestSupport

extension ReferenceTests {
  private static func properties(_ folder: URL, _ file: String) -> ReferenceProperties? {
    try? ReferenceProperties(folder.appendingPathComponent("files").appendingPathComponent(file))
  }

  /// Frame rates that differ by less than this are equal: ffprobe estimates where no header declares one.
  private static let rateTolerance = 0.02

  // MARK: ffprobe

  static func manifest(_ folder: URL) throws -> [Comparison] {
    let rows = try Table(folder.appendingPathComponent("files/manifest.tsv")).rows
    return rows.filter { $0["file"]?.hasPrefix("hls/") == false }.flatMap { row -> [Comparison] in
      let file = row["file"] ?? ""
      let container = row["container"] ?? ""
      guard let properties = properties(folder, file) else {
        return [Comparison("ffprobe", file, "opens", container.isEmpty ? "no" : "yes", "no")]
      }
      var found = [Comparison("ffprobe", file, "opens", container.isEmpty ? "no" : "yes", "yes")]
      func add(_ what: String, _ expected: String?, _ value: String, agrees: Bool? = nil) {
        guard let expected, !expected.isEmpty else { return }
        found.append(Comparison("ffprobe", file, what, expected, value, agrees: agrees))
      }
      add(
        "container", container, properties.container.split(separator: ",").first.map(String.init) ?? "")
      let (video, audio, text) = (properties.tracks("video"), properties.tracks("audio"), properties.tracks("text"))
      add("video codec", row["video_codec"], video.map(\.codec).joined(separator: ","))
      add("audio codec", row["audio_codec"], audio.map(\.codec).joined(separator: ","))
      let subtitles = row["subtitle_codec"] ?? ""
      if subtitles == "+cover" {
        add("cover", "yes", properties.hasCover ? "yes" : "no")
      } else {
        add("subtitle codec", subtitles, text.map(\.codec).joined(separator: ","))
      }
      add("video tracks", row["n_video"], "\(video.count)")
      add("audio tracks", row["n_audio"], "\(audio.count)")
      add("subtitle tracks", row["n_subtitle"], "\(text.count)")
      add("chapters", row["chapters"], "\(properties.chapterCount)")
      if let first = video.first {
        add("size", row["width_x_height"], first.size)
        add("pixel aspect", row["sar"], first.aspect)
        add("transfer", row["transfer"], first.transfer ?? "none")
        add("rotation", row["rotation"], "\(first.rotation)", agrees: sameAngle(row["rotation"], first.rotation))
        let rate = fraction(row["avg_fps"] ?? "")
        add("frame rate", row["avg_fps"], "\(first.frameRate)", agrees: abs(rate - first.frameRate) < rateTolerance)
      }
      let languages = (row["languages"] ?? "").split(separator: ",", omittingEmptySubsequences: false).map {
        $0.isEmpty || $0 == "-" ? "und" : String($0)
      }
      if !(row["languages"] ?? "").isEmpty {
        add("languages", languages.joined(separator: ","), properties.tracks.map(\.language).joined(separator: ","))
      }
      return found
    }
  }

  private static func sameAngle(_ expected: String?, _ found: Int) -> Bool {
    guard let expected = expected.flatMap({ Int64($0) }), (-360...360).contains(expected) else { return false }
    return (Int(expected) - found) % 360 == 0
  }

  private static func fraction(_ text: String) -> Double {
    let parts = text.split(separator: "/").compactMap { Double($0) }
    return parts.count == 2 && parts[1] != 0 ? parts[0] / parts[1] : 0
  }

  // MARK: androidx

  static func tracks(_ folder: URL) throws -> [Comparison] {
    let rows = try Table(folder.appendingPathComponent("expected/tracks.tsv")).rows
    return Dictionary(grouping: rows) { $0["file"] ?? "" }.sorted { $0.key < $1.key }.flatMap {
      file, rows -> [Comparison] in
      guard let properties = properties(folder, file) else {
        return [Comparison("androidx tracks", file, "opens", "yes", "no")]
      }
      var found: [Comparison] = []
      for kind in ["video", "audio"] {
        var seen: Set<String> = []
        let expected = rows.filter {
          $0["mime"]?.hasPrefix(kind + "/") == true && seen.insert($0["track"] ?? "").inserted
        }
        let own = properties.tracks(kind)
        found.append(
          Comparison("androidx tracks", file, "\(kind) tracks (androidx)", "\(expected.count)", "\(own.count)"))
        for (row, track) in zip(expected, own) {
          func add(_ what: String, _ value: String?, _ own: String) {
            guard let value, !value.isEmpty else { return }
            found.append(Comparison("androidx tracks", file, "\(what) (androidx)", value, own))
          }
          if kind == "video" { add("size", "\(row["width"] ?? "")x\(row["height"] ?? "")", track.size) }
          if kind == "audio" {
            add("channels", row["channels"], "\(track.channels)")
            add("sample rate", row["sample_rate"], "\(track.sampleRate)")
          }
          if let language = row["language"], !language.isEmpty {
            // Two letters in the reference, three here.
            add("language", language == "en" ? "eng" : language, track.language)
          }
        }
      }
      return found
    }
  }

  // MARK: tinytag

  private static let keys: [String: [String]] = [
    "title": ["©nam", "TIT2", "TITLE", "info-title"], "artist": ["©ART", "TPE1", "ARTIST", "info-artist"],
    "album": ["©alb", "TALB", "ALBUM", "info-album"],
    "albumartist": ["aART", "TPE2", "ALBUMARTIST", "ALBUM ARTIST"], "composer": ["©wrt", "TCOM", "COMPOSER"],
    "genre": ["©gen", "gnre", "TCON", "GENRE", "info-genre"],
    "year": ["©day", "TDRC", "TYER", "DATE", "info-year"],
    "comment": ["©cmt", "COMM", "COMMENT", "COMMENTS", "DESCRIPTION", "info-comments"],
    "track": ["trkn", "TRCK", "TRACKNUMBER", "info-track number"],
    "track_total": ["trkn", "TRCK", "TRACKTOTAL", "TOTALTRACKS"], "disc": ["disk", "TPOS", "DISCNUMBER"],
    "disc_total": ["disk", "TPOS", "DISCTOTAL", "TOTALDISCS"],
  ]

  static func tags(_ folder: URL) throws -> [Comparison] {
    let data = try Data(contentsOf: folder.appendingPathComponent("expected/metadata.json"))
    let files = try JSONSerialization.jsonObject(with: data) as? [String: [String: Any]] ?? [:]
    return files.sorted { $0.key < $1.key }.flatMap { file, expected -> [Comparison] in
      let properties = properties(folder, file)
      var found: [Comparison] = []
      for (what, names) in keys.sorted(by: { $0.key < $1.key }) {
        guard let value = expected[what] else { continue }
        let own = (properties?.values(names) ?? []).map { number(what, $0) }
        let agrees = own.contains("\(value)")
        found.append(
          Comparison("tinytag", file, what, "\(value)", own.joined(separator: ", "), agrees: agrees))
      }
      for (what, values) in (expected["other"] as? [String: [Any]] ?? [:]).sorted(by: { $0.key < $1.key }) {
        for value in values {
          let isThere = properties?.allValues.contains("\(value)") ?? false
          found.append(
            Comparison("tinytag", file, what, "\(value)", isThere ? "\(value)" : "nothing", agrees: isThere))
        }
      }
      return found
    }
  }

  /// `3/12` and the number pairs of MP4 as the requested one of the two numbers.
  private static func number(_ what: String, _ value: String) -> String {
    guard ["track", "track_total", "disc", "disc_total"].contains(what) else { return value }
    let isTotal = what.hasSuffix("total")
    if value.count >= 12, value.hasPrefix("0000") {
      let digits = value.dropFirst(isTotal ? 8 : 4).prefix(4)
      return "\(Int(digits, radix: 16) ?? 0)"
    }
    let parts = value.split(separator: "/")
    let part = isTotal ? parts.last : parts.first
    return part.flatMap { Int($0) }.map { "\($0)" } ?? value
  }

  // MARK: Seeking

  /// The sync sample at which reading begins for a time, where a container has a video index. Seek points in audio and
  /// in transport streams are estimates by size and not comparable.
  static func seeks(_ folder: URL) throws -> [Comparison] {
    let indexed: Set = ["mp4", "MOV", "mov", "mkv", "webm", "avi"]
    let lines = try String(contentsOf: folder.appendingPathComponent("expected/seekmap.tsv"), encoding: .utf8)
    let rows = lines.split(separator: "\n").dropFirst().map { $0.split(separator: "\t").map(String.init) }
    return Dictionary(grouping: rows.filter { $0.count == 3 }) { $0[0] }.sorted { $0.key < $1.key }.flatMap {
      file, rows -> [Comparison] in
      let url = folder.appendingPathComponent("files").appendingPathComponent(file)
      guard indexed.contains(url.pathExtension),
        let source = try? FileByteSource(path: url.path), var demuxer = try? Demuxer(source: source),
        let video = demuxer.info.tracks.first(where: { $0.kind == .video && !$0.isAttachedPicture })
      else { return [] }
      return rows.compactMap { row in
        guard let target = Int64(row[1]), let first = row[2].split(separator: "timeUs=").dropFirst().first,
          let expected = Int64(first.prefix { $0 == "-" || $0.isNumber })
        else { return nil }
        let landed = try? sync(&demuxer, video.index, CMTime(value: target, timescale: 1_000_000))
        let agrees = landed.map { abs($0 - expected) <= 1500 } ?? false
        return Comparison(
          "androidx seek map", file, "seek to \(target) µs", "\(expected)", landed.map { "\($0)" } ?? "nothing",
          agrees: agrees)
      }
    }
  }

  /// As in a player: if the sync sample found is presented after the target, search further back.
  private static func sync(_ demuxer: inout Demuxer, _ stream: Int, _ time: CMTime) throws -> Int64? {
    var found: Int64?
    for back in [0, 0.5, 2, 8] {
      try demuxer.seek(to: max(.zero, time - CMTime(seconds: back, preferredTimescale: 1000)), stream: stream)
      found = nil
      while found == nil, let packet = try demuxer.readPacket() {
        guard packet.streamIndex == stream, packet.isKey else { continue }
        let time = packet.presentationTime.isNumeric ? packet.presentationTime : packet.decodeTime
        found = Int64((time.seconds * 1_000_000).rounded())
      }
      if let found, Double(found) <= time.seconds * 1_000_000 { break }
    }
    return found
  }
}
