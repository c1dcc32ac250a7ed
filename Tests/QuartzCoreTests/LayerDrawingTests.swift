import CoreGraphics
import Foundation
import QuartzCore
import Testing

/// Contents that a layer or its delegate draws.
@Suite struct LayerDrawingTests {
  private final class Painter: NSObject, CALayerDelegate {
    var calls: [String] = []
    func layerWillDraw(_ layer: CALayer) { calls.append("will") }
    func draw(_ layer: CALayer, in ctx: CGContext) {
      calls.append("draw")
      ctx.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
      ctx.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    }
  }

  private final class Provider: NSObject, CALayerDelegate {
    func display(_ layer: CALayer) { layer.contents = "shown" }
  }

  private final class Bystander: NSObject, CALayerDelegate {}

  private final class DrawingLayer: CALayer {
    override func draw(in ctx: CGContext) {
      super.draw(in: ctx)
      ctx.setFillColor(red: 0, green: 1, blue: 0, alpha: 1)
      ctx.fill(CGRect(x: 10, y: 21, width: 1, height: 1))
    }
  }

  private func image(of layer: CALayer) -> CGImage? { layer.contents as? CGImage }

  @Test func delegateDrawsFromTopLeftInPixelsOfContentsScale() {
    let (layer, painter) = (CALayer(), Painter())
    layer.bounds = CGRect(x: 0, y: 0, width: 2, height: 1)
    layer.contentsScale = 2
    layer.delegate = painter
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    layer.displayIfNeeded()
    #expect(painter.calls == ["will", "draw"])
    let r: UInt32 = 0xFFFF_0000
    #expect(words(of: image(of: layer)) == [[r, r, 0, 0], [r, r, 0, 0]])
  }

  @Test func subclassDrawsInItsBounds() {
    let layer = DrawingLayer()
    layer.bounds = CGRect(x: 10, y: 20, width: 2, height: 2)
    layer.display()
    #expect(words(of: image(of: layer)) == [[0, 0], [0xFF00_FF00, 0]])
  }

  @Test func delegateThatProvidesContentsDrawsNothing() {
    let (layer, provider) = (CALayer(), Provider())
    layer.bounds = CGRect(x: 0, y: 0, width: 2, height: 2)
    layer.delegate = provider
    layer.display()
    #expect(layer.contents as? String == "shown")
  }

  @Test func contentsStayIfNobodyDraws() {
    let (layer, bystander) = (CALayer(), Bystander())
    layer.bounds = CGRect(x: 0, y: 0, width: 2, height: 2)
    layer.contents = "image"
    layer.display()
    #expect(layer.contents as? String == "image")
    layer.delegate = bystander
    layer.display()
    #expect(layer.contents as? String == "image")
  }

  @Test func layersWithoutUsableSizeKeepTheirContents() {
    let layer = DrawingLayer()
    for bounds in [CGRect.zero, CGRect(x: 0, y: 0, width: 1e9, height: 1), CGRect(x: 3, y: 3, width: 0, height: 5)] {
      layer.bounds = bounds
      layer.contents = "image"
      layer.display()
      #expect(layer.contents as? String == "image")
    }
  }
}
