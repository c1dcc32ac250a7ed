import Foundation
import QuartzCore

/// The layer trees that expected.py computes.
public enum Scenes {
  /// The size of every scene in points.
  public static let size = CGSize(width: 48, height: 32)

  /// Creates a layer with a frame and a color.
  public static func layer(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ color: CGColor? = nil, in parent: CALayer? = nil,
    _ change: (CALayer) -> Void = { _ in }
  ) -> CALayer {
    let layer = CALayer()
    layer.bounds.size = CGSize(width: width, height: height)
    layer.position = CGPoint(x: x + width / 2, y: y + height / 2)
    layer.backgroundColor = color
    change(layer)
    parent?.addSublayer(layer)
    return layer
  }

  public static let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
  public static let green = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
  public static let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
  /// Half-transparent blue.
  public static let glass = CGColor(red: 0, green: 0, blue: 1, alpha: 0.5)

  /// The names of all scenes.
  public static let names = [
    "fading", "rounded", "open", "turned", "anchored", "ordered", "masked", "scrolled", "perspective", "resize",
    "aspect", "fill", "center", "corner", "part",
  ]

  /// The root layer of a scene.
  public static func root(_ name: String) -> CALayer {
    let root = layer(0, 0, size.width, size.height, name == "open" ? nil : .white)
    switch name {
    case "fading":
      let group = layer(4, 4, 30, 20, red, in: root) { $0.opacity = 0.5 }
      _ = layer(10, 6, 30, 20, blue, in: group)
      _ = layer(2, 2, 12, 8, glass, in: group)
    case "rounded":
      root.backgroundColor = green
      let inner = layer(6, 4, 36, 24, red, in: root) {
        ($0.cornerRadius, $0.borderWidth, $0.borderColor, $0.masksToBounds) = (8, 3, blue, true)
      }
      _ = layer(0, 0, 10, 10, .white, in: inner)
    case "open":
      let inner = layer(10, 8, 16, 16, red, in: root) { ($0.cornerRadius, $0.borderWidth) = (6, 2) }
      _ = layer(10, 10, 20, 10, blue, in: inner)
    case "turned":
      let inner = layer(14, 6, 20, 20, red, in: root) {
        $0.setAffineTransform(CGAffineTransform(rotationAngle: .pi / 6))
      }
      _ = layer(2, 2, 8, 8, blue, in: inner) { $0.opacity = 0.5 }
    case "anchored":
      _ = layer(10, 10, 20, 8, blue, in: root) {
        ($0.anchorPoint, $0.position) = (.zero, CGPoint(x: 10, y: 10))
        $0.transform = CATransform3DScale(CATransform3DMakeRotation(.pi / 2, 0, 0, 1), 1.5, 1, 1)
      }
    case "ordered":
      _ = layer(2, 2, 20, 20, red, in: root) { $0.zPosition = 1 }
      _ = layer(10, 6, 20, 20, green, in: root)
      _ = layer(18, 10, 20, 20, blue, in: root) { $0.zPosition = -1 }
    case "masked":
      let inner = layer(4, 4, 40, 24, red, in: root)
      let mask = layer(0, 0, 20, 24, glass) { $0.cornerRadius = 5 }
      _ = layer(4, 8, 30, 8, .black, in: mask)
      inner.mask = mask
    case "scrolled":
      let inner = layer(8, 6, 30, 20, green, in: root) {
        ($0.bounds.origin, $0.masksToBounds) = (CGPoint(x: 100, y: 50), true)
      }
      _ = layer(95, 45, 15, 15, red, in: inner)
    case "perspective":
      root.sublayerTransform.m34 = -1.0 / 60
      let inner = layer(10, 6, 28, 20, red, in: root) { $0.transform = CATransform3DMakeRotation(.pi / 4, 0, 1, 0) }
      _ = layer(14, 0, 14, 20, blue, in: inner)
    default:
      root.backgroundColor = .black
      root.contents = blocks
      switch name {
      case "aspect": root.contentsGravity = .resizeAspect
      case "fill": root.contentsGravity = .resizeAspectFill
      case "center": root.contentsGravity = .center
      case "corner": root.contentsGravity = .bottomRight
      case "part":
        root.contentsGravity = .left
        root.contentsRect = CGRect(x: 0, y: 0.5, width: 1, height: 0.5)
      default: break
      }
    }
    return root
  }

  /// Four blocks of 4 × 4 pixels: red, green, blue, white.
  public static var blocks: CGImage? {
    let colors: [[UInt8]] = [[0, 0, 255, 255], [0, 255, 0, 255], [255, 0, 0, 255], [255, 255, 255, 255]]
    var bytes: [UInt8] = []
    for index in 0..<64 {
      let (column, row) = (index % 8 / 4, index / 32)
      bytes += colors[column + row * 2]
    }
    return image(width: 8, height: 8, bytes: bytes)
  }

  /// Creates an image from pixel values.
  public static func image(
    width: Int, height: Int, bytes: [UInt8], bitsPerComponent: Int = 8, components: Int = 4,
    alpha: CGImageAlphaInfo = .premultipliedFirst, order: CGBitmapInfo = .byteOrder32Little, isGray: Bool = false
  ) -> CGImage? {
    guard let provider = CGDataProvider(data: NSData(data: Data(bytes))) else { return nil }
    return CGImage(
      width: width, height: height, bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerComponent * components,
      bytesPerRow: width * bitsPerComponent * components / 8,
      space: isGray ? CGColorSpaceCreateDeviceGray() : CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: [order, CGBitmapInfo(rawValue: alpha.rawValue)], provider: provider, decode: nil,
      shouldInterpolate: true, intent: .defaultIntent)
  }
}
