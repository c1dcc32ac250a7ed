import CPlayheadFFmpeg
import CoreMedia
import PlayheadMedia
import Testing

@testable import PlayheadFFmpeg

/// Frames through the debander. The expected gradient is the one that was quantised.
@Suite("Bands in gradients are smoothed") struct DebandingTests {
  private static let (width, height) = (512, 128)

  /// A format with 8 bits, or with more.
  struct Format: Sendable, CustomTestStringConvertible {
    var name: String
    /// The factor for a value of 8 bits.
    var scale: Int
    var testDescription: String { name }
    var pixelFormat: PixelFormat { PixelFormat(av_get_pix_fmt(name)) }

    /// A frame with luma of 8 bits in the format, and with chroma and alpha in the middle.
    func frame(_ luma: (_ x: Int, _ y: Int) -> Int) -> VideoFrame {
      VideoFrame.made(
        pixelFormat, width: width, height: height,
        color: ColorDescription(primaries: 1, transfer: 1, matrix: 1, isFullRange: name.contains("j"))
      ) { plane, x, y in (plane == 0 ? luma(x, y) : 128) * scale }
    }

    /// The luma of a frame in units of 8 bits, by row.
    func luma(_ frame: VideoFrame) -> [[Double]] {
      guard let base = frame.baseAddress(ofPlane: 0) else { return [] }
      let isWide = frame.pixelFormat.bitDepth > 8
      // Semi-planar formats have their values in the upper bits, and come out planar.
      let scale = isWide ? Double(1 << (frame.pixelFormat.bitDepth - 8)) : 1
      return (0..<frame.height).map { y in
        let row = UnsafeRawPointer(base + y * frame.bytesPerRow(ofPlane: 0))
        return (0..<frame.width).map { x in
          isWide
            ? Double(row.load(fromByteOffset: 2 * x, as: UInt16.self)) / scale
            : Double(row.load(fromByteOffset: x, as: UInt8.self))
        }
      }
    }
  }

  private static let narrow = ["yuv420p", "yuvj420p", "yuv422p", "yuv444p", "yuv411p", "yuv440p", "gray", "nv12"].map {
    Format(name: $0, scale: 1)
  }
  private static let wide = [
    Format(name: "yuva420p", scale: 1), Format(name: "yuv420p10le", scale: 4), Format(name: "yuv422p10le", scale: 4),
    Format(name: "p010le", scale: 256), Format(name: "yuv420p12le", scale: 16), Format(name: "yuv444p16le", scale: 256),
  ]

  /// Passes a frame through a debander.
  private static func debanded(_ frame: VideoFrame, _ debander: Debander = Debander()) throws -> VideoFrame {
    let copy = try #require(av_frame_clone(frame.storage.assumingMemoryBound(to: AVFrame.self)))
    return VideoFrame(
      taking: debander.debanded(copy), presentationTime: .zero, duration: .zero, transform: .identity)
  }

  /// The gradient before it is quantised.
  private static func gradient(_ x: Int) -> Double { 64 + Double(x) / 4 }

  /// The gradient in steps of four: six bits.
  private static func quantised(_ x: Int, _ y: Int) -> Int { 64 + x / 4 / 4 * 4 }

  /// The root mean square of the deviation of columns from the gradient, without its mean: nearby samples blend.
  private static func deviation(_ rows: [[Double]]) -> Double {
    let deviations = (0..<width).map { x in
      rows.reduce(0) { $0 + $1[x] } / Double(rows.count) - gradient(x)
    }
    let mean = deviations.reduce(0, +) / Double(width)
    return (deviations.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(width)).squareRoot()
  }

  @Test("A gradient of six bits is nearer to the original", arguments: narrow + wide)
  func gradientsBecomeSmoother(format: Format) throws {
    let frame = format.frame(Self.quantised)
    let output = try Self.debanded(frame)
    #expect(output !== frame)
    // The standard deviation of 16 equally spaced values from 0 to 3.75.
    #expect(Self.deviation(format.luma(output)) < 0.6 * 1.15)
  }

  @Test("The largest step of a gradient of six bits is half as large with 8 bits", arguments: narrow)
  func largestStepBecomesSmaller(format: Format) throws {
    let rows = format.luma(try Self.debanded(format.frame(Self.quantised)))
    let steps = rows.flatMap { row in zip(row, row.dropFirst()).map { abs($0 - $1) } }
    #expect(steps.max() ?? 0 <= 2)
  }

  @Test("Edges, text and flat areas stay within one step", arguments: narrow + wide)
  func edgesAndTextRemain(format: Format) throws {
    func text(_ x: Int, _ y: Int) -> Int {
      if (20..<200).contains(x), (10..<100).contains(y), x % 6 == 0 || y % 14 < 2 { return 235 }
      return x < Self.width / 2 ? 60 : 180
    }
    let rows = format.luma(try Self.debanded(format.frame(text)))
    let largest = rows.enumerated().flatMap { y, row in
      row.enumerated().map { x, value in abs(value - Double(text(x, y))) }
    }
    #expect(largest.max() ?? 9 <= 1)
  }

  @Test("The colour description and the order of samples remain", arguments: narrow + wide)
  func propertiesRemain(format: Format) throws {
    let frame = format.frame(Self.quantised)
    let output = try Self.debanded(frame)
    #expect(output.color == frame.color && output.width == frame.width && output.height == frame.height)
    let planar = ["nv12": "yuv420p", "p010le": "yuv420p10le"][format.name] ?? format.name
    #expect(output.pixelFormat.name == planar)
  }

  @Test(
    "Frames in other formats are unchanged", arguments: ["rgb24", "bgra", "gbrp", "yuyv422", "yuv420p10be", "pal8"])
  func otherFormatsAreUnchanged(name: String) throws {
    let frame = try #require(av_frame_alloc())
    var unused: UnsafeMutablePointer<AVFrame>? = frame
    defer { av_frame_free(&unused) }
    (frame.pointee.format, frame.pointee.width, frame.pointee.height) = (av_get_pix_fmt(name).rawValue, 64, 48)
    #expect(av_frame_get_buffer(frame, 0) >= 0)
    let debander = Debander()
    #expect(debander.debanded(frame) == frame && !debander.isActive)
  }

  @Test("The output does not depend on the frames before", arguments: [narrow[0], wide[1]])
  func outputDependsOnFrameOnly(format: Format) throws {
    let debander = Debander()
    let first = format.luma(try Self.debanded(format.frame(Self.quantised), debander))
    _ = try Self.debanded(format.frame { x, y in (x * 7 + y * 13) % 200 + 16 }, debander)
    #expect(format.luma(try Self.debanded(format.frame(Self.quantised), debander)) == first)
  }

  @Test("Sizes and formats may change with every frame") func sizesAndFormatsMayChange() throws {
    let debander = Debander()
    for (name, width, height) in [
      ("yuv420p", 64, 48), ("yuv420p", 1, 1), ("rgb24", 64, 48), ("yuv420p10le", 33, 17), ("yuv420p", 640, 3),
    ] {
      let frame = VideoFrame.made(PixelFormat(av_get_pix_fmt(name)), width: width, height: height) { _, _, _ in 50 }
      let output = try Self.debanded(frame, debander)
      #expect(output.width == width && output.height == height && output.pixelFormat.name == name)
      #expect(output.baseAddress(ofPlane: 0)?.pointee == 50)
    }
  }
}
