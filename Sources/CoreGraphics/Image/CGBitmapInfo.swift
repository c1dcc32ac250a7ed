/// The position of the alpha component of a pixel, and whether colours are premultiplied.
public enum CGImageAlphaInfo: UInt32, Sendable {
  /// No alpha: RGB.
  case none = 0

  /// Premultiplied alpha after the colours: RGBA.
  case premultipliedLast = 1

  /// Premultiplied alpha before the colours: ARGB.
  case premultipliedFirst = 2

  /// Alpha after the colours, not premultiplied: RGBA.
  case last = 3

  /// Alpha before the colours, not premultiplied: ARGB.
  case first = 4

  /// Padding after the colours: RGBX.
  case noneSkipLast = 5

  /// Padding before the colours: XRGB.
  case noneSkipFirst = 6

  /// Alpha only.
  case alphaOnly = 7
}

/// The byte order of a pixel.
public enum CGImageByteOrderInfo: UInt32, Sendable {
  /// The mask of the byte order; not a byte order itself.
  case orderMask = 0x7000

  /// The order of the component names.
  case orderDefault = 0

  /// 16-bit words, least significant byte first.
  case order16Little = 0x1000

  /// 32-bit words, least significant byte first: with `premultipliedFirst`, bytes B, G, R, A.
  case order32Little = 0x2000

  /// 16-bit words, most significant byte first.
  case order16Big = 0x3000

  /// 32-bit words, most significant byte first.
  case order32Big = 0x4000
}

/// The layout of a pixel's components: alpha, byte order, floating point.
public struct CGBitmapInfo: OptionSet, Hashable, Sendable {
  /// The bits: alpha in the lowest five, float in 0xF00, byte order in 0x7000.
  public let rawValue: UInt32

  /// Creates a layout from its bits.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The mask of the `CGImageAlphaInfo`.
  public static var alphaInfoMask: CGBitmapInfo { CGBitmapInfo(rawValue: 0x1F) }

  /// The mask of the floating-point flag.
  public static var floatInfoMask: CGBitmapInfo { CGBitmapInfo(rawValue: 0xF00) }

  /// Floating-point components.
  public static var floatComponents: CGBitmapInfo { CGBitmapInfo(rawValue: 1 << 8) }

  /// The mask of the `CGImageByteOrderInfo`.
  public static var byteOrderMask: CGBitmapInfo { CGBitmapInfo(rawValue: 0x7000) }

  /// The order of the component names; has no bits.
  public static var byteOrderDefault: CGBitmapInfo { [] }

  /// 16-bit words, least significant byte first.
  public static var byteOrder16Little: CGBitmapInfo { CGBitmapInfo(rawValue: 0x1000) }

  /// 32-bit words, least significant byte first: with `premultipliedFirst`, bytes B, G, R, A.
  public static var byteOrder32Little: CGBitmapInfo { CGBitmapInfo(rawValue: 0x2000) }

  /// 16-bit words, most significant byte first.
  public static var byteOrder16Big: CGBitmapInfo { CGBitmapInfo(rawValue: 0x3000) }

  /// 32-bit words, most significant byte first.
  public static var byteOrder32Big: CGBitmapInfo { CGBitmapInfo(rawValue: 0x4000) }
}

/// The mapping of colours outside the gamut of a device.
public enum CGColorRenderingIntent: Int32, Sendable {
  /// The default for the kind of image.
  case defaultIntent = 0

  /// The nearest colour, including the white point.
  case absoluteColorimetric = 1

  /// The nearest colour, relative to the white point of the device.
  case relativeColorimetric = 2

  /// Compresses the gamut, preserving the relations between colours.
  case perceptual = 3

  /// Preserves saturation.
  case saturation = 4
}
