import Foundation
import PlayheadLayers
import TestSupport
import Testing

@Suite("Layer trees as images")
struct GoldenTests {
  @Test("each scene matches pixels computed without a drawing library", arguments: Scenes.names)
  func scene(name: String) throws {
    let pixels = try #require(Pixels(LayerRenderer().image(of: Scenes.root(name), at: 0)))
    let difference = try #require(Scenes.difference(of: pixels, from: name))
    // Between enlarged pixels a drawing library blends, across as many of its pixels as the scale factor, and edges in
    // perspective are hard.
    let limits: [String: (mean: Double, far: Int)] = [
      "perspective": (3, 100), "resize": (12, 420), "aspect": (8, 260), "fill": (12, 450),
    ]
    let limit = limits[name] ?? (0.35, 12)
    #expect(difference.mean < limit.mean, "\(name): mean difference \(difference.mean)")
    #expect(difference.far < limit.far, "\(name): \(difference.far) pixels differ")
  }

  @Test("at scale 2 everything is twice as large")
  func scale() throws {
    let pixels = try #require(Pixels(LayerRenderer(scale: 2).image(of: Scenes.root("ordered"), at: 0)))
    #expect(pixels.image.width == 96 && pixels.image.height == 64)
    #expect(pixels[3, 3] == [255, 255, 255, 255] && pixels[4, 4] == [255, 0, 0, 255])
    #expect(pixels[43, 43] == [255, 0, 0, 255] && pixels[44, 43] == [0, 255, 0, 255])
  }

  @Test("an animation is drawn at the given time")
  func animated() throws {
    let root = Scenes.layer(0, 0, 40, 10, .black)
    let dot = Scenes.layer(0, 0, 10, 10, .white, in: root)
    let animation = CABasicAnimation(keyPath: "position.x")
    (animation.fromValue, animation.toValue, animation.duration, animation.beginTime) = (5, 35, 3, 50)
    animation.isRemovedOnCompletion = false
    dot.add(animation, forKey: nil)
    for (time, left) in [(50.0, 0), (51, 10), (52, 20), (52.9, 29), (60, 0)] {
      let pixels = try #require(Pixels(LayerRenderer().image(of: root, at: time)))
      let white = (0..<40).filter { pixels[$0, 5][0] == 255 }
      #expect(white == Array(left..<left + 10), "at \(time)")
    }
  }

  nonisolated static let formats: [(String, CGImage?)] = [
    ("RGBA", Scenes.image(width: 1, height: 1, bytes: [64, 128, 200, 128], alpha: .last, order: [])),
    ("ARGB", Scenes.image(width: 1, height: 1, bytes: [128, 64, 128, 200], alpha: .first, order: .byteOrder32Big)),
    ("BGRA", Scenes.image(width: 1, height: 1, bytes: [200, 128, 64, 128], alpha: .first)),
    (
      "RGBA premultiplied",
      Scenes.image(width: 1, height: 1, bytes: [32, 64, 100, 128], alpha: .premultipliedLast, order: [])
    ),
    ("BGRA premultiplied", Scenes.image(width: 1, height: 1, bytes: [100, 64, 32, 128])),
    (
      "RGBA of 16 bits",
      Scenes.image(
        width: 1, height: 1, bytes: [0, 64, 0, 128, 0, 200, 0, 128], bitsPerComponent: 16, alpha: .last,
        order: .byteOrder16Little)
    ),
  ]

  @Test("images of every pixel layout are read", arguments: formats.map(\.0))
  func layouts(name: String) throws {
    let root = Scenes.layer(0, 0, 2, 2)
    root.contents = try #require(Self.formats.first { $0.0 == name }?.1)
    let pixel = try #require(Pixels(LayerRenderer().image(of: root, at: 0)))[1, 1]
    #expect(zip(pixel, [32, 64, 100, 128]).allSatisfy { abs($0 - $1) <= 1 }, "\(pixel)")
  }

  @Test("opaque layouts and gray")
  func opaque() throws {
    let images: [(CGImage?, [Int])] = [
      (Scenes.image(width: 1, height: 1, bytes: [1, 2, 3], components: 3, alpha: .none, order: []), [1, 2, 3, 255]),
      (Scenes.image(width: 1, height: 1, bytes: [9, 1, 2, 3], alpha: .noneSkipFirst, order: []), [1, 2, 3, 255]),
      (
        Scenes.image(width: 1, height: 1, bytes: [77], components: 1, alpha: .none, order: [], isGray: true),
        [77, 77, 77, 255]
      ),
    ]
    for (image, expected) in images {
      let root = Scenes.layer(0, 0, 1, 1)
      #expect(image != nil)
      root.contents = image
      #expect(try #require(Pixels(LayerRenderer().image(of: root, at: 0)))[0, 0] == expected)
    }
  }

  @Test("undrawable content draws nothing or leaves the rest")
  func bad() throws {
    let renderer = LayerRenderer(scale: .nan)
    #expect(renderer.scale == 1)
    #expect(renderer.image(of: CALayer(), at: 0) == nil)
    #expect(renderer.image(of: Scenes.layer(0, 0, 1e9, 1), at: 0) == nil)
    var small = [UInt32](repeating: 0, count: 4)
    #expect(!renderer.draw(Scenes.layer(0, 0, 2, 2, .white), into: &small, bytesPerRow: 4, at: 0))
    let root = Scenes.layer(0, 0, 4, 4, Scenes.red)
    _ = Scenes.layer(0, 0, 4, 4, .white, in: root) { $0.isHidden = true }
    _ = Scenes.layer(0, 0, 4, 4, .white, in: root) { $0.transform = CATransform3DMakeScale(0, 0, 0) }
    _ = Scenes.layer(0, 0, 0, 0, .white, in: root) { $0.borderWidth = 9 }
    _ = Scenes.layer(0, 0, 4, 4, .white, in: root) { $0.mask = CALayer() }
    _ = Scenes.layer(1e12, 1e12, 1e12, 1e12, .white, in: root) { $0.cornerRadius = 1e300 }
    _ = Scenes.layer(0, 0, 4, 4, nil, in: root) { $0.contents = "no picture" }
    var perspective = CATransform3DMakeRotation(1.5, 0, 1, 0)
    perspective.m34 = -1
    _ = Scenes.layer(0, 0, 400, 400, nil, in: root) { $0.transform = perspective }
    let pixels = try #require(Pixels(renderer.image(of: root, at: .nan)))
    #expect(pixels[0, 0] == [255, 0, 0, 255] && pixels[3, 3] == [255, 0, 0, 255])
  }
}
