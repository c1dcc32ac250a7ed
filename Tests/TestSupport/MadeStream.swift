import Foundation

/// The first seconds, six by default, of the demonstration clip, as other tools package files in segments: by FFmpeg's
/// muxer, two sizes, two seconds a segment. Audio begins with the encoder's 1024 samples before the video.
public enum MadeStream: String, Sendable, CaseIterable, CustomStringConvertible {
  case transport, fragments, captioned, secret

  /// One caption of the stream.
  public struct Caption: Sendable {
    public var start: Double
    public var end: Double
    public var text: String
  }

  /// The English captions of `captioned`, in segments of four seconds.
  public static let captions = [
    Caption(start: 0.5, end: 2, text: "The day begins."), Caption(start: 3.25, end: 3.75, text: "A balloon rises."),
    Caption(start: 4.125, end: 5.5, text: "It is warm."),
  ]

  /// Whether ffmpeg and ffprobe are installed.
  public static let hasFFmpeg = ["/usr/bin/ffmpeg", "/usr/bin/ffprobe"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  public var description: String { rawValue }

  /// The start of the video after the presentation's start: audio of 48 kHz comes first.
  public static let videoStart = 1024.0 / 48_000

  /// Writes it into a folder; returns the name of its playlist there.
  public func make(in folder: URL, seconds: Int = 6) throws -> String {
    let isFragmented = self == .fragments || self == .captioned
    var options = [
      "-t", "\(seconds)", "-i", try Fixtures.url("demo.mp4").path, "-filter_complex",
      "[0:v:0]split[a][b];[a]scale=240:134,setsar=1[small];[b]scale=480:270,setsar=1[large]", "-map", "[small]", "-map",
      "0:a:0", "-map",
      "[large]", "-map", "0:a:0", "-c:v", "libx264", "-preset", "veryfast", "-threads", "1", "-g", "60",
      "-keyint_min", "60", "-sc_threshold", "0", "-b:v:0", "300k", "-b:v:1", "900k", "-c:a", "aac", "-b:a", "96k",
      "-f", "hls", "-hls_time", "2", "-hls_playlist_type", "vod", "-master_pl_name", "index.m3u8",
      "-var_stream_map", "v:0,a:0 v:1,a:1", "-hls_segment_filename",
      folder.appendingPathComponent("%v_%d.\(isFragmented ? "m4s" : "ts")").path,
    ]
    if isFragmented { options += ["-hls_segment_type", "fmp4", "-hls_fmp4_init_filename", "init_%v.mp4"] }
    if self == .secret {
      _ = try TemporaryFolder.write("key.bin", Data((0..<16).map { UInt8($0 * 11) }), in: folder)
      let note = "key.bin\n\(folder.appendingPathComponent("key.bin").path)\n"
      options += ["-hls_key_info_file", try TemporaryFolder.write("key.info", Data(note.utf8), in: folder).path]
    }
    try Self.run(
      "/usr/bin/ffmpeg",
      ["-nostdin", "-v", "error", "-y"] + options + [
        folder.appendingPathComponent("%v.m3u8").path
      ])
    if self == .captioned { try addCaptions(in: folder) }
    return "index.m3u8"
  }

  private func addCaptions(in folder: URL) throws {
    let index = folder.appendingPathComponent("index.m3u8")
    let renditions = ["English,en,YES", "Deutsch,de,NO"].map { line -> String in
      let parts = line.split(separator: ",")
      return "#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"text\",NAME=\"\(parts[0])\",LANGUAGE=\"\(parts[1])\","
        + "DEFAULT=\(parts[2]),AUTOSELECT=YES,URI=\"\(parts[1]).m3u8\""
    }
    let text = try String(contentsOf: index, encoding: .utf8).split(separator: "\n").flatMap { line -> [String] in
      if line.hasPrefix("#EXT-X-VERSION") { return [String(line)] + renditions }
      return [line.hasPrefix("#EXT-X-STREAM-INF") ? line + ",SUBTITLES=\"text\"" : String(line)]
    }
    try Data((text.joined(separator: "\n") + "\n").utf8).write(to: index)
    // Captions count from the presentation's start, which FFmpeg has moved away from zero.
    let result = try Self.run(
      "/usr/bin/ffprobe",
      [
        "-v", "error", "-show_entries", "format=start_time", "-of", "csv=p=0",
        folder.appendingPathComponent("0.m3u8").path,
      ])
    let origin = Int(((Double(result.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0) * 90_000).rounded())
    for (language, change) in [("en", { $0 }), ("de", { "(" + $0 + ")" })] as [(String, (String) -> String)] {
      for part in 0..<2 {
        let cues = Self.captions.filter { $0.start < Double(part + 1) * 4 && $0.end > Double(part) * 4 }.map {
          String(format: "00:%06.3f --> 00:%06.3f\n", $0.start, $0.end) + change($0.text) + "\n"
        }
        let text = "WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:\(origin),LOCAL:00:00:00.000\n\n" + cues.joined(separator: "\n")
        _ = try TemporaryFolder.write("\(language)\(part).vtt", Data(text.utf8), in: folder)
      }
      let playlist =
        "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-PLAYLIST-TYPE:VOD\n#EXTINF:4,\n\(language)0.vtt\n#EXTINF:2,\n\(language)1.vtt\n"
        + "#EXT-X-ENDLIST\n"
      _ = try TemporaryFolder.write("\(language).m3u8", Data(playlist.utf8), in: folder)
    }
  }

  @discardableResult
  private static func run(_ program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
    return String(decoding: data, as: UTF8.self)
  }
}

extension TemporaryFolder {
  fileprivate static func write(_ name: String, _ data: Data, in folder: URL) throws -> URL {
    let file = folder.appendingPathComponent(name)
    try data.write(to: file)
    return file
  }
}
