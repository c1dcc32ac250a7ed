/// The memory layout of a frame's samples, by libavutil's name of the pixel format.
package struct PixelFormat: Sendable, Hashable {
  /// libavutil's name of the format, such as `yuv420p`; `none` for an unknown format. Formats are equal if their names
  /// are.
  package let name: String
  /// The number of planes; 0 for an unknown format.
  package let planeCount: Int
  /// The subsampling of chroma, as powers of two.
  package let chromaShift: (x: Int, y: Int)
  /// The significant bits of the first component.
  package let bitDepth: Int
  /// Whether the components are red, green and blue.
  package let isRGB: Bool
  /// Whether there is an alpha component.
  package let hasAlpha: Bool
  /// The bytes between adjacent samples, in the order of the planes.
  private let sampleBytes: (Int, Int, Int, Int)

  /// Describes a format.
  ///
  /// - Parameter sampleBytes: The bytes between adjacent samples of each plane; 1 for a missing plane.
  package init(
    name: String, planeCount: Int, chromaShift: (x: Int, y: Int) = (0, 0), bitDepth: Int = 8, isRGB: Bool = false,
    hasAlpha: Bool = false, sampleBytes: (Int, Int, Int, Int) = (1, 1, 1, 1)
  ) {
    self.name = name
    self.planeCount = planeCount
    self.chromaShift = chromaShift
    self.bitDepth = bitDepth
    self.isRGB = isRGB
    self.hasAlpha = hasAlpha
    self.sampleBytes = sampleBytes
  }

  /// 8 bits, planar, chroma subsampled in both directions (4:2:0).
  package static let yuv420p = PixelFormat(name: "yuv420p", planeCount: 3, chromaShift: (1, 1))
  /// As `yuv420p`, with full range implied by the name.
  package static let yuvj420p = PixelFormat(name: "yuvj420p", planeCount: 3, chromaShift: (1, 1))
  /// 8 bits, planar, chroma subsampled horizontally (4:2:2).
  package static let yuv422p = PixelFormat(name: "yuv422p", planeCount: 3, chromaShift: (1, 0))
  /// 8 bits, planar, chroma not subsampled (4:4:4).
  package static let yuv444p = PixelFormat(name: "yuv444p", planeCount: 3)
  /// 10 bits in 16-bit words, least significant byte first; planar 4:2:0.
  package static let yuv420p10 = PixelFormat(
    name: "yuv420p10le", planeCount: 3, chromaShift: (1, 1), bitDepth: 10, sampleBytes: (2, 2, 2, 1))
  /// 10 bits in 16-bit words, least significant byte first; planar 4:4:4.
  package static let yuv444p10 = PixelFormat(
    name: "yuv444p10le", planeCount: 3, bitDepth: 10, sampleBytes: (2, 2, 2, 1))
  /// 8 bits, 4:2:0, with a plane of luma and one of interleaved chroma.
  package static let nv12 = PixelFormat(
    name: "nv12", planeCount: 2, chromaShift: (1, 1), sampleBytes: (1, 2, 1, 1))
  /// 10 bits in the upper bits of 16-bit words; planes as in `nv12`.
  package static let p010 = PixelFormat(
    name: "p010le", planeCount: 2, chromaShift: (1, 1), bitDepth: 10, sampleBytes: (2, 4, 1, 1))
  /// Blue, green, red and alpha, one byte each.
  package static let bgra = packedRGB("bgra", hasAlpha: true, bytes: 4)
  /// Blue, green, red and an unused byte: the format of an X11 window and of cairo's RGB24.
  package static let bgrx = packedRGB("bgr0", bytes: 4)
  /// Red, green, blue and alpha, one byte each.
  package static let rgba = packedRGB("rgba", hasAlpha: true, bytes: 4)
  /// Alpha, red, green and blue, one byte each.
  package static let argb = packedRGB("argb", hasAlpha: true, bytes: 4)
  /// Red, green and blue, one byte each, without padding.
  package static let rgb24 = packedRGB("rgb24", bytes: 3)
  /// Red, green and blue with ten bits each in the lower bits of a 32-bit word, blue lowest, least significant byte
  /// first.
  package static let x2rgb10 = packedRGB("x2rgb10le", bitDepth: 10, bytes: 4)
  /// Red, green, blue and alpha in 16-bit words, least significant byte first.
  package static let rgba64 = packedRGB("rgba64le", bitDepth: 16, hasAlpha: true, bytes: 8)

  /// A format with one plane of red, green and blue.
  private static func packedRGB(_ name: String, bitDepth: Int = 8, hasAlpha: Bool = false, bytes: Int) -> PixelFormat {
    PixelFormat(
      name: name, planeCount: 1, bitDepth: bitDepth, isRGB: true, hasAlpha: hasAlpha, sampleBytes: (bytes, 1, 1, 1))
  }

  /// Width and height of one plane of a frame in samples: subsampled chroma planes are smaller, rounded up.
  package func size(ofPlane plane: Int, width: Int, height: Int) -> (width: Int, height: Int) {
    guard plane == 1 || plane == 2 else { return (width, height) }
    return ((width + (1 << chromaShift.x) - 1) >> chromaShift.x, (height + (1 << chromaShift.y) - 1) >> chromaShift.y)
  }

  /// The bytes between adjacent samples of a plane; 1 if there is no such plane.
  package func bytesPerSample(ofPlane plane: Int) -> Int {
    switch plane {
    case 0: sampleBytes.0
    case 1: sampleBytes.1
    case 2: sampleBytes.2
    case 3: sampleBytes.3
    default: 1
    }
  }

  /// Whether luma and both chroma components have planes of their own.
  package var isPlanarYUV: Bool { !isRGB && planeCount >= 3 }

  /// Whether the samples are bytes, or words with the least significant byte first: libavutil's names of other formats
  /// end in `be`.
  package var isLittleEndianOrBytes: Bool { !name.hasSuffix("be") }

  /// Compares the names.
  package static func == (first: PixelFormat, second: PixelFormat) -> Bool { first.name == second.name }

  /// Hashes the name.
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
