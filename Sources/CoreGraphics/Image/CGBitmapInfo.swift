/// Where the alpha component of a pixel lies, and whether the colours are multiplied by it.
public enum CGImageAlphaInfo: UInt32, Sendable {
  /// No alpha and no room for it: RGB.
  case none = 0

  /// After the colours, which are multiplied by it: premultiplied RGBA.
  case premultipliedLast = 1

  /// Before the colours, which are multiplied by it: premultiplied ARGB.
  case premultipliedFirst = 2

  /// After the colours: RGBA.
  case last = 3

  /// Before the colours: ARGB.
  case first = 4

  /// Room after the colours that holds nothing: RGBX.
  case noneSkipLast = 5

  /// Room before the colours that holds nothing: XRGB.
  case noneSkipFirst = 6

  /// Alpha only.
  case alphaOnly = 7
}

/// In which order the bytes of a pixel are stored.
public enum CGImageByteOrderInfo: UInt32, Sendable {
  /// The bits that hold the order; not an order itself.
  case orderMask = 0x7000

  /// As the components are named, first to last.
  case orderDefault = 0

  /// Words of 16 bits, least significant byte first.
  case order16Little = 0x1000

  /// Words of 32 bits, least significant byte first: with `premultipliedFirst`, bytes B, G, R, A.
  case order32Little = 0x2000

  /// Words of 16 bits, most significant byte first.
  case order16Big = 0x3000

  /// Words of 32 bits, most significant byte first.
  case order32Big = 0x4000
}

/// How the components of a pixel are stored: alpha, byte order, floating point.
public struct CGBitmapInfo: OptionSet, Hashable, Sendable {
  /// The bits: alpha in the lowest five, float in 0xF00, byte order in 0x7000.
  public let rawValue: UInt32

  /// Information with these bits.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The bits that hold a `CGImageAlphaInfo`.
  public static var alphaInfoMask: CGBitmapInfo { CGBitmapInfo(rawValue: 0x1F) }

  /// The bits that tell floating-point components.
  public static var floatInfoMask: CGBitmapInfo { CGBitmapInfo(rawValue: 0xF00) }

  /// Components are floating-point numbers.
  public static var floatComponents: CGBitmapInfo { CGBitmapInfo(rawValue: 1 << 8) }

  /// The bits that hold a `CGImageByteOrderInfo`.
  public static var byteOrderMask: CGBitmapInfo { CGBitmapInfo(rawValue: 0x7000) }

  /// As the components are named, first to last; has no bits.
  public static var byteOrderDefault: CGBitmapInfo { [] }

  /// Words of 16 bits, least significant byte first.
  public static var byteOrder16Little: CGBitmapInfo { CGBitmapInfo(rawValue: 0x1000) }

  /// Words of 32 bits, least significant byte first: with `premultipliedFirst`, bytes B, G, R, A.
  public static var byteOrder32Little: CGBitmapInfo { CGBitmapInfo(rawValue: 0x2000) }

  /// Words of 16 bits, most significant byte first.
  public static var byteOrder16Big: CGBitmapInfo { CGBitmapInfo(rawValue: 0x3000) }

  /// Words of 32 bits, most significant byte first.
  public static var byteOrder32Big: CGBitmapInfo { CGBitmapInfo(rawValue: 0x4000) }
}

/// How colours that a device cannot show are replaced.
public enum CGColorRenderingIntent: Int32, Sendable {
  /// As suits the picture.
  case defaultIntent = 0

  /// By the nearest colour, white included.
  case absoluteColorimetric = 1

  /// By the nearest colour, in relation to the device's white.
  case relativeColorimetric = 2

  /// By squeezing all colours, so that their relations stay.
  case perceptual = 3

  /// By colours as strong as the originals.
  case saturation = 4
}
