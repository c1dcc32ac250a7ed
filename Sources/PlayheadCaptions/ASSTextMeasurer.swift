import CPlayheadASS
import PlayheadText

/// Measures text with libass as it will be drawn. Used by one thread at a time.
final class ASSTextMeasurer: TextMeasurer {
  /// Draws the measured text on a canvas of its own.
  private let typesetter: Typesetter
  /// The width of the measuring canvas in pixels.
  private let width: Int
  /// The height of the measuring canvas in pixels, that of the target frame.
  private let height: Int
  /// The number of lines measured so far, for unique line numbers.
  private var count = 0

  /// The width of the measuring canvas as a multiple of the frame width.
  private static let reach = 4

  /// nil if libass is not installed.
  init?(_ writer: ASSWriter, fonts: [CaptionFont]) {
    guard let typesetter = Typesetter(fonts: fonts) else { return nil }
    self.typesetter = typesetter
    (width, height) = (max(writer.width, writer.height) * Self.reach, writer.height)
    typesetter.setHeader(ASSWriter(width: width, height: height, appearance: writer.appearance).header)
    typesetter.setArea(
      width: width, height: height, frame: (0, 0, width, height), storage: (width, height), linePosition: 0, scale: 1)
  }

  /// The advance width: spaces at both ends count.
  func width(_ text: String) -> Double? {
    // A mark at both ends makes spaces count. The rotation is removed for measuring.
    let text = text.replacing(ASSWriter.rotation, with: "")
    guard let whole = end(of: "|" + text + Self.mark), let marks = end(of: "|" + Self.mark) else { return nil }
    return max(0, whole - marks)
  }

  /// A visible character without outline and shadow, whose position shows where the text before it ends.
  private static let mark = "{\\r\\bord0\\shad0}|"

  /// The right end of the drawn text.
  private func end(of text: String) -> Double? {
    typesetter.removeLines()
    count += 1
    typesetter.addLine(
      "\(count),0,Plain,,0,0,0,,{\\q2\\an7\\pos(0,0)\\bord0\\shad0}" + text, number: count, start: 0, duration: 1000)
    var change: Int32 = 0
    var next = typesetter.render(at: 0, change: &change)
    var end: Double?
    while let image = next?.pointee {
      end = max(end ?? 0, Double(image.dst_x + image.w))
      next = image.next
    }
    return end
  }
}
