import CoreMedia
import PlayheadBasics
import PlayheadEngine
import PlayheadMedia
import PlayheadText

/// Captions as JSON. Layout properties have the names and values of `VTTCue` and `VTTRegion` (W3C WebVTT § 8).
struct CueDocumentJSON {
  /// The document, and the track that it was read from; the track is nil for a caption file.
  var captions: CaptionReader.Captions

  /// The complete JSON object. Regions and style sheets are omitted if there are none.
  var value: JSONValue {
    let document = captions.document
    var pairs: [(String, JSONValue)] = [
      ("format", .string(captions.track?.codecName ?? document.format.rawValue)),
      ("track", captions.track.map { .integer(Int64($0.trackID)) } ?? .null),
      ("language", .optional(captions.track?.declaredLanguage)),
    ]
    if !document.regions.isEmpty { pairs.append(("regions", .array(document.regions.map(Self.json)))) }
    if !document.styleSheets.isEmpty { pairs.append(("styleSheets", .array(document.styleSheets.map { .string($0) }))) }
    pairs.append(("cues", .array(document.cues.map(Self.json))))
    return .object(pairs)
  }

  /// A cue with times in seconds from the start of the file. `source` is the text with its markup, omitted if there is
  /// none. A bitmap cue has `pictures` instead of layout and style.
  private static func json(_ cue: Cue) -> JSONValue {
    var pairs: [(String, JSONValue)] = [
      ("start", .number(cue.start.seconds)), ("end", cue.end.isNumeric ? .number(cue.end.seconds) : .null),
      ("text", .string(cue.text)),
    ]
    if cue.source != cue.text { pairs.append(("source", .string(cue.source))) }
    if cue.bitmaps.isEmpty {
      pairs += place(cue.layout)
      if let style = style(cue.runs) { pairs.append(("style", style)) }
    } else {
      pairs.append(("pictures", .array(cue.bitmaps.map(Self.json))))
    }
    if !cue.identifier.isEmpty { pairs.append(("id", .string(cue.identifier))) }
    return .object(pairs)
  }

  /// The layout as `VTTCue` properties; lengths are percentages of the video, and a line can be a line number.
  private static func place(_ layout: CueLayout) -> [(String, JSONValue)] {
    let (line, snapsToLines): (JSONValue, Bool) =
      switch layout.line {
      case .automatic: (.string("auto"), true)
      case .number(let number): (.number(number), true)
      case .percent(let percent): (.number(percent), false)
      }
    return [
      ("line", line), ("snapToLines", .bool(snapsToLines)), ("lineAlign", .string(layout.lineAnchor.rawValue)),
      ("position", layout.position.map { .number($0) } ?? .string("auto")),
      ("positionAlign", .string(layout.positionAnchor.map(name) ?? "auto")), ("size", .number(layout.size)),
      ("align", .string(layout.alignment.rawValue)), ("vertical", .string(layout.direction.rawValue)),
      ("region", .optional(layout.region)),
    ]
  }

  /// The value of `positionAlign` for an anchor, as defined for `VTTCue`.
  private static func name(_ anchor: CueLayout.Anchor) -> String {
    switch anchor {
    case .start: "line-left"
    case .center: "center"
    case .end: "line-right"
    }
  }

  /// The styled runs of the text; nil if none has a style.
  private static func style(_ runs: [CueRun]) -> JSONValue? {
    guard runs.contains(where: { $0.style != CueStyle() || $0.time != nil }) else { return nil }
    return .array(runs.map(json))
  }

  /// A run with its style; only flags that are set appear. `time` is that of a WebVTT timestamp tag, in seconds.
  private static func json(_ run: CueRun) -> JSONValue {
    let style = run.style
    var pairs: [(String, JSONValue)] = [("text", .string(run.text))]
    if let time = run.time { pairs.append(("time", .number(time.seconds))) }
    let flags = [
      ("bold", style.isBold), ("italic", style.isItalic), ("underline", style.isUnderlined),
      ("lineThrough", style.isStruckThrough), ("ruby", style.isRubyText),
    ]
    pairs += flags.filter(\.1).map { ($0.0, .bool(true)) }
    if let color = style.color { pairs.append(("color", .string(color.hexadecimal))) }
    if let color = style.background { pairs.append(("background", .string(color.hexadecimal))) }
    if let name = style.fontName { pairs.append(("font", .string(name))) }
    if let size = style.fontSize { pairs.append(("fontSize", .number(size))) }
    if !style.classes.isEmpty { pairs.append(("classes", .array(style.classes.map { .string($0) }))) }
    if let voice = style.voice { pairs.append(("voice", .string(voice))) }
    if let language = style.language { pairs.append(("language", .string(language))) }
    return .object(pairs)
  }

  /// A region as `VTTRegion` properties; anchors and width are percentages.
  private static func json(_ region: CueRegion) -> JSONValue {
    .object([
      ("id", .string(region.identifier)), ("width", .number(region.width)), ("lines", .integer(Int64(region.lines))),
      ("regionAnchorX", .number(region.anchor.x)), ("regionAnchorY", .number(region.anchor.y)),
      ("viewportAnchorX", .number(region.viewportAnchor.x)), ("viewportAnchorY", .number(region.viewportAnchor.y)),
      ("scroll", .string(region.scrollsUp ? "up" : "")),
    ])
  }

  /// In pixels of a canvas whose size is included.
  private static func json(_ bitmap: CueBitmap) -> JSONValue {
    .object(
      [
        ("x", bitmap.x), ("y", bitmap.y), ("width", bitmap.width), ("height", bitmap.height),
        ("canvasWidth", bitmap.canvasWidth), ("canvasHeight", bitmap.canvasHeight),
      ].map { ($0.0, .integer(Int64($0.1))) })
  }
}

extension CueColor {
  /// The CSS notation: #rrggbb, or #rrggbbaa if it is not opaque.
  fileprivate var hexadecimal: String {
    let parts = alpha == 255 ? [red, green, blue] : [red, green, blue, alpha]
    return "#" + parts.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
