import Foundation

/// A rectangle with contents, a background color, a border and sublayers: a node of a layer tree.
///
/// A layer is a model: it draws nothing by itself. AVKit's `LayerHostView` shows a tree in a window, and
/// `LayerRenderer` of PlayheadLayers renders it to an image. The origin is at the top left, and coordinates grow to the
/// right and downward. Use a tree on one thread at a time; a visible tree belongs to the main thread.
///
/// Changing a property of a layer that has been shown animates it, as specified by `CATransaction`. The properties here
/// always return the values that were set; `presentation()` returns the current presented values.
///
/// - Note: Difference from Apple: there is no drawing context, so a layer has no `draw(in:)`: set `contents` instead.
open class CALayer: NSObject {
  /// The values that were set; for a presentation layer those that were presented at its creation.
  var values: LayerValues
  /// The timing of the layer's own time.
  var timing: TimingParameters
  /// The model of a presentation layer.
  private(set) var modelLayer: CALayer?
  /// Whether the layer has been drawn, so that changes are animated.
  package internal(set) var hasBeenShown = false

  // The tree, modified in CALayer+Tree.
  /// The sublayers, from back to front for equal `zPosition`. They are retained.
  final var children: [CALayer] = []
  /// The superlayer, which is not retained.
  final weak var parent: CALayer?
  /// The mask, which is retained.
  final var maskLayer: CALayer?
  /// The layer that this one masks; nil if it is not a mask.
  final weak var masked: CALayer?
  /// The observer that is notified of every change; only at the root.
  package weak var treeObserver: (any LayerTreeObserver)?

  /// The animations in the order in which they were added, which is the order of their application.
  final var attached: [AttachedAnimation] = []
  /// Whether `layoutSublayers()` must be called. True for a new layer.
  final var isLayoutNeeded = true
  /// Whether `display()` must be called.
  final var isDisplayNeeded = false

  /// Creates a layer of zero size at the origin, without contents.
  public override init() {
    values = LayerValues()
    timing = TimingParameters()
    timing.duration = .infinity
    super.init()
  }

  /// Creates a copy of a layer's properties that is not part of a tree. `presentation()` creates its layers with it.
  ///
  /// Subclasses with properties of their own copy them here. An argument that is not a layer results in a new layer.
  public init(layer: Any) {
    let other = layer as? CALayer
    values = other?.values ?? LayerValues()
    timing = other?.timing ?? TimingParameters()
    super.init()
    guard let other else { return }
    name = other.name
    delegate = other.delegate
    actions = other.actions
    autoresizingMask = other.autoresizingMask
    needsDisplayOnBoundsChange = other.needsDisplayOnBoundsChange
    isOpaque = other.isOpaque
  }

  /// Creates the layer for `presentation()`. Subclasses with a designated initializer of their own override it together
  /// with `init(layer:)`.
  ///
  /// - Note: Not in Apple's API: without an Objective-C runtime a class cannot create another object of its
  ///   dynamic type.
  @_spi(Playhead) open func makePresentationLayer() -> CALayer { CALayer(layer: self) }

  // MARK: Configuration

  /// A name for the program's use.
  open var name: String?

  /// The object that provides contents, layout and actions. Not retained.
  open weak var delegate: (any CALayerDelegate)?

  /// The actions of property changes by key, used if the delegate returns nil.
  open var actions: [String: any CAAction]?

  /// How the layer is resized with its superlayer.
  open var autoresizingMask: CAAutoresizingMask = []

  /// Whether the layer hides everything behind it. A promise of the program that rendering may exploit.
  open var isOpaque = false

  /// Whether `display()` is called when the size of the bounds changes.
  open var needsDisplayOnBoundsChange = false

  // MARK: Time

  /// The source of a time other than the superlayer's. Subclasses of this project set it to themselves.
  package final weak var timeSource: (any LayerTimeSource)?

  /// The source of video contents. Subclasses of this project set it to themselves.
  package final weak var videoSource: (any LayerVideoSource)?

  // MARK: Presentation

  /// A copy of this layer with the values that are presented now; its sublayers and superlayer are presentation layers
  /// too.
  ///
  /// Changing it has no visible effect. Nil for subclasses that do not override `makePresentationLayer()`.
  open func presentation() -> Self? {
    if modelLayer != nil { return self }
    let copy = makePresentationLayer()
    let now = LayerTime.clock.now
    copy.values = presentedValues(at: localTime(at: now))
    copy.modelLayer = self
    return copy as? Self
  }

  /// The model of a presentation layer; for a model layer the layer itself.
  open func model() -> Self { modelLayer as? Self ?? self }

  // MARK: Geometry and appearance (continued in CALayer+Properties)

  /// The visible rectangle in the layer's own coordinates.
  open var bounds: CGRect {
    get { values.bounds }
    set {
      let new = newValue.standardized
      guard accept(new.origin.x, new.origin.y, new.width, new.height, for: "bounds") else { return }
      let old = values.bounds
      change("bounds", \.bounds, to: new)
      boundsDidChange(from: old)
    }
  }

  /// The position of the anchor point in the superlayer.
  open var position: CGPoint {
    get { values.position }
    set { if accept(newValue.x, newValue.y, for: "position") { change("position", \.position, to: newValue) } }
  }

  /// The transform around the anchor point.
  open var transform: CATransform3D {
    get { values.transform }
    set { if accept(newValue.rows.reduce(0, +), for: "transform") { change("transform", \.transform, to: newValue) } }
  }

  /// The bounding box of the layer in its superlayer, computed from bounds, position, anchor point and transform.
  /// Setting it sets bounds and position.
  open var frame: CGRect {
    get { values.frame }
    set {
      guard accept(newValue.origin.x, newValue.origin.y, newValue.width, newValue.height, for: "frame") else { return }
      var moved = values
      moved.setFrame(newValue)
      if moved.bounds != values.bounds { bounds = moved.bounds }
      if moved.position != values.position { position = moved.position }
    }
  }

  /// The opacity of the layer and its sublayers, from 0 (transparent) to 1.
  open var opacity: Float {
    get { values.opacity }
    set { if accept(CGFloat(newValue), for: "opacity") { change("opacity", \.opacity, to: newValue) } }
  }

  /// Whether the layer and its sublayers are hidden.
  open var isHidden: Bool {
    get { values.isHidden }
    set { change("hidden", \.isHidden, to: newValue) }
  }

  /// The color behind the contents; nil for none.
  open var backgroundColor: CGColor? {
    get { values.backgroundColor }
    set { change("backgroundColor", \.backgroundColor, to: newValue) }
  }

  /// The image of the layer: a `CGImage`. Other objects are stored but not drawn.
  open var contents: Any? {
    get { values.contents }
    set { change("contents", \.contents, to: newValue) }
  }

  // MARK: Tree

  /// Adds a layer in front of the others.
  open func addSublayer(_ layer: CALayer) { insert(layer, at: children.count) }

  /// Inserts a layer at an index counted from the back; in front if the index is too large.
  open func insertSublayer(_ layer: CALayer, at idx: UInt32) { insert(layer, at: Int(idx)) }

  /// Inserts a layer behind another one; behind all if that is not a sublayer.
  open func insertSublayer(_ layer: CALayer, below sibling: CALayer?) {
    guard sibling !== layer else { return }
    insert(layer, at: index(of: sibling, without: layer) ?? 0)
  }

  /// Inserts a layer in front of another one; in front of all if that is not a sublayer.
  open func insertSublayer(_ layer: CALayer, above sibling: CALayer?) {
    guard sibling !== layer else { return }
    insert(layer, at: index(of: sibling, without: layer).map { $0 + 1 } ?? children.count)
  }

  /// Replaces a sublayer by another layer. Has no effect if the old one is not a sublayer.
  open func replaceSublayer(_ oldLayer: CALayer, with newLayer: CALayer) {
    guard oldLayer !== newLayer, oldLayer.parent === self, canHold(newLayer) else { return }
    let place = index(of: oldLayer, without: newLayer) ?? 0
    insert(newLayer, at: place)
    oldLayer.removeFromSuperlayer()
  }

  /// Removes the layer from its superlayer.
  open func removeFromSuperlayer() {
    guard let parent else { return }
    parent.children.removeAll { $0 === self }
    self.parent = nil
    parent.setNeedsLayout()
    parent.treeChanged()
  }

  // MARK: Hit testing

  /// Whether the bounds contain a point of the layer's own coordinates; the left and upper edges are included.
  open func contains(_ p: CGPoint) -> Bool { values.bounds.contains(p) }

  /// The frontmost layer at a point in the superlayer's coordinates: this layer or a descendant. Hidden layers and
  /// content clipped by `masksToBounds` are not hit.
  open func hitTest(_ p: CGPoint) -> CALayer? {
    guard !values.isHidden, let own = (mapUp?.inverse).flatMap({ $0.map(p) }) else { return nil }
    let isInside = contains(own)
    if values.masksToBounds, !isInside { return nil }
    for layer in (sublayers ?? []).inDrawingOrder.reversed() {
      if let hit = layer.hitTest(own) { return hit }
    }
    return isInside ? self : nil
  }

  // MARK: Layout and display

  /// Marks the sublayers for layout, which occurs before the tree is drawn or in `layoutIfNeeded()`.
  open func setNeedsLayout() {
    guard !isLayoutNeeded else { return }
    isLayoutNeeded = true
    treeChanged()
  }

  /// Lays out the sublayers of this layer and of its descendants if necessary.
  open func layoutIfNeeded() {
    // A layout may require another one; one that never settles is abandoned after some rounds.
    for _ in 0..<8 where isLayoutNeeded {
      isLayoutNeeded = false
      layoutSublayers()
    }
    for layer in children { layer.layoutIfNeeded() }
  }

  /// Marks the layer so that `display()` is called before the tree is drawn.
  open func setNeedsDisplay() {
    isDisplayNeeded = true
    treeChanged()
  }

  /// Calls `display()` if the layer is marked.
  open func displayIfNeeded() {
    guard isDisplayNeeded else { return }
    isDisplayNeeded = false
    display()
  }

  /// Resizes the sublayers according to their autoresizing masks.
  open func resizeSublayers(withOldSize size: CGSize) {
    for layer in children { layer.resize(withOldSuperlayerSize: size) }
  }

  /// Resizes the layer according to its autoresizing mask.
  open func resize(withOldSuperlayerSize size: CGSize) {
    guard !autoresizingMask.isEmpty, let new = superlayer?.bounds.size else { return }
    let mask = autoresizingMask
    let frame = self.frame
    let across = Autoresizing.place(
      start: frame.minX, length: frame.width, change: new.width - size.width,
      flexible: (mask.contains(.layerMinXMargin), mask.contains(.layerWidthSizable), mask.contains(.layerMaxXMargin)))
    let down = Autoresizing.place(
      start: frame.minY, length: frame.height, change: new.height - size.height,
      flexible: (mask.contains(.layerMinYMargin), mask.contains(.layerHeightSizable), mask.contains(.layerMaxYMargin)))
    self.frame = CGRect(x: across.start, y: down.start, width: across.length, height: down.length)
  }

  /// Lays out the sublayers: calls the delegate. Override it for a layout of your own.
  open func layoutSublayers() { delegate?.layoutSublayers(of: self) }

  /// Sets the contents: calls the delegate, and without one draws them with `draw(in:)`. Override it to set them
  /// yourself.
  open func display() {
    if let delegate { delegate.display(self) } else { drawContents() }
  }

  /// Draws the contents: calls the delegate. Override it to draw them yourself.
  ///
  /// The origin of the context is the top left corner, and its unit a point; it has `contentsScale` pixels for a unit.
  /// The drawing replaces `contents`, unless neither a subclass nor the delegate draws.
  open func draw(in ctx: CGContext) {
    if let delegate { delegate.draw(self, in: ctx) } else { ctx.reachedDefault = true }
  }

  /// Whether `display()` is called when a property changes.
  open class func needsDisplay(forKey key: String) -> Bool { false }

  // MARK: Animations

  /// Adds a copy of an animation. It starts now unless it has a begin time, and replaces another one with the same key.
  open func add(_ anim: CAAnimation, forKey key: String?) {
    guard modelLayer == nil, let copy = anim.copy() as? CAAnimation else { return }
    let now = LayerTime.clock.now
    if !(copy.duration > 0) { copy.duration = CATransaction.animationDuration() }
    var timing = TimingParameters(copy)
    if timing.beginTime == 0 { timing.beginTime = localTime(at: now) }
    if let key { removeAnimation(forKey: key) }
    let entry = AttachedAnimation(
      key: key ?? "", isNameless: key == nil, animation: copy, timing: timing,
      completions: CATransaction.completions())
    attached.append(entry)
    schedule(entry, now: now)
    treeChanged()
  }

  /// Removes an animation; its delegate is notified that it did not finish.
  open func removeAnimation(forKey key: String) { remove(finished: false) { $0.key == key && !$0.isNameless } }

  /// Removes all animations.
  open func removeAllAnimations() { remove(finished: false) { _ in true } }

  /// The action of a property change or another event: the delegate's action, else that of `actions`, else
  /// `defaultAction(forKey:)`, else, for an animatable property of a layer that has been shown, an animation from the
  /// presented value to the new one. Nil for no action.
  open func action(forKey event: String) -> (any CAAction)? {
    let found =
      delegate?.action(for: self, forKey: event) ?? actions?[event] ?? type(of: self).defaultAction(forKey: event)
      ?? implicitAnimation(forKey: event)
    return found is NSNull ? nil : found
  }

  /// The class's default action of a property change; nil lets the layer decide.
  open class func defaultAction(forKey event: String) -> (any CAAction)? { nil }

  // MARK: Changes

  /// Notifies the observers of the tree that the presentation has changed.
  package final func treeChanged() {
    var layer: CALayer? = self
    while let current = layer {
      current.treeObserver?.layerTreeDidChange()
      layer = current.parent ?? current.masked
    }
  }

  // MARK: Animations

  /// The layer's copy of the animation with a key; do not change it. Nil if there is none or it has ended.
  open func animation(forKey key: String) -> CAAnimation? {
    finishAnimations(at: LayerTime.clock.now)
    return attached.last { $0.key == key && !$0.isNameless }?.animation
  }

  /// The keys of all animations in the order in which they were added; nil if there are none.
  open func animationKeys() -> [String]? {
    finishAnimations(at: LayerTime.clock.now)
    let keys = attached.filter { !$0.isNameless }.map(\.key)
    return keys.isEmpty ? nil : keys
  }

  // MARK: Conversion of coordinates and times

  /// Converts a point from another layer's coordinates to this layer's; nil means the coordinates of the root's
  /// superlayer.
  open func convert(_ p: CGPoint, from l: CALayer?) -> CGPoint {
    let other = l == nil ? .identity : l?.mapToRoot
    guard let inverse = mapToRoot?.inverse, let point = other?.map(p) else { return p }
    return inverse.map(point) ?? p
  }

  /// Converts a point from this layer's coordinates to another layer's.
  open func convert(_ p: CGPoint, to l: CALayer?) -> CGPoint {
    guard let point = mapToRoot?.map(p) else { return p }
    guard let l else { return point }
    return (l.mapToRoot?.inverse).flatMap { $0.map(point) } ?? p
  }

  /// Converts a rectangle from another layer's coordinates to this layer's; the result is the bounding box.
  open func convert(_ r: CGRect, from l: CALayer?) -> CGRect {
    let other = l == nil ? .identity : l?.mapToRoot
    guard let inverse = mapToRoot?.inverse, let other else { return r }
    return other.then(inverse).map(r) ?? r
  }

  /// Converts a rectangle from this layer's coordinates to another layer's; the result is the bounding box.
  open func convert(_ r: CGRect, to l: CALayer?) -> CGRect {
    guard let map = mapToRoot else { return r }
    guard let l else { return map.map(r) ?? r }
    return (l.mapToRoot?.inverse).flatMap { map.then($0).map(r) } ?? r
  }

  /// Converts a time from another layer's time to this layer's; nil means the media time of `CACurrentMediaTime`.
  open func convertTime(_ t: CFTimeInterval, from l: CALayer?) -> CFTimeInterval {
    localTime(at: l?.mediaTime(fromLocal: t) ?? t)
  }

  /// Converts a time from this layer's time to another layer's.
  open func convertTime(_ t: CFTimeInterval, to l: CALayer?) -> CFTimeInterval {
    let media = mediaTime(fromLocal: t)
    return l?.localTime(at: media) ?? media
  }

  // MARK: Layout and display

  /// Whether the sublayers must be laid out.
  open func needsLayout() -> Bool { isLayoutNeeded }

  /// Whether `display()` must be called.
  open func needsDisplay() -> Bool { isDisplayNeeded }

  // MARK: Geometry and appearance

  /// The point of the layer at `position`, around which it is transformed: from (0, 0) at the top left of the bounds to
  /// (1, 1).
  open var anchorPoint: CGPoint {
    get { values.anchorPoint }
    set {
      if accept(newValue.x, newValue.y, for: "anchorPoint") { change("anchorPoint", \.anchorPoint, to: newValue) }
    }
  }

  /// The z component of the anchor point.
  open var anchorPointZ: CGFloat {
    get { values.anchorPointZ }
    set { if accept(newValue, for: "anchorPointZ") { change("anchorPointZ", \.anchorPointZ, to: newValue) } }
  }

  /// The z coordinate in the superlayer: sublayers are drawn in this order.
  open var zPosition: CGFloat {
    get { values.zPosition }
    set { if accept(newValue, for: "zPosition") { change("zPosition", \.zPosition, to: newValue) } }
  }

  /// The transform of all sublayers around the anchor point, usually a perspective.
  open var sublayerTransform: CATransform3D {
    get { values.sublayerTransform }
    set {
      if accept(newValue.rows.reduce(0, +), for: "sublayerTransform") {
        change("sublayerTransform", \.sublayerTransform, to: newValue)
      }
    }
  }

  /// The transform as an affine transform.
  open func affineTransform() -> CGAffineTransform { CATransform3DGetAffineTransform(transform) }

  /// Sets the transform to an affine transform.
  open func setAffineTransform(_ m: CGAffineTransform) { transform = CATransform3DMakeAffineTransform(m) }

  /// Whether the y axis of the sublayers' coordinates points upward.
  open var isGeometryFlipped: Bool {
    get { values.isGeometryFlipped }
    set { change("geometryFlipped", \.isGeometryFlipped, to: newValue) }
  }

  /// Whether contents and sublayers are clipped to the bounds with their rounded corners.
  open var masksToBounds: Bool {
    get { values.masksToBounds }
    set { change("masksToBounds", \.masksToBounds, to: newValue) }
  }

  /// The corner radius of background and border. Contents and sublayers are clipped only if `masksToBounds` is set.
  open var cornerRadius: CGFloat {
    get { values.cornerRadius }
    set { if accept(newValue, for: "cornerRadius") { change("cornerRadius", \.cornerRadius, to: newValue) } }
  }

  /// The corners that are rounded.
  open var maskedCorners: CACornerMask {
    get { values.maskedCorners }
    set { change("maskedCorners", \.maskedCorners, to: newValue) }
  }

  /// The width of the border, which is drawn inside the bounds and over everything else.
  open var borderWidth: CGFloat {
    get { values.borderWidth }
    set { if accept(newValue, for: "borderWidth") { change("borderWidth", \.borderWidth, to: newValue) } }
  }

  /// The color of the border; black by default.
  open var borderColor: CGColor? {
    get { values.borderColor }
    set { change("borderColor", \.borderColor, to: newValue) }
  }

  /// The part of the contents that is shown, in unit coordinates. Outside the contents their edge pixels are repeated.
  open var contentsRect: CGRect {
    get { values.contentsRect }
    set {
      guard accept(newValue.origin.x, newValue.origin.y, newValue.width, newValue.height, for: "contentsRect") else {
        return
      }
      change("contentsRect", \.contentsRect, to: newValue)
    }
  }

  /// The pixels of the contents per point, for gravities that do not resize them.
  open var contentsScale: CGFloat {
    get { values.contentsScale }
    set { if accept(newValue, for: "contentsScale") { change("contentsScale", \.contentsScale, to: newValue) } }
  }

  /// The position of the contents in the bounds, and whether they are resized.
  open var contentsGravity: CALayerContentsGravity {
    get { values.contentsGravity }
    set { change("contentsGravity", \.contentsGravity, to: newValue) }
  }

  // MARK: Tree

  /// The layer that contains this one; nil for a root.
  open var superlayer: CALayer? {
    guard let modelLayer else { return parent }
    return modelLayer.parent?.presentation()
  }

  /// The sublayers, from back to front for equal `zPosition`; nil if there are none.
  open var sublayers: [CALayer]? {
    get {
      guard let modelLayer else { return children.isEmpty ? nil : children }
      return modelLayer.sublayers?.compactMap { $0.presentation() }
    }
    set {
      let layers = newValue ?? []
      for layer in children where !layers.contains(where: { $0 === layer }) { layer.removeFromSuperlayer() }
      for (index, layer) in layers.enumerated() { insert(layer, at: index) }
    }
  }

  /// A layer whose alpha masks this layer and its sublayers; it is positioned in this layer's coordinates.
  open var mask: CALayer? {
    get { modelLayer.map { $0.mask?.presentation() } ?? maskLayer }
    set {
      guard newValue !== maskLayer, modelLayer == nil else { return }
      if let newValue {
        guard canHold(newValue) else { return }
        newValue.removeFromSuperlayer()
        newValue.masked?.mask = nil
      }
      maskLayer?.masked = nil
      maskLayer = newValue
      newValue?.masked = self
      treeChanged()
    }
  }
}

/// A source of layer time other than the superlayer.
package protocol LayerTimeSource: AnyObject {
  /// The layer's time at a media time; not a number if there is none.
  func followedTime(at mediaTime: Double) -> Double
  /// The media time at which that layer time will be reached, as far as known; infinite for never.
  func mediaTime(ofFollowed time: Double) -> Double
  /// Whether the time advances.
  var isRunning: Bool { get }
}

/// An observer that draws a tree, and is notified of its changes.
package protocol LayerTreeObserver: AnyObject {
  /// Called on the thread that changes the tree, possibly often: mark the change and draw later.
  func layerTreeDidChange()
}
