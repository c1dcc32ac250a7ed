import CoreMedia

/// Parses Scenarist caption files: lines of a time code and the byte pairs sent from that time on, one in each frame.
package enum SCCParser {
  /// Whether text begins with the signature of a Scenarist file.
  package static func isSCC(_ text: String) -> Bool {
    text.utf8.drop { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D }.starts(with: "Scenarist_SCC".utf8)
  }

  /// Parses the cues of one channel, 1 to 4.
  package static func parse(_ text: String, channel: Int = 1) -> CueDocument {
    var document = CueDocument(format: .scc)
    var decoder = CEA608Decoder(channel: channel)
    var next: Int64 = 0
    for line in TextLines.split(text) {
      let words = line.split { $0 == " " || $0 == "\t" }
      guard let first = words.first, !isSCC(line) else { continue }
      guard let frame = frame(first) else {
        document.hasUnreadText = true
        continue
      }
      // A line that begins before the previous one has ended follows it.
      next = max(next, frame)
      for word in words.dropFirst() {
        guard word.utf8.count == 4, let pair = UInt16(word, radix: 16) else {
          document.hasUnreadText = true
          continue
        }
        document.cues += decoder.decode(UInt8(pair >> 8), UInt8(truncatingIfNeeded: pair), at: time(next))
        next += 1
      }
    }
    document.cues += decoder.open
    return document
  }

  /// hh:mm:ss:ff, or drop-frame with a semicolon or a period before the frames: frame numbers are skipped to match the
  /// clock.
  private static func frame(_ text: Substring) -> Int64? {
    let isDropping = text.contains(";") || text.contains(".") || text.contains(",")
    let parts = text.split(omittingEmptySubsequences: false) { ":;.,".contains($0) }.map { Numbers.digits($0) }
    guard parts.count == 4, let hours = parts[0], let minutes = parts[1], let seconds = parts[2], let frames = parts[3],
      hours < 1000, minutes < 60, seconds < 60, frames < 30
    else { return nil }
    let all = hours * 60 + minutes
    let count = (all * 60 + seconds) * 30 + frames
    return Int64(isDropping ? count - 2 * (all - all / 10) : count)
  }

  /// The time of a frame number: all frames last 1001/30000 seconds, as in NTSC video.
  private static func time(_ frame: Int64) -> CMTime { CMTime(value: frame * 1001, timescale: 30000) }
}
