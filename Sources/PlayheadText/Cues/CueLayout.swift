/// Where a cue stands in the picture: WebVTT's terms, into which the other formats are put.
package struct CueLayout: Equatable, Sendable {
  /// How lines run. The raw values are those of WebVTT.
  package enum Direction: String, Sendable { case horizontal = "", growingLeft = "rl", growingRight = "lr" }

  package enum Line: Equatable, Sendable {
    case automatic
    /// Lines of text from the top; negative: from the bottom, -1 being the last.
    case number(Double)
    /// Percent of the height, from the top.
    case percent(Double)
  }

  package enum Anchor: String, Sendable { case start, center, end }
  package enum Alignment: String, Sendable { case start, center, end, left, right }

  package var direction = Direction.horizontal
  package var line = Line.automatic
  package var lineAnchor = Anchor.start
  /// Percent of the width from the left; nil: what the alignment says.
  package var position: Double?
  /// Which side of the box stands at the position; nil: what the alignment says.
  package var positionAnchor: Anchor?
  /// The width of the box in percent of the picture's.
  package var size = 100.0
  package var alignment = Alignment.center
  /// The name of a region of the document.
  package var region: String?

  package init() {}

  package var resolvedPositionAnchor: Anchor {
    if let positionAnchor { return positionAnchor }
    switch alignment {
    case .start, .left: return .start
    case .end, .right: return .end
    case .center: return .center
    }
  }
}

/// A part of the picture in which cues stand below each other (WebVTT § 3.4).
package struct CueRegion: Equatable, Sendable {
  package var identifier = ""
  /// Percent of the picture's width.
  package var width = 100.0
  package var lines = 3
  /// The point of the region, in percent of itself, that stands at the point of the picture.
  package var anchor = CuePoint(x: 0, y: 100)
  package var viewportAnchor = CuePoint(x: 0, y: 100)
  /// Whether old lines move up when a new one comes.
  package var scrollsUp = false

  package init() {}
}

/// A point in percent of a width and a height.
package struct CuePoint: Equatable, Sendable {
  package var x: Double
  package var y: Double

  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// The cues of one file or track, in the file's order.
package struct CueDocument: Equatable, Sendable {
  package enum Format: String, Sendable {
    case webVTT = "WebVTT", subRip = "SRT", ass = "ASS", ttml = "TTML"
    case scc = "SCC", cea608 = "CEA-608", cea708 = "CEA-708", pictures = "pictures"
  }

  package var format: Format
  package var cues: [Cue] = []
  package var regions: [CueRegion] = []
  /// The style sheets of WebVTT as they are written.
  package var styleSheets: [String] = []
  /// Which time of an MPEG stream is which time of the cues (RFC 8216 § 3.5).
  package var timestampMap: TimestampMap?
  /// The part of an ASS file before its lines: sizes, styles, fonts.
  package var header: String?
  /// Whether there is text whose times could not be read: without cues such a document is a mistake.
  package var hasUnreadText = false

  package init(format: Format) { self.format = format }
}
