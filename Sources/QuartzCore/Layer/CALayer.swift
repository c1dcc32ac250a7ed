import Foundation

/// A rectangle with a picture, a colour, a border, and other layers in it: one node of a tree that is drawn as a whole.
///
/// A layer is a model: it draws nothing by itself. AVKit's `LayerHostView` shows a tree in a window, `LayerRenderer` of
/// PlayheadLayers makes an image of it. Coordinates begin at the top left and grow to the right and downward. Use a tree on one
/// thread at a time; one that is shown belongs to the main thread.
///
/// Changing a property of a layer that has been shown animates it, as `CATransaction` says; the properties here always read what
/// they were set to, and `presentation()` has what is seen.
///
/// - Note: Difference from Apple: there is no drawing context, so a layer has no `draw(in:)`: give it `contents`.
open class CALayer: NSObject {
  var values: LayerValues
  var timing: TimingParameters
  /// Of a presentation layer: the layer it shows.
  private(set) var modelLayer: CALayer?
  /// It has been drawn: changes from now on can be seen.
  package internal(set) var hasBeenShown = false

  // The tree, changed in CALayer+Tree.
  final var children: [CALayer] = []
  final weak var parent: CALayer?
  final var maskLayer: CALayer?
  final weak var masked: CALayer?
  /// Who shows the tree, told of every change; only at the root.
  package weak var treeObserver: (any LayerTreeObserver)?

  final var attached: [AttachedAnimation] = []
  final var isLayoutNeeded = true
  final var isDisplayNeeded = false

  /// A layer of no size at the origin, with nothing to be seen.
  public override init() {
    values = LayerValues()
    timing = TimingParameters()
    timing.duration = .infinity
    super.init()
  }

  /// A copy of a layer's properties, which shows the same and belongs to no tree. `presentation()` makes its layers with it.
  ///
  /// Subclasses that have properties of their own copy them here. Anything but a layer gives a new one.
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

  /// The layer for `presentation()`: what subclasses with a designated initialiser of their own override, with `init(layer:)`.
  ///
  /// - Note: An addition of this project: without an Objective-C runtime a class cannot make another object of its own class.
  open func makePresentationLayer() -> CALayer { CALayer(layer: self) }

  // MARK: What it is

  /// What a program calls it.
  open var name: String?

  /// Who is asked for contents, layout and animations. Not kept.
  open weak var delegate: (any CALayerDelegate)?

  /// What happens when a property changes, by its key, where the delegate does not say.
  open var actions: [String: any CAAction]?

  /// How it follows its superlayer's size.
  open var autoresizingMask: CAAutoresizingMask = []

  /// Whether nothing behind it is to be seen. A promise of the program that drawing may use.
  open var isOpaque = false

  /// Whether `display()` is called when its size changes.
  open var needsDisplayOnBoundsChange = false

  // MARK: Time

  /// Gives the layer another time than its superlayer's. Set by subclasses of this project, to themselves.
  package final weak var timeSource: (any LayerTimeSource)?

  /// Gives the layer contents that change by themselves. Set by subclasses of this project, to themselves.
  package final weak var videoSource: (any LayerVideoSource)?

  // MARK: Presentation

  /// A layer with what is seen of this one now: its sublayers and its superlayer are such layers too.
  ///
  /// Changing it changes nothing that is seen. Nil for subclasses that do not override `makePresentationLayer()`.
  open func presentation() -> Self? {
    if modelLayer != nil { return self }
    let copy = makePresentationLayer()
    let now = LayerTime.clock.now
    copy.values = presentedValues(at: localTime(at: now))
    copy.modelLayer = self
    return copy as? Self
  }

  /// The layer whose presentation this is; the layer itself if it is none.
  open func model() -> Self { modelLayer as? Self ?? self }

  // MARK: Geometry and appearance, more of which is in CALayer+Properties

  /// The rectangle of its own space that the layer shows.
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

  /// Where the anchor point lies in the superlayer.
  open var position: CGPoint {
    get { values.position }
    set { if accept(newValue.x, newValue.y, for: "position") { change("position", \.position, to: newValue) } }
  }

  /// What happens to it around its anchor point.
  open var transform: CATransform3D {
    get { values.transform }
    set { if accept(newValue.rows.reduce(0, +), for: "transform") { change("transform", \.transform, to: newValue) } }
  }

  /// The upright rectangle that the layer takes up in its superlayer: computed from bounds, position, anchor point and transform.
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

  /// How much it covers, with everything in it: 0 nothing, 1 everything.
  open var opacity: Float {
    get { values.opacity }
    set { if accept(CGFloat(newValue), for: "opacity") { change("opacity", \.opacity, to: newValue) } }
  }

  /// Whether it is left out, with everything in it.
  open var isHidden: Bool {
    get { values.isHidden }
    set { change("hidden", \.isHidden, to: newValue) }
  }

  /// What lies behind the contents; nil: nothing.
  open var backgroundColor: CGColor? {
    get { values.backgroundColor }
    set { change("backgroundColor", \.backgroundColor, to: newValue) }
  }

  /// A picture: a `CGImage`. Anything else is kept and not seen.
  open var contents: Any? {
    get { values.contents }
    set { change("contents", \.contents, to: newValue) }
  }

  // MARK: Tree

  /// Puts a layer in front of the others.
  open func addSublayer(_ layer: CALayer) { insert(layer, at: children.count) }

  /// Puts a layer at a place, counted from the back; in front where there are not as many.
  open func insertSublayer(_ layer: CALayer, at idx: UInt32) { insert(layer, at: Int(idx)) }

  /// Puts a layer behind another one; behind all where that is not a sublayer.
  open func insertSublayer(_ layer: CALayer, below sibling: CALayer?) {
    guard sibling !== layer else { return }
    insert(layer, at: index(of: sibling, without: layer) ?? 0)
  }

  /// Puts a layer in front of another one; in front of all where that is not a sublayer.
  open func insertSublayer(_ layer: CALayer, above sibling: CALayer?) {
    guard sibling !== layer else { return }
    insert(layer, at: index(of: sibling, without: layer).map { $0 + 1 } ?? children.count)
  }

  /// Puts a layer where another one was. Nothing happens where that is not a sublayer.
  open func replaceSublayer(_ oldLayer: CALayer, with newLayer: CALayer) {
    guard oldLayer !== newLayer, oldLayer.parent === self, canHold(newLayer) else { return }
    let place = index(of: oldLayer, without: newLayer) ?? 0
    insert(newLayer, at: place)
    oldLayer.removeFromSuperlayer()
  }

  /// Takes the layer out of its superlayer.
  open func removeFromSuperlayer() {
    guard let parent else { return }
    parent.children.removeAll { $0 === self }
    self.parent = nil
    parent.setNeedsLayout()
    parent.treeChanged()
  }

  // MARK: Places of points

  /// Whether a point of the layer's own space lies within its bounds; the left and upper edge do.
  open func contains(_ p: CGPoint) -> Bool { values.bounds.contains(p) }

  /// The layer farthest to the front at a point of the superlayer's space: this one, or one in it. Hidden layers are not hit, nor
  /// is what `masksToBounds` cuts off.
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

  /// Says that the sublayers need new places. They get them before the tree is drawn, or in `layoutIfNeeded()`.
  open func setNeedsLayout() {
    guard !isLayoutNeeded else { return }
    isLayoutNeeded = true
    treeChanged()
  }

  /// Gives the sublayers of this layer, and of all in it, their places if they need new ones.
  open func layoutIfNeeded() {
    // What a layout changes may need a layout itself; one that never comes to rest is left after some rounds.
    for _ in 0..<8 where isLayoutNeeded {
      isLayoutNeeded = false
      layoutSublayers()
    }
    for layer in children { layer.layoutIfNeeded() }
  }

  /// Says that `display()` is to be called before the tree is drawn.
  open func setNeedsDisplay() {
    isDisplayNeeded = true
    treeChanged()
  }

  /// Calls `display()` if it is to be called.
  open func displayIfNeeded() {
    guard isDisplayNeeded else { return }
    isDisplayNeeded = false
    display()
  }

  /// Sizes the sublayers as their masks say.
  open func resizeSublayers(withOldSize size: CGSize) {
    for layer in children { layer.resize(withOldSuperlayerSize: size) }
  }

  /// Sizes the layer as its mask says.
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

  /// Gives the sublayers their places: asks the delegate. Override it to do so yourself.
  open func layoutSublayers() { delegate?.layoutSublayers(of: self) }

  /// Sets the contents: asks the delegate. Override it to do so yourself.
  open func display() { delegate?.display(self) }

  /// Whether `display()` is called when a property changes.
  open class func needsDisplay(forKey key: String) -> Bool { false }

  // MARK: Animations

  /// Adds a copy of an animation. It begins now if it has no begin of its own, and takes the place of another one with the same key.
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

  /// Takes an animation off the layer; its delegate is told that it did not finish.
  open func removeAnimation(forKey key: String) { remove(finished: false) { $0.key == key && !$0.isNameless } }

  /// Takes all animations off the layer.
  open func removeAllAnimations() { remove(finished: false) { _ in true } }

  /// What happens when a property changes, or another event: what the delegate says, else `actions`, else `defaultAction(forKey:)`,
  /// else for a property that can be animated, once the layer has been shown, an animation from what is seen to the new value.
  /// Nil for nothing.
  open func action(forKey event: String) -> (any CAAction)? {
    let found =
      delegate?.action(for: self, forKey: event) ?? actions?[event] ?? type(of: self).defaultAction(forKey: event)
      ?? implicitAnimation(forKey: event)
    return found is NSNull ? nil : found
  }

  /// What happens when a property of any layer of the class changes; nil: what the layer decides.
  open class func defaultAction(forKey event: String) -> (any CAAction)? { nil }

  // MARK: Changes

  /// Something that is seen has changed.
  package final func treeChanged() {
    var layer: CALayer? = self
    while let current = layer {
      current.treeObserver?.layerTreeDidChange()
      layer = current.parent ?? current.masked
    }
  }
}

/// A layer whose time follows something else than its superlayer.
package protocol LayerTimeSource: AnyObject {
  /// The layer's time at a time of the machine; no number for none.
  func followedTime(at mediaTime: Double) -> Double
  /// When that time will be, as far as anybody can say; infinite for never.
  func mediaTime(ofFollowed time: Double) -> Double
  /// Whether its time passes.
  var isRunning: Bool { get }
}

/// Shows a tree, and draws it anew when it has changed.
package protocol LayerTreeObserver: AnyObject {
  /// Called on the thread that changes the tree, often: mark, and draw later.
  func layerTreeDidChange()
}
