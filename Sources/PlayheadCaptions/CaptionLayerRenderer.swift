import CPlayheadASS
import CoreMedia
import PlayheadBasics
import PlayheadText

/// Draws one layer: ASS directly, other text converted to ASS, and bitmaps.
final class CaptionLayerRenderer: @unchecked Sendable {
  // Sendable: only the composer accesses it, under its lock.
  /// The libass renderer of the layer; nil before the first text, or if libass is not installed.
  private var typesetter: Typesetter?
  /// Whether the creation of `typesetter` was attempted. It is not attempted again.
  private var hasTried = false
  /// The configuration of `typesetter`; nil before the first drawing.
  private var setUp: SetUp?
  /// The time of the last drawing, to detect backward seeks.
  private var lastTime = CMTime.zero
  /// The measurer for typeset captions, and the writer that it was created for.
  private var measurer: (measurer: ASSTextMeasurer, writer: ASSWriter)?

  /// The inputs of the configuration. A change begins again with other styles or another area.
  private struct SetUp: Equatable {
    /// The ASS header of the layer; nil for other formats.
    var header: String?
    /// The canvas and the position of the frame on it.
    var canvas: CaptionCanvas
    /// The viewer's settings and the application's rules.
    var appearance: CaptionAppearance
  }

  /// The limit of simultaneous cues; more are illegible. Typeset signs in ASS consist of many lines.
  private static let cueLimit = 40
  /// The limit for layers in ASS.
  private static let typesetLimit = 2000

  /// Returns whether the drawing differs from the last one.
  func draw(_ layer: CaptionScene.Layer, _ canvas: CaptionCanvas, into target: inout BandCanvas) -> Bool {
    drawBitmaps(layer, canvas, into: &target)
    let texts = layer.cues.filter { $0.cue.bitmaps.isEmpty }
    guard !texts.isEmpty, let typesetter = typesetter(layer.fonts) else { return false }
    prepare(typesetter, layer, canvas)
    // After a backward seek, libass would position lines as if later ones were still shown.
    if layer.time < lastTime || typesetter.lineCount > 2 * Self.typesetLimit { typesetter.removeLines() }
    lastTime = layer.time
    let area = canvas.visible
    let writer = layer.header == nil ? writer(for: layer.appearance, canvas) : nil
    for (number, cue) in texts.suffix(writer == nil ? Self.typesetLimit : Self.cueLimit) {
      // Lines already added are not repeated.
      guard !typesetter.has(number), let line = writer.map({ write(cue, number: number, layer, $0) }) ?? cue.typeset
      else { continue }
      let start = cue.start.milliseconds
      let end = cue.end.isNumeric ? cue.end.milliseconds : start + 86_400_000
      typesetter.addLine(line, number: number, start: start, duration: max(1, end - start))
    }
    var change: Int32 = 0
    let masks = typesetter.render(at: layer.time.milliseconds, change: &change)
    target.add(masks, offset: writer == nil ? (0, 0) : (area.x, area.y))
    return change != 0
  }

  /// Converts a cue to an ASS line. Text that ASS has no codes for is measured first.
  private func write(_ cue: Cue, number: Int, _ layer: CaptionScene.Layer, _ writer: ASSWriter) -> String {
    let isSimple = cue.layout.direction == .horizontal && !cue.runs.contains(where: \.style.isRubyText)
    guard !isSimple || writer.appearance.rules.contains(where: { $0.direction != nil }) else {
      return writer.line(cue, number: number, regions: layer.regions)
    }
    if measurer?.writer != writer { measurer = ASSTextMeasurer(writer, fonts: layer.fonts).map { ($0, writer) } }
    let others = layer.cues.prefix { $0.number != number }.map(\.cue)
    return writer.line(cue, number: number, regions: layer.regions, measurer: measurer?.measurer, others: others)
  }

  /// The libass renderer, created at first use with the fonts of the container.
  private func typesetter(_ fonts: [CaptionFont]) -> Typesetter? {
    if !hasTried {
      hasTried = true
      typesetter = Typesetter(fonts: fonts)
    }
    return typesetter
  }

  /// Text formats other than ASS are laid out in the visible part of the frame.
  private func writer(for appearance: CaptionAppearance, _ canvas: CaptionCanvas) -> ASSWriter {
    let area = canvas.visible
    var appearance = appearance
    appearance.lift += Double(lifted(canvas)) / Double(max(1, area.height))
    return ASSWriter(width: area.width, height: area.height, appearance: appearance)
  }

  /// The height of the frame's lower part that is covered.
  private func lifted(_ canvas: CaptionCanvas) -> Int {
    let area = canvas.visible
    return max(0, area.y + area.height - (canvas.height - canvas.coveredBelow))
  }

  /// Applies header, area and look to libass, if any of them has changed.
  private func prepare(_ typesetter: Typesetter, _ layer: CaptionScene.Layer, _ canvas: CaptionCanvas) {
    let current = SetUp(header: layer.header, canvas: canvas, appearance: layer.appearance)
    guard current != setUp else { return }
    let area = canvas.visible
    if let header = layer.header {
      if setUp?.header != header { typesetter.setHeader(header) }
      let share = Double(lifted(canvas)) / Double(max(1, canvas.frameHeight)) + layer.appearance.lift
      typesetter.setArea(
        width: canvas.width, height: canvas.height,
        frame: (canvas.frameX, canvas.frameY, canvas.frameWidth, canvas.frameHeight),
        storage: (canvas.storageWidth, canvas.storageHeight), linePosition: min(100, max(0, share * 100)),
        scale: min(max(layer.appearance.scale, 0.1), 10))
    } else {
      typesetter.setHeader(writer(for: layer.appearance, canvas).header)
      typesetter.setArea(
        width: area.width, height: area.height, frame: (0, 0, area.width, area.height),
        storage: (area.width, area.height), linePosition: 0, scale: 1)
    }
    setUp = current
  }

  /// Adds the bitmaps of cues, scaled from their canvas to the frame.
  private func drawBitmaps(_ layer: CaptionScene.Layer, _ canvas: CaptionCanvas, into target: inout BandCanvas) {
    let lift = Int(saturating: layer.appearance.lift * Double(canvas.frameHeight)) + lifted(canvas)
    for (_, cue) in layer.cues.suffix(Self.cueLimit) {
      for bitmap in cue.bitmaps {
        guard let scaled = bitmap.scaled(toWidth: canvas.frameWidth, height: canvas.frameHeight) else { continue }
        var place = scaled.rectangle
        place.x += canvas.frameX
        place.y += canvas.frameY
        // Bitmaps in the lower half are subtitles and are moved up; those above are signs that belong to the image.
        if place.y > canvas.frameY + canvas.frameHeight / 2 { place.y -= lift }
        target.add(scaled.pixels, at: place)
      }
    }
  }
}

extension CMTime {
  /// Whole milliseconds, rounded down; 0 for times that are not numeric.
  var milliseconds: Int64 {
    guard isNumeric else { return 0 }
    return convertScale(1000, method: .roundTowardNegativeInfinity).value
  }
}
