import PlayheadBasics

/// Typesets lines for which ASS has no codes: with ruby text, and vertical ones.
///
/// Ruby text is a separate line, aligned by spaces as wide as the base text: so libass still positions lines and avoids
/// collisions.
struct LineTypesetter {
  /// The styles of the cue's runs, by the index in `CueLines.Piece.run`.
  let styles: [CueTextStyle]
  /// The writer of the target frame, for font sizes and escapes.
  let writer: ASSWriter
  /// Whether the event uses the style with boxes.
  let isBoxed: Bool
  /// Measures the width of markup in pixels of the frame. It is not thread-safe.
  let measurer: any TextMeasurer
  /// Codes to repeat before each piece, because its style starts with a reset.
  var repeatedTags = ""
  /// Whether lines are vertical.
  var isVertical = false

  /// A typeset line with its ruby line.
  struct Line {
    /// The base line as ASS markup.
    var text: String
    /// The ruby line as ASS markup, as wide as the base line; nil if the line has no ruby text.
    var above: String?
    /// The width of the base line in pixels, including the space on both sides of a base that is narrower than its
    /// ruby.
    var width: Double
  }

  /// nil if the text cannot be measured.
  func line(_ segments: [CueLines.Segment]) -> Line? {
    var line = Line(text: "", above: nil, width: 0)
    // How far the ruby line lags behind.
    var (gap, above) = (0.0, "")
    for segment in segments {
      let base = markup(segment.base)
      guard let width = measurer.width(base) else { return nil }
      guard !segment.ruby.isEmpty else {
        line.text += base
        line.width += width
        gap += width
        continue
      }
      let ruby = markup(segment.ruby)
      guard let rubyWidth = measurer.width(ruby) else { return nil }
      let (outside, inside) = (max(0, rubyWidth - width) / 2, max(0, width - rubyWidth) / 2)
      line.text += space(outside) + base + space(outside)
      line.width += width + 2 * outside
      above += space(gap + inside) + ruby
      gap = inside
    }
    if !above.isEmpty { line.above = above + space(gap) }
    return line
  }

  /// The ASS markup of pieces. Each begins with a reset, so that it does not depend on the preceding one.
  private func markup(_ pieces: [CueLines.Piece]) -> String {
    pieces.map { piece in
      let tags =
        styles[piece.run].tags(size: writer.fontSize, frameHeight: writer.height, isBoxed: isBoxed) + repeatedTags
      guard isVertical else { return "{\\r\(tags)}" + ASSWriter.escaped(piece.text) }
      let name = styles[piece.run].fontName ?? "sans-serif"
      return VerticalTextOrientation.parts(of: piece.text).map { part in
        // A font name with this prefix draws upright characters in vertical lines.
        "{\\r\(tags)\(part.isUpright ? "\\fn@\(name)" : "")}" + ASSWriter.escaped(part.text)
      }.joined()
    }.joined()
  }

  /// Invisible space: a transparent rectangle, measured in eighths of pixels.
  private func space(_ width: Double) -> String {
    let eighths = Int(saturating: (width * 8).rounded())
    guard eighths > 0 else { return "" }
    let unseen = "\\bord0\\shad0\\1a&HFF&\\3a&HFF&\\4a&HFF&"
    return "{\\r\(repeatedTags)\(unseen)\\p4}m 0 0 l \(eighths) 0 l \(eighths) 8 l 0 8{\\p0}"
  }
}

/// Classifies characters that are upright in vertical lines, and those rotated with them (Unicode Standard Annex #50).
enum VerticalTextOrientation {
  /// Consecutive characters with the same orientation.
  struct Part: Equatable {
    /// The characters in reading order.
    var text: String
    /// Whether the characters are upright; others are rotated with the line.
    var isUpright: Bool
  }

  /// Splits text wherever the orientation changes.
  static func parts(of text: String) -> [Part] {
    var parts: [Part] = []
    for character in text {
      let isUpright = isUpright(character)
      if let last = parts.indices.last, parts[last].isUpright == isUpright {
        parts[last].text.append(character)
      } else {
        parts.append(Part(text: String(character), isUpright: isUpright))
      }
    }
    return parts
  }

  /// Whether the first scalar of a character is in one of the upright ranges.
  static func isUpright(_ character: Character) -> Bool {
    guard let value = character.unicodeScalars.first?.value, value >= 0x1100 else { return false }
    return ranges.contains { $0.contains(value) }
  }

  /// The blocks with the orientation U or Tu of Annex #50, from Hangul Jamo and CJK to emoji, simplified to ranges.
  private static let ranges: [ClosedRange<UInt32>] = [
    0x1100...0x11FF, 0x2460...0x24FF, 0x25A0...0x27BF, 0x2E80...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7FF,
    0xF900...0xFAFF, 0xFE10...0xFE1F, 0xFE30...0xFE48, 0xFF01...0xFF60, 0xFFE0...0xFFE7, 0x1F000...0x1FAFF,
    0x20000...0x3FFFD,
  ]
}
