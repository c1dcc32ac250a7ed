/// The styles and regions of a TTML document, and their inheritance (TTML2 § 10, § 11).
struct TTMLStyles {
  /// The `style` elements of the head by identifier.
  private var styles: [String: XMLNode] = [:]
  /// The `region` elements of the head by identifier.
  private var regions: [String: XMLNode] = [:]
  /// The rows of the grid for sizes in cells.
  private let cellRows: Double
  /// The root container in pixels, for lengths in pixels; nil if the document does not declare it.
  private let extent: (width: Double, height: Double)?

  /// Reads the head of a document. Elements without an identifier cannot be referenced and are skipped.
  init(_ root: XMLNode) {
    let cells = (root.attributes["cellResolution"] ?? "").split(separator: " ").compactMap { Double($0) }
    cellRows = cells.count == 2 && cells[1] > 0 ? cells[1] : 15
    let pixels = (root.attributes["extent"] ?? "").split(separator: " ").compactMap {
      $0.hasSuffix("px") ? Double($0.dropLast(2)) : nil
    }
    extent = pixels.count == 2 && pixels[0] > 0 && pixels[1] > 0 ? (pixels[0], pixels[1]) : nil
    for head in root.elements where head.name == "head" {
      for node in head.elements.flatMap(\.elements) {
        guard let name = node.attributes["id"] else { continue }
        if node.name == "style" { styles[name] = node }
        if node.name == "region" { regions[name] = node }
      }
    }
  }

  /// The maximum depth of style references, which ends cycles.
  private static let depthLimit = 8

  /// The attributes of an element, including those of referenced styles; its own take precedence.
  func attributes(of node: XMLNode, depth: Int = 0) -> [String: String] {
    guard depth < Self.depthLimit else { return [:] }
    var found: [String: String] = [:]
    for name in (node.attributes["style"] ?? "").split(separator: " ") {
      if let style = styles[String(name)] { found.merge(attributes(of: style, depth: depth + 1)) { $1 } }
    }
    for child in node.elements where child.name == "style" {
      found.merge(attributes(of: child, depth: depth + 1)) { $1 }
    }
    return found.merging(node.attributes) { $1 }
  }

  /// The attributes of a region with its styles; nil if there is no such region.
  func region(_ name: String?) -> [String: String]? { name.flatMap { regions[$0] }.map { attributes(of: $0) } }

  /// Applies style attributes. Invalid values leave the style unchanged.
  func apply(_ attributes: [String: String], to style: inout CueStyle) {
    if let color = attributes["color"].flatMap({ Self.color($0) }) { style.color = color }
    if let color = attributes["backgroundColor"].flatMap({ Self.color($0) }) {
      style.background = color.alpha == 0 ? nil : color
    }
    if let value = attributes["fontStyle"] { style.isItalic = value == "italic" || value == "oblique" }
    if let value = attributes["fontWeight"] { style.isBold = value == "bold" }
    if let value = attributes["textDecoration"] {
      if value.contains("nderline") { style.isUnderlined = !value.contains("noUnderline") }
      if value.contains("ineThrough") { style.isStruckThrough = !value.contains("noLineThrough") }
      if value == "none" { (style.isUnderlined, style.isStruckThrough) = (false, false) }
    }
    if let name = attributes["fontFamily"]?.split(separator: ",").first {
      style.fontName =
        Self.genericFonts[name.trimmingWhitespace()] ?? name.trimmingWhitespace().filter { $0 != "\"" && $0 != "'" }
    }
    if let size = attributes["fontSize"].flatMap({ size($0, in: style) }) { style.fontSize = size }
    if let language = attributes["lang"], !language.isEmpty { style.language = language }
    if let ruby = attributes["ruby"] {
      style.isRubyText = ruby == "text" || ruby == "delimiter"
      style.isRubyBase = ruby == "base"
    }
  }

  /// The generic family names of TTML (TTML2 § 10.3) and their names in fontconfig.
  private static let genericFonts = [
    "default": "sans-serif", "proportionalSansSerif": "sans-serif", "sansSerif": "sans-serif",
    "proportionalSerif": "serif", "monospace": "monospace", "monospaceSansSerif": "monospace",
    "monospaceSerif": "monospace",
  ]

  /// The font size as a fraction of the frame height.
  private func size(_ text: String, in style: CueStyle) -> Double? {
    guard let last = text.split(separator: " ").last else { return nil }
    let usual = style.fontSize ?? 1 / cellRows
    func number(_ unit: String) -> Double? { last.hasSuffix(unit) ? Double(last.dropLast(unit.count)) : nil }
    if let value = number("%") { return usual * value / 100 }
    if let value = number("c") { return value / cellRows }
    if let value = number("px"), let extent { return value / extent.height }
    if let value = number("em") { return usual * value }
    return nil
  }

  /// Parses a CSS colour, or rgb(…) and rgba(…).
  private static func color(_ text: String) -> CueColor? {
    if text == "transparent" { return CueColor(red: 0, green: 0, blue: 0, alpha: 0) }
    guard text.hasPrefix("rgb"), let open = text.firstIndex(of: "("), text.hasSuffix(")") else {
      return CueColor(named: text)
    }
    let parts = text[open...].dropFirst().dropLast().split(separator: ",").compactMap { UInt8($0.trimmingWhitespace()) }
    guard parts.count == 3 || parts.count == 4 else { return nil }
    return CueColor(red: parts[0], green: parts[1], blue: parts[2], alpha: parts.count == 4 ? parts[3] : 255)
  }

  // MARK: Placement

  /// The placement of a cue. Without a region it is WebVTT's default with the alignment and direction of the
  /// attributes.
  func layout(region: [String: String]?, attributes: [String: String]) -> CueLayout {
    var layout = CueLayout()
    let all = (region ?? [:]).merging(attributes) { $1 }
    if let alignment = all["textAlign"].flatMap({ CueLayout.Alignment(rawValue: $0) }) { layout.alignment = alignment }
    if let mode = all["writingMode"] {
      if mode == "tbrl" || mode == "tb" { layout.direction = .growingLeft }
      if mode == "tblr" { layout.direction = .growingRight }
    }
    guard let region else { return layout }
    let origin = region["origin"].flatMap { pair($0) } ?? (0, 0)
    let size = region["extent"].flatMap { pair($0) } ?? (100 - origin.0, 100 - origin.1)
    // Along the lines, and across them from the first to the last.
    let isVertical = layout.direction != .horizontal
    let (along, length) = isVertical ? (origin.1, size.1) : (origin.0, size.0)
    let (across, depth) = isVertical ? (origin.0, size.0) : (origin.1, size.1)
    layout.position = along
    layout.positionAnchor = .start
    layout.size = min(100, length)
    // Lines that grow to the left begin at the region's right side.
    let isBackward = layout.direction == .growingLeft
    let isAtEnd = (region["displayAlign"] == "after") != isBackward
    (layout.line, layout.lineAnchor) =
      if region["displayAlign"] == "center" {
        (.percent(min(100, across + depth / 2)), .center)
      } else if isAtEnd {
        (.percent(min(100, across + depth)), .end)
      } else {
        (.percent(min(100, across)), .start)
      }
    return layout
  }

  /// Parses two lengths in percent of the frame.
  private func pair(_ text: String) -> (Double, Double)? {
    let parts = text.split(separator: " ")
    guard parts.count == 2, let x = length(parts[0], of: extent?.width), let y = length(parts[1], of: extent?.height)
    else {
      return nil
    }
    return (min(max(x, 0), 100), min(max(y, 0), 100))
  }

  /// A length in percent of `whole`; nil for unsupported units, and for pixels if `whole` is unknown.
  private func length(_ text: Substring, of whole: Double?) -> Double? {
    if text.hasSuffix("%") { return Double(text.dropLast()) }
    if text.hasSuffix("px"), let whole { return Double(text.dropLast(2)).map { $0 / whole * 100 } }
    return nil
  }
}
