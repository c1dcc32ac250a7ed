import Foundation

/// Formats logs in the W3C extended log file format, with Apple's column names. The column of an addition begins with
/// `x-`, as the format requires.
enum LogText {
  static func access(_ events: [AVPlayerItemAccessLogEvent]) -> String {
    let columns: [(String, (AVPlayerItemAccessLogEvent) -> String)] = [
      ("date", { day($0.playbackStartDate) }), ("time", { clock($0.playbackStartDate) }), ("uri", { text($0.uri) }),
      ("cs-guid", { text($0.playbackSessionID) }), ("s-ip", { text($0.serverAddress) }),
      ("s-ip-changes", { "\($0.numberOfServerAddressChanges)" }), ("sc-count", { "\($0.numberOfMediaRequests)" }),
      ("c-duration-downloaded", { number($0.segmentsDownloadedDuration) }),
      ("c-start-time", { number($0.playbackStartOffset) }), ("c-duration-watched", { number($0.durationWatched) }),
      ("bytes", { "\($0.numberOfBytesTransferred)" }), ("c-observed-bitrate", { number($0.observedBitrate) }),
      ("sc-indicated-bitrate", { number($0.indicatedBitrate) }), ("c-stalls", { "\($0.numberOfStalls)" }),
      ("c-frames-dropped", { count($0.numberOfDroppedVideoFrames) }), ("c-startup-time", { number($0.startupTime) }),
      ("c-overdue", { count($0.downloadOverdue) }), ("c-observed-min-bitrate", { number($0.observedMinBitrate) }),
      ("c-observed-max-bitrate", { number($0.observedMaxBitrate) }),
      ("c-observed-bitrate-sd", { number($0.observedBitrateStandardDeviation) }),
      ("s-playback-type", { text($0.playbackType) }), ("sc-wwan-count", { "\($0.mediaRequestsWWAN)" }),
      ("c-switch-bitrate", { number($0.switchBitrate) }), ("x-video-decoder", { text($0.videoDecoderName) }),
    ]
    return table(columns, events)
  }

  static func errors(_ events: [AVPlayerItemErrorLogEvent]) -> String {
    let columns: [(String, (AVPlayerItemErrorLogEvent) -> String)] = [
      ("date", { day($0.date) }), ("time", { clock($0.date) }), ("uri", { text($0.uri) }),
      ("cs-guid", { text($0.playbackSessionID) }), ("s-ip", { text($0.serverAddress) }),
      ("status", { "\($0.errorStatusCode)" }), ("domain", { text($0.errorDomain) }),
      ("comment", { quoted($0.errorComment) }),
    ]
    return table(columns, events)
  }

  private static func table<Event>(_ columns: [(String, (Event) -> String)], _ events: [Event]) -> String {
    var lines = ["#Version: 1.0", "#Software: Playhead", "#Fields: " + columns.map(\.0).joined(separator: " ")]
    lines += events.map { event in columns.map { $0.1(event) }.joined(separator: " ") }
    return lines.joined(separator: "\n") + "\n"
  }

  // A dash stands for an unknown value.
  private static func text(_ value: String?) -> String {
    guard let value, !value.isEmpty else { return "-" }
    return value.replacingOccurrences(of: " ", with: "%20")
  }

  private static func quoted(_ value: String?) -> String {
    guard let value else { return "-" }
    let line = value.split(whereSeparator: \.isNewline).joined(separator: " ")
    return "\"" + line.replacingOccurrences(of: "\"", with: "\"\"") + "\""
  }

  private static func number(_ value: Double) -> String { value < 0 ? "-" : String(format: "%.3f", value) }
  private static func count(_ value: Int) -> String { value < 0 ? "-" : "\(value)" }
  private static func day(_ date: Date?) -> String { date.map { stamp($0).prefix(10) }.map(String.init) ?? "-" }
  private static func clock(_ date: Date?) -> String {
    date.map { stamp($0).dropFirst(11).prefix(8) }.map(String.init) ?? "-"
  }
  private static func stamp(_ date: Date) -> String { date.formatted(.iso8601) }
}
