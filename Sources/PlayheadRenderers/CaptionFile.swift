import Foundation
import PlayheadBasics
import PlayheadRoutes

/// The captions of an item as a file for a device.
package enum CaptionFile {
  /// The format of a file.
  package enum Format: Sendable {
    /// WebVTT (W3C).
    case webVTT
    /// SubRip, which most televisions read.
    case subRip

    /// The MIME type.
    package var type: String { self == .webVTT ? "text/vtt" : "application/x-subrip" }
  }

  /// The limit of captions; a film has some thousands.
  private static let limit = 50_000

  /// The content of a file.
  package static func text(_ captions: [RemotePlayback.Caption], _ format: Format) -> String {
    var lines = format == .webVTT ? ["WEBVTT", ""] : []
    var number = 0
    for caption in captions.prefix(limit) where caption.end > caption.start && caption.end > 0 && caption.end < 1e7 {
      // An empty line would end the caption.
      let text = caption.text.split(whereSeparator: \.isNewline).map { escaped(String($0), format) }
      guard !text.isEmpty else { continue }
      number += 1
      if format == .subRip { lines.append("\(number)") }
      lines.append("\(time(max(0, caption.start), format)) --> \(time(caption.end, format))")
      lines += text + [""]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func escaped(_ line: String, _ format: Format) -> String {
    guard format == .webVTT else { return line }
    return line.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }

  /// A time as `HH:MM:SS.mmm`, with a comma in SubRip.
  private static func time(_ seconds: Double, _ format: Format) -> String {
    let milliseconds = Int(saturating: (seconds * 1000).rounded())
    func digits(_ value: Int, _ count: Int) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    let (whole, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
    return digits(whole / 3600, 2) + ":" + digits(whole / 60 % 60, 2) + ":" + digits(whole % 60, 2)
      + (format == .webVTT ? "." : ",") + digits(rest, 3)
  }
}
