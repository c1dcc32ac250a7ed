/// The placement of vertical lines (WebVTT § 7.2 with `vertical`): a cue typeset horizontally, rotated by
/// 90 degrees around a point.
///
/// After the rotation the first line is the rightmost, as required for lines that grow to the left; for those that grow
/// to the right the order is reversed.
struct VerticalPlacement {
  /// The maximum line length in pixels.
  let length: Double
  /// The cue's layout, completed by the rules.
  private let layout: CueLayout
  /// The writer of the target frame, for its size and line height.
  private let writer: ASSWriter
  /// The beginning and end of lines in pixels from the top of the frame, inside the edge margin.
  private let (start, end): (Double, Double)
  /// 7 from the top, 8 in the middle, 9 to the bottom.
  private let alignment: Int

  /// The ASS code that rotates by 90 degrees clockwise.
  static let rotation = "\\frz-90"

  /// Computes the box of the lines. Its length is at least one pixel.
  ///
  /// - Parameter text: The text of the cue, whose direction resolves the alignments `start` and `end`.
  init(_ layout: CueLayout, text: String, writer: ASSWriter) {
    self.layout = layout
    self.writer = writer
    let side = CuePlacement.alignment(layout, text: text)
    alignment = side + 6
    let box = CuePlacement.box(layout)
    let height = Double(writer.height)
    start = max(box.0 / 100 * height, writer.edge)
    end = max(start + 1, min(box.1 / 100 * height, height - writer.edge))
    length = end - start
  }

  /// The codes of the whole cue. `thickness`: the total of its lines. `before`: the total of cues already there.
  func tags(thickness: Double, before: Double) -> String {
    let (width, edge) = (Double(writer.width), writer.edge)
    // Lines count from the side of the first line.
    /// The left edge of the lines in pixels, for a line number in WebVTT's sense.
    func left(line: Double) -> Double {
      let isFromLeft = (layout.direction == .growingRight) == (line >= 0)
      let distance = edge + (line >= 0 ? line : -line - 1) * writer.lineHeight + before
      return isFromLeft ? distance : width - distance - thickness
    }
    let preferred: Double =
      switch layout.line {
      case .automatic: left(line: -1)
      case .number(let line): left(line: line)
      case .percent(let percent):
        percent / 100 * width - (layout.lineAnchor == .start ? 0 : thickness / (layout.lineAnchor == .center ? 2 : 1))
      }
    let x = max(0, min(preferred, width - thickness)) + thickness
    let y = alignment == 7 ? start : alignment == 9 ? end : (start + end) / 2
    return "\\q2\\an\(alignment)\\pos(\(ASSWriter.number(x)),\(ASSWriter.number(y)))"
  }
}
