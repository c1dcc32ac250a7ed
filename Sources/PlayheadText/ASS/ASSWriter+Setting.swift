/// Cues that need manual typesetting, because ASS has no codes for them.
extension ASSWriter {
  /// The code that rotates a line by 90 degrees.
  package static let rotation = VerticalPlacement.rotation

  /// Typesets a cue with ruby or vertical text. nil for other cues, and if it cannot be typeset.
  func setLine(
    _ cue: Cue, _ number: Int, _ styles: [CueTextStyle], _ regions: [CueRegion], _ isBoxed: Bool,
    _ measurer: any TextMeasurer, _ others: [Cue]
  ) -> String? {
    let layout = CuePlacement.layout(of: cue, writer: self)
    let isVertical = layout.direction != .horizontal
    guard isVertical || cue.runs.contains(where: \.style.isRubyText), cue.text.count <= Self.setLimit else {
      return nil
    }
    var setting = LineTypesetter(styles: styles, writer: self, isBoxed: isBoxed, measurer: measurer)
    guard isVertical else { return acrossLine(cue, number, regions, setting) }
    setting.repeatedTags = VerticalPlacement.rotation
    setting.isVertical = true
    return verticalLine(cue, layout, number, setting, others)
  }

  /// The maximum length of typeset text: longer text is not a caption, and every piece of it is measured.
  private static let setLimit = 500

  /// Typesets horizontal text with ruby. nil if there is no ruby text, or if a line is wider than the space between the
  /// margins.
  private func acrossLine(_ cue: Cue, _ number: Int, _ regions: [CueRegion], _ setting: LineTypesetter) -> String? {
    let lines = CueLines(cue.runs)
    guard lines.hasRuby else { return nil }
    let place = CuePlacement(cue, regions: regions, writer: self)
    var texts: [String] = []
    for segments in lines.lines {
      // A line that needs wrapping would lose its ruby text.
      guard let line = setting.line(segments), line.width <= Double(width) - place.left - place.right else {
        return nil
      }
      if let above = line.above { texts.append(above) }
      texts.append(line.text)
    }
    let tags = place.tags.isEmpty ? "" : "{\(place.tags)}"
    return fields(number, isBoxed: setting.isBoxed, place, tags + texts.joined(separator: "\\N"))
  }

  /// Typesets vertical text. nil if the measurer cannot measure one of its lines.
  ///
  /// - Parameter others: The cues already shown. Those with the same direction and line occupy the space before this
  ///   one.
  private func verticalLine(
    _ cue: Cue, _ layout: CueLayout, _ number: Int, _ setting: LineTypesetter, _ others: [Cue]
  ) -> String? {
    let vertical = VerticalPlacement(layout, text: cue.text, writer: self)
    var (groups, thickness): ([String], Double) = ([], 0)
    for segments in CueLines(cue.runs).lines {
      guard let whole = setting.line(segments) else { return nil }
      for part in Self.broken(segments, width: whole.width, to: vertical.length) {
        guard let line = setting.line(part) else { return nil }
        // Ruby text above horizontal words is to their right in vertical lines.
        groups.append([line.above, line.text].compactMap { $0 }.joined(separator: "\\N"))
        thickness += lineHeight * (line.above == nil ? 1 : 1.5)
      }
    }
    if layout.direction == .growingRight { groups.reverse() }
    let before = others.filter { $0.layout.direction == layout.direction && $0.layout.line == layout.line }
    let lines = before.reduce(0) { $0 + $1.text.split(separator: "\n").count }
    var place = CuePlacement(cue, regions: [], writer: self)
    (place.left, place.right, place.vertical) = (0, 0, 0)
    let tags = vertical.tags(thickness: thickness, before: Double(lines) * lineHeight)
    return fields(number, isBoxed: setting.isBoxed, place, "{\(tags)}" + groups.joined(separator: "\\N"))
  }

  /// Wraps a line that is too long: between words, and between upright characters. Segments with ruby text are not
  /// broken.
  private static func broken(_ segments: [CueLines.Segment], width: Double, to length: Double) -> [[CueLines.Segment]] {
    guard width > length, !segments.contains(where: { !$0.ruby.isEmpty }) else { return [segments] }
    let characters = segments.flatMap(\.base).flatMap { piece in piece.text.map { (character: $0, run: piece.run) } }
    // Upright characters are about twice as long as others.
    let weights = characters.map { VerticalTextOrientation.isUpright($0.character) ? 2.0 : 1 }
    let capacity = length / width * weights.reduce(0, +)
    var (lines, line, used): ([[CueLines.Segment]], [(Character, Int)], Double) = ([], [], 0)
    var mayBreak: Int?
    func made(_ part: some Sequence<(Character, Int)>) -> [CueLines.Segment] {
      part.map { CueLines.Segment(base: [CueLines.Piece(text: String($0.0), run: $0.1)]) }.joinedPieces
    }
    for (index, element) in characters.enumerated() {
      line.append((element.character, element.run))
      used += weights[index]
      if element.character == " " || VerticalTextOrientation.isUpright(element.character) { mayBreak = line.count }
      guard used > capacity, line.count > 1 else { continue }
      let count = min(mayBreak ?? line.count - 1, line.count - 1)
      let cut = count > 0 ? count : line.count - 1
      lines.append(made(line.prefix(cut)))
      line = Array(line.dropFirst(cut))
      used = line.reduce(0) { $0 + (VerticalTextOrientation.isUpright($1.0) ? 2 : 1) }
      mayBreak = nil
    }
    return lines + [made(line)]
  }
}

extension [CueLines.Segment] {
  /// Merges adjacent pieces of the same run.
  fileprivate var joinedPieces: [CueLines.Segment] {
    var pieces: [CueLines.Piece] = []
    for piece in flatMap(\.base) {
      if let last = pieces.indices.last, pieces[last].run == piece.run {
        pieces[last].text += piece.text
      } else {
        pieces.append(piece)
      }
    }
    return [CueLines.Segment(base: pieces)]
  }
}
