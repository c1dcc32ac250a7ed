import Foundation

/// Draws paths and images into memory.
///
/// The origin of user space is the bottom left corner, as on Apple's systems; in the contexts of layers it is the top
/// left corner. Not for use by several threads at the same time. Nothing is drawn with numbers that are not finite.
///
/// - Note: Differences from Apple: bitmaps of 8 bits a component in an RGB space only, no text, no gradients and no
///   shadows. cairo draws; without that library no context can be created.
public final class CGContext {
  private let surface: BitmapSurface
  /// The mapping from the default user space to pixels from the top left corner.
  private let base: CGAffineTransform
  private var state: DrawingState
  private var savedStates: [DrawingState] = []
  /// The current path in pixels.
  private var currentPath = CGMutablePath()
  /// The layout that was requested, in which `data` is available.
  private let isNativeLayout: Bool
  /// The colour space of the pixels.
  public let colorSpace: CGColorSpace?
  /// The layout of the pixels in memory.
  public let bitmapInfo: CGBitmapInfo
  /// Whether the drawing reached a default implementation, which draws nothing.
  package var reachedDefault = false
  /// Whether something was drawn, even if it is not visible.
  package private(set) var isDrawn = false

  /// Creates a context for a bitmap.
  ///
  /// Fails for sizes that are not positive or above 32,000, rows shorter than their pixels, other layouts than four
  /// components of 8 bits with premultiplied or unused alpha, spaces without three components, and without cairo.
  ///
  /// - Parameters:
  ///   - data: Memory of `height` rows that must outlive the context; nil to allocate transparent pixels. Only for
  ///     32-bit little-endian words with alpha first.
  ///   - width: The width in pixels.
  ///   - height: The height in pixels.
  ///   - bitsPerComponent: 8.
  ///   - bytesPerRow: The distance of two rows, a multiple of 4; 0 for the shortest one without `data`.
  ///   - space: An RGB colour space; colours are converted to sRGB and not further.
  ///   - bitmapInfo: The alpha information and the byte order.
  public convenience init?(
    data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
    space: CGColorSpace, bitmapInfo: UInt32
  ) {
    let info = CGBitmapInfo(rawValue: bitmapInfo)
    let alpha = CGImageAlphaInfo(rawValue: bitmapInfo & CGBitmapInfo.alphaInfoMask.rawValue)
    let order = info.intersection(.byteOrderMask)
    let isFirst = alpha == .premultipliedFirst || alpha == .noneSkipFirst
    let isLast = alpha == .premultipliedLast || alpha == .noneSkipLast
    let isNative = isFirst && order == .byteOrder32Little
    guard bitsPerComponent == 8, space.numberOfComponents == 3, isFirst || isLast, !info.contains(.floatComponents),
      [.byteOrderDefault, .byteOrder32Little, .byteOrder32Big].contains(order), data == nil || isNative,
      let surface = BitmapSurface(
        width: width, height: height, isOpaque: alpha == .noneSkipFirst || alpha == .noneSkipLast,
        memory: data.map { ($0, bytesPerRow) })
    else { return nil }
    self.init(surface, space: space, isNative: isNative)
  }

  /// Creates a context for the contents of a layer: transparent, with the origin in the top left corner.
  ///
  /// - Parameters:
  ///   - bounds: The part of user space that is drawn.
  ///   - scale: The number of pixels for a unit.
  ///   - isOpaque: Whether alpha is unused.
  package convenience init?(layerBounds bounds: CGRect, scale: CGFloat, isOpaque: Bool) {
    let (width, height) = ((bounds.width * scale).rounded(.up), (bounds.height * scale).rounded(.up))
    let sides = 1...CGFloat(BitmapSurface.greatestSide)
    guard bounds.minX.isFinite, bounds.minY.isFinite, sides.contains(width), sides.contains(height),
      let surface = BitmapSurface(width: Int(width), height: Int(height), isOpaque: isOpaque)
    else { return nil }
    self.init(surface, space: CGColorSpace(name: CGColorSpace.sRGB), isNative: true)
    translateBy(x: 0, y: height)
    scaleBy(x: scale, y: -scale)
    translateBy(x: -bounds.minX, y: -bounds.minY)
  }

  private init(_ surface: BitmapSurface, space: CGColorSpace?, isNative: Bool) {
    self.surface = surface
    base = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: CGFloat(surface.height))
    state = DrawingState(transform: base)
    isNativeLayout = isNative
    colorSpace = space
    let alpha = surface.isOpaque ? CGImageAlphaInfo.noneSkipFirst : .premultipliedFirst
    bitmapInfo = CGBitmapInfo(rawValue: alpha.rawValue).union(.byteOrder32Little)
  }

  // MARK: The bitmap

  /// The width in pixels.
  public var width: Int { surface.width }
  /// The height in pixels.
  public var height: Int { surface.height }
  /// 8.
  public var bitsPerComponent: Int { 8 }
  /// 32.
  public var bitsPerPixel: Int { 32 }
  /// The distance of two rows in bytes.
  public var bytesPerRow: Int { surface.bytesPerRow }
  /// The use of alpha.
  public var alphaInfo: CGImageAlphaInfo { surface.isOpaque ? .noneSkipFirst : .premultipliedFirst }

  /// The pixels, the top row first; valid as long as the context.
  ///
  /// - Note: Difference from Apple: nil for layouts other than 32-bit little-endian words with alpha first. Pixels are
  ///   stored in that layout always; `makeImage()` returns them.
  public var data: UnsafeMutableRawPointer? { isNativeLayout ? surface.sharePixels() : nil }

  /// A copy of the pixels as an image.
  public func makeImage() -> CGImage? {
    guard let provider = CGDataProvider(data: surface.copy()), let colorSpace else { return nil }
    return CGImage(
      width: width, height: height, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: bytesPerRow, space: colorSpace,
      bitmapInfo: bitmapInfo, provider: provider, decode: nil, shouldInterpolate: true, intent: .defaultIntent)
  }

  // MARK: The graphics state

  /// Saves the graphics state: transform, clip, colours, line style. The path is not part of it.
  public func saveGState() {
    savedStates.append(state)
    surface.save()
  }

  /// Restores the graphics state that was saved last; without one nothing happens.
  public func restoreGState() {
    guard let saved = savedStates.popLast() else { return }
    state = saved
    surface.restore()
  }

  /// The mapping from user space to the bitmap, whose origin is its bottom left corner.
  public var ctm: CGAffineTransform { state.transform.concatenating(base.inverted()) }

  /// Transforms user space before the current transform.
  public func concatenate(_ transform: CGAffineTransform) {
    state.transform = transform.concatenating(state.transform)
  }

  /// Moves the origin of user space.
  public func translateBy(x tx: CGFloat, y ty: CGFloat) { concatenate(CGAffineTransform(translationX: tx, y: ty)) }

  /// Scales user space.
  public func scaleBy(x sx: CGFloat, y sy: CGFloat) { concatenate(CGAffineTransform(scaleX: sx, y: sy)) }

  /// Rotates user space by an angle in radians.
  public func rotate(by angle: CGFloat) { concatenate(CGAffineTransform(rotationAngle: angle)) }

  /// Sets the colour of fills.
  public func setFillColor(_ color: CGColor) { state.fillColor = color }

  /// Sets the colour of fills to an sRGB colour.
  public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    state.fillColor = CGColor(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// Sets the colour of fills to a grey.
  public func setFillColor(gray: CGFloat, alpha: CGFloat) { state.fillColor = CGColor(gray: gray, alpha: alpha) }

  /// Sets the colour of strokes.
  public func setStrokeColor(_ color: CGColor) { state.strokeColor = color }

  /// Sets the colour of strokes to an sRGB colour.
  public func setStrokeColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    state.strokeColor = CGColor(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// Sets the colour of strokes to a grey.
  public func setStrokeColor(gray: CGFloat, alpha: CGFloat) { state.strokeColor = CGColor(gray: gray, alpha: alpha) }

  /// Sets the opacity of everything drawn, clamped to 0 to 1.
  public func setAlpha(_ alpha: CGFloat) { state.alpha = alpha.isFinite ? max(0, min(1, alpha)) : 1 }

  /// Sets the combination with the colours below.
  public func setBlendMode(_ mode: CGBlendMode) { state.blendMode = mode }

  /// Sets whether edges are smooth.
  public func setShouldAntialias(_ shouldAntialias: Bool) { state.isAntialiased = shouldAntialias }

  /// The quality with which images are scaled.
  public var interpolationQuality: CGInterpolationQuality {
    get { state.interpolation }
    set { state.interpolation = newValue }
  }

  /// Sets the width of strokes in user space; values that are not positive are ignored.
  public func setLineWidth(_ width: CGFloat) { if width.isFinite, width > 0 { state.line.width = width } }

  /// Sets the ends of strokes.
  public func setLineCap(_ cap: CGLineCap) { state.line.cap = cap }

  /// Sets the corners of strokes.
  public func setLineJoin(_ join: CGLineJoin) { state.line.join = join }

  /// Sets the greatest length of a mitered corner in line widths.
  public func setMiterLimit(_ limit: CGFloat) { if limit.isFinite, limit > 0 { state.line.miterLimit = limit } }

  /// Sets dashes.
  ///
  /// - Parameters:
  ///   - phase: The distance into the pattern at which lines begin.
  ///   - lengths: Alternating lengths of dashes and gaps in user space; empty for solid lines. Patterns with negative
  ///     numbers or without length are ignored.
  public func setLineDash(phase: CGFloat, lengths: [CGFloat]) {
    let isPattern = lengths.allSatisfy { $0.isFinite && $0 >= 0 } && lengths.reduce(0, +) > 0
    guard lengths.isEmpty || isPattern, phase.isFinite else { return }
    (state.line.dashPhase, state.line.dashLengths) = (phase, lengths)
  }

  // MARK: The path

  /// Discards the path.
  public func beginPath() { currentPath = CGMutablePath() }

  /// Changes the path, whose points are transformed when they are added.
  package func build(_ body: (_ path: CGMutablePath, _ transform: CGAffineTransform) -> Void) {
    body(currentPath, state.transform)
  }

  /// A copy of the path in user space; nil if it is empty.
  public var path: CGPath? {
    guard !currentPath.isEmpty, state.transform.isInvertible else { return nil }
    let path = CGMutablePath()
    path.addPath(currentPath, transform: state.transform.inverted())
    return path.copy()
  }

  /// Draws the path and discards it.
  public func drawPath(using mode: CGPathDrawingMode) {
    let path = currentPath
    beginPath()
    isDrawn = true
    switch mode {
    case .fill, .fillStroke: surface.fill(path, rule: .winding, state)
    case .eoFill, .eoFillStroke: surface.fill(path, rule: .evenOdd, state)
    case .stroke: break
    }
    if mode == .stroke || mode == .fillStroke || mode == .eoFillStroke { surface.stroke(path, state) }
  }

  /// Makes a rectangle transparent, or black without alpha.
  public func clear(_ rect: CGRect) {
    beginPath()
    build { $0.addRect(rect, transform: $1) }
    isDrawn = true
    surface.clear(currentPath, state)
    beginPath()
  }

  /// Intersects the clip with the path, and discards the path. An empty path clips everything.
  public func clip(using rule: CGPathFillRule = .winding) {
    surface.clip(to: currentPath, rule: rule)
    beginPath()
  }

  // MARK: Images

  /// Draws an image in a rectangle of user space, its bottom left corner at the rectangle's origin. Where the y axis
  /// points down, as in the contexts of layers, it is upside down, as on Apple's systems.
  public func draw(_ image: CGImage, in rect: CGRect) {
    guard rect.width > 0, rect.height > 0 else { return }
    let (across, down) = (rect.width / CGFloat(image.width), rect.height / CGFloat(image.height))
    let placed = CGAffineTransform(a: across, b: 0, c: 0, d: -down, tx: rect.minX, ty: rect.maxY)
    let outline = CGMutablePath()
    outline.addRect(rect, transform: state.transform)
    isDrawn = true
    surface.draw(image, map: placed.concatenating(state.transform), outline: outline, state)
  }
}
