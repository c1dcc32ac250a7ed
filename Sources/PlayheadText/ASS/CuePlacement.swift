/// The placement of a cue in ASS: margins in pixels, and codes (WebVTT § 7.2, "Apply WebVTT cue settings").
struct CuePlacement {
  /// The left margin in pixels, from the left edge of the frame.
  var left = 0.0
  /// The right margin in pixels, from the right edge of the frame.
  var right = 0.0
  /// The margin in pixels from the top or bottom edge, according to the alignment in `tags`.
  var vertical = 0.0
  /// The `\an` and `\pos` codes of the cue, without braces.
  var tags = ""

  /// Computes the placement in a region, or by the cue's own line and position.
  ///
  /// - Parameter regions: The regions of the document. A cue that references an unknown one is placed without region.
  init(_ cue: Cue, regions: [CueRegion], writer: ASSWriter) {
    let layout = Self.layout(of: cue, writer: writer)
    let region = layout.region.flatMap { name in regions.first { $0.identifier == name } }
    let (width, height) = (Double(writer.width), Double(writer.height))
    let side = Self.alignment(layout, text: cue.text)
    let box = region.map { ($0.left, $0.left + $0.width) } ?? Self.box(layout)
    // A side margin, unless the file sets the placement.
    let margin = layout.size == 100 && layout.position == nil && region == nil ? 2.5 : 0
    left = max(margin, box.0) / 100 * width
    right = max(margin, 100 - box.1) / 100 * width
    let lift = writer.appearance.lift * height
    if let region {
      // Cues fill a region from its lower edge.
      let bottom =
        region.top(lineHeight: writer.lineHeight / height * 100) + Double(region.lines) * writer.lineHeight / height
        * 100
      vertical = max(0, height - min(bottom, 100) / 100 * height) + lift
      tags = "\\an\(side)"
      return
    }
    place(layout, text: cue.text, side: side, lift: lift, writer: writer)
  }

  /// The layout of the file, completed by the rules.
  static func layout(of cue: Cue, writer: ASSWriter) -> CueLayout {
    var layout = cue.layout
    for rule in writer.appearance.rules where rule.selector == .all { rule.apply(to: &layout) }
    return layout
  }

  /// Places a cue without region. `lift` moves it up, in pixels, to avoid controls at the lower edge.
  private mutating func place(_ layout: CueLayout, text: String, side: Int, lift: Double, writer: ASSWriter) {
    let (width, height) = (Double(writer.width), Double(writer.height))
    let tall = Double(text.split(separator: "\n", omittingEmptySubsequences: false).count) * writer.lineHeight
    /// Aligns the upper edge at a distance from the top, limited so that all lines stay in the frame.
    func top(_ distance: Double) {
      vertical = min(max(0, distance), max(0, height - tall - writer.edge))
      if vertical > height / 2 { vertical = max(0, vertical - lift) }
      tags = "\\an\(side + 6)"
    }
    /// Aligns the lower edge at a distance from the bottom, raised by `lift`.
    func bottom(_ distance: Double) {
      vertical = max(0, min(distance + lift, height - tall))
      tags = "\\an\(side)"
    }
    switch layout.line {
    case .automatic: writer.appearance.isAtTop ? top(writer.edge) : bottom(writer.edge)
    case .number(let number) where number < 0: bottom(writer.edge + (-number - 1) * writer.lineHeight)
    case .number(let number): top(writer.edge + number * writer.lineHeight)
    case .percent(let percent):
      let distance = percent / 100 * height
      switch layout.lineAnchor {
      case .start: top(distance)
      case .end: bottom(height - distance)
      case .center:
        let x = side == 1 ? left : side == 3 ? width - right : (left + width - right) / 2
        tags = "\\an\(side + 3)\\pos(\(ASSWriter.number(x)),\(ASSWriter.number(distance - (percent > 50 ? lift : 0))))"
      }
    }
  }

  /// 1 left, 2 centre, 3 right, as on a numeric keypad.
  static func alignment(_ layout: CueLayout, text: String) -> Int {
    switch layout.alignment {
    case .left: 1
    case .right: 3
    case .center: 2
    case .start: text.isRightToLeft ? 3 : 1
    case .end: text.isRightToLeft ? 1 : 3
    }
  }

  /// The start and end of lines, in percent of the frame along the lines.
  static func box(_ layout: CueLayout) -> (Double, Double) {
    let anchor = layout.resolvedPositionAnchor
    let usual: Double =
      switch layout.alignment {
      case .left, .start: 0
      case .right, .end: 100
      case .center: 50
      }
    let position = min(max(layout.position ?? usual, 0), 100)
    let capacity: Double =
      switch anchor {
      case .start: 100 - position
      case .end: position
      case .center: 2 * min(position, 100 - position)
      }
    let size = min(layout.size, capacity)
    let left: Double =
      switch anchor {
      case .start: position
      case .end: position - size
      case .center: position - size / 2
      }
    return (left, left + size)
  }
}

extension CaptionRule {
  /// Applies a rule's placement to cues whose file declares none.
  fileprivate func apply(to layout: inout CueLayout) {
    let unset = CueLayout()
    if let alignment, layout.alignment == unset.alignment { layout.alignment = alignment }
    if let position, layout.position == nil { layout.position = position }
    if let size, layout.size == unset.size { layout.size = size }
    if let line, layout.line == unset.line { layout.line = .percent(line) }
    if let direction, layout.direction == unset.direction { layout.direction = direction }
  }
}

extension CueRegion {
  /// The left edge of the region in percent of the frame width.
  fileprivate var left: Double { viewportAnchor.x - anchor.x / 100 * width }

  /// The upper edge of the region in percent of the frame height.
  ///
  /// - Parameter lineHeight: The height of a line in percent of the frame height.
  fileprivate func top(lineHeight: Double) -> Double {
    viewportAnchor.y - anchor.y / 100 * Double(lines) * lineHeight
  }
}

extension String {
  /// Whether the first letter with a direction is right-to-left (Unicode's bidirectional algorithm, P2).
  var isRightToLeft: Bool {
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF: return true
      default: if scalar.properties.isAlphabetic { return false }
      }
    }
    return false
  }
}
