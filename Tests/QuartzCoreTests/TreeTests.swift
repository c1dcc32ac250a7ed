import QuartzCore
import Testing

@Suite("The layer tree")
struct TreeTests {
  private func named(_ name: String) -> CALayer {
    let layer = CALayer()
    layer.name = name
    return layer
  }

  private func names(_ layer: CALayer) -> String { (layer.sublayers ?? []).map { $0.name ?? "?" }.joined() }

  @Test("all insertion methods")
  func inserting() {
    let root = CALayer()
    let (a, b, c, d) = (named("a"), named("b"), named("c"), named("d"))
    root.addSublayer(a)
    root.insertSublayer(b, at: 0)
    #expect(names(root) == "ba" && a.superlayer === root)
    root.insertSublayer(c, below: a)
    root.insertSublayer(d, above: b)
    #expect(names(root) == "bdca")
    root.insertSublayer(b, above: a)
    #expect(names(root) == "dcab", "moved, not doubled")
    root.insertSublayer(d, at: 99)
    #expect(names(root) == "cabd")
    root.replaceSublayer(a, with: d)
    #expect(names(root) == "cdb" && a.superlayer == nil)
    root.insertSublayer(a, below: nil)
    #expect(names(root) == "acdb")
    root.addSublayer(a)
    #expect(names(root) == "cdba")
    root.sublayers = [b, a]
    #expect(names(root) == "ba" && c.superlayer == nil)
    root.sublayers = nil
    #expect(root.sublayers == nil && b.superlayer == nil)
  }

  @Test("a layer has one superlayer at a time")
  func moves() {
    let (first, second, layer) = (CALayer(), CALayer(), CALayer())
    first.addSublayer(layer)
    second.addSublayer(layer)
    #expect(first.sublayers == nil && layer.superlayer === second)
    first.mask = layer
    #expect(second.sublayers == nil && layer.superlayer == nil && first.mask === layer)
    second.mask = layer
    #expect(first.mask == nil)
  }

  @Test("a layer cannot contain itself: nothing changes")
  func cycles() {
    let (root, child, grandchild) = (CALayer(), CALayer(), CALayer())
    root.addSublayer(child)
    child.addSublayer(grandchild)
    grandchild.addSublayer(root)
    root.addSublayer(root)
    child.mask = root
    root.mask = root
    grandchild.sublayers = [child]
    #expect(grandchild.sublayers == nil && root.superlayer == nil && child.mask == nil && root.mask == nil)
    let mask = CALayer()
    root.mask = mask
    mask.addSublayer(root)
    #expect(mask.sublayers == nil && root.mask === mask)
    #expect(child.superlayer === root && root.sublayers?.count == 1)
  }

  @Test("non-numeric values change nothing")
  func nonNumericValues() {
    let layer = CALayer()
    layer.frame = CGRect(x: 1, y: 2, width: 3, height: 4)
    layer.position = CGPoint(x: Double.nan, y: 0)
    layer.bounds = CGRect(x: 0, y: 0, width: Double.infinity, height: 1)
    layer.frame = CGRect(x: 0, y: -Double.infinity, width: 1, height: 1)
    layer.opacity = .nan
    layer.transform.m11 = .nan
    layer.cornerRadius = .nan
    layer.zPosition = .infinity
    #expect(layer.frame == CGRect(x: 1, y: 2, width: 3, height: 4))
    #expect(layer.opacity == 1 && layer.cornerRadius == 0 && layer.zPosition == 0)
    layer.bounds = CGRect(x: 0, y: 0, width: -10, height: 5)
    #expect(layer.bounds == CGRect(x: -10, y: 0, width: 10, height: 5), "a negative width is the same rectangle")
  }

  @Test("too deep trees are truncated without a crash")
  func deep() throws {
    let root = CALayer()
    var layer = root
    for _ in 0..<1000 {
      let next = CALayer()
      layer.addSublayer(next)
      layer = next
    }
    root.backgroundColor = .white
    var node = try #require(root.node(at: 0))
    var depth = 1
    while let child = node.children.first {
      node = child
      depth += 1
    }
    #expect(depth == 200)
    #expect(layer.convert(CGPoint.zero, to: root) == .zero)
    // Dismantled from within, so that deallocation does not overflow the stack either.
    while let parent = layer.superlayer {
      layer.removeFromSuperlayer()
      layer = parent
    }
  }

  private final class Watcher: NSObject, CALayerDelegate, LayerTreeObserver {
    var layouts = 0
    var displays = 0
    var changes = 0
    func layoutSublayers(of layer: CALayer) { layouts += 1 }
    func display(_ layer: CALayer) { displays += 1 }
    func layerTreeDidChange() { changes += 1 }
  }

  @Test("layout and display happen when needed, once, before drawing")
  func layout() {
    let (root, child, watcher) = (CALayer(), CALayer(), Watcher())
    child.delegate = watcher
    child.needsDisplayOnBoundsChange = true
    root.addSublayer(child)
    root.layoutIfNeeded()
    #expect(watcher.layouts == 1 && watcher.displays == 0)
    child.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
    child.bounds.size.width = 20
    child.position.x = 7
    _ = root.node(at: 0)
    _ = root.node(at: 0)
    #expect(watcher.layouts == 2 && watcher.displays == 1)
  }

  @Test("renderers are notified of changes anywhere in the tree")
  func observed() {
    let (root, child, mask, watcher) = (CALayer(), CALayer(), CALayer(), Watcher())
    root.addSublayer(child)
    child.mask = mask
    root.treeObserver = watcher
    func changes(_ body: () -> Void) -> Bool {
      let before = watcher.changes
      body()
      return watcher.changes > before
    }
    #expect(changes { child.opacity = 0.5 })
    #expect(changes { mask.backgroundColor = .white })
    #expect(changes { child.addSublayer(CALayer()) })
    #expect(changes { child.add(CABasicAnimation(keyPath: "opacity"), forKey: nil) })
    child.removeFromSuperlayer()
    #expect(!changes { child.opacity = 1 })
  }
}
