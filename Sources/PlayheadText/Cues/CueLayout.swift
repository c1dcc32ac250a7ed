/// The placement of a cue in the frame, in terms of WebVTT, to which other formats are mapped.
package struct CueLayout: Equatable, Sendable {
  /// The direction of lines. The raw values are those of WebVTT.
  package enum Direction: String, Sendable { case horizontal = "", growingLeft = "rl", growingRight = "lr" }

  /// The position of the box across the lines.
  package enum Line: Equatable, Sendable {
    /// At the bottom of the frame, above cues that are already there.
    case automatic
    /// A line number from the top, or from the bottom if negative, where -1 is the last line.
    case number(Double)
    /// Percent of the frame height, from the top.
    case percent(Double)
  }

  /// The side of a box that is placed at a position.
  package enum Anchor: String, Sendable { case start, center, end }
  /// The alignment of text within the box. The raw values are those of WebVTT.
  package enum Alignment: String, Sendable { case start, center, end, left, right }

  /// The direction of lines: horizontal, or vertical with lines that are added to the left or right.
  package var direction = Direction.horizontal
  /// The position of the first line; for vertical text from the side where lines begin.
  package var line = Line.automatic
  /// The side of the box at `line`.
  package var lineAnchor = Anchor.start
  /// Percent of the frame width from the left; nil: determined by the alignment.
  package var position: Double?
  /// The side of the box at the position; nil: determined by the alignment.
  package var positionAnchor: Anchor?
  /// The width of the box in percent of the frame width.
  package var size = 100.0
  /// The alignment of lines within the box. The default of WebVTT is the centre.
  package var alignment = Alignment.center
  /// The identifier of a region of the document.
  package var region: String?

  /// Creates WebVTT's default placement: centred at the bottom.
  package init() {}

  /// The position anchor, derived from the alignment unless set.
  package var resolvedPositionAnchor: Anchor {
    if let positionAnchor { return positionAnchor }
    switch alignment {
    case .start, .left: return .start
    case .end, .right: return .end
    case .center: return .center
    }
  }
}

/// A region of the frame in which cues are stacked (WebVTT § 3.4).
package struct CueRegion: Equatable, Sendable {
  /// The name by which cues reference the region.
  package var identifier = ""
  /// Percent of the frame width.
  package var width = 100.0
  /// The height in lines of text.
  package var lines = 3
  /// The point of the region, in percent of its size, that is placed at `viewportAnchor` in the frame.
  package var anchor = CuePoint(x: 0, y: 100)
  /// The point in the frame at which `anchor` is placed.
  package var viewportAnchor = CuePoint(x: 0, y: 100)
  /// Whether existing lines scroll up when a new one appears.
  package var scrollsUp = false

  /// Creates a region with WebVTT's defaults: three lines over the whole width, at the bottom.
  package init() {}
}

/// A point in percent of a width and a height.
package struct CuePoint: Equatable, Sendable {
  /// From the left, 0 to 100.
  package var x: Double
  /// From the top, 0 to 100.
  package var y: Double

  /// Creates a point from percentages.
  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// The cues of one file or track, in file order.
package struct CueDocument: Equatable, Sendable {
  /// The file format of a document.
  package enum Format: String, Sendable {
    /// The raw values are shown to users as the format of a track.
    case webVTT = "WebVTT", subRip = "SRT", ass = "ASS", ttml = "TTML"
    case scc = "SCC", cea608 = "CEA-608", cea708 = "CEA-708", bitmaps = "pictures"
  }

  /// The format of the source, which decides how its cues are drawn and written.
  package var format: Format
  /// The cues in file order, which may differ from the order of start times.
  package var cues: [Cue] = []
  /// The regions that cues reference by identifier.
  package var regions: [CueRegion] = []
  /// The WebVTT style sheets as written.
  package var styleSheets: [String] = []
  /// The mapping between MPEG timestamps and cue times (RFC 8216 § 3.5).
  package var timestampMap: TimestampMap?
  /// The header of an ASS file before its lines: sizes, styles, fonts.
  package var header: String?
  /// Whether some text has invalid times: without cues such a document is an error.
  package var hasUnreadText = false

  /// Creates an empty document.
  package init(format: Format) { self.format = format }
}
