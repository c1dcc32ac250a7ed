import CoreGraphics
import Glibc
import PlayheadFFmpeg
import PlayheadMedia

/// Converts decoded frames to images: scaled, rotated, with their colours. Used by one thread; caches its tables.
final class ImageConverter {
  /// The size, aperture, orientation, and colours of the images.
  private let request: ImageRequest
  /// The region to show; nil: the whole frame.
  private let aperture: CleanAperture?
  /// The scaler, with its tables of the last size.
  private let scaler = FrameScaler()

  /// `aperture`: the clean aperture for frames that are not cropped to it already.
  init(_ request: ImageRequest, aperture: CleanAperture? = nil) {
    self.request = request
    self.aperture = request.aperture == .clean ? aperture : nil
  }

  /// The image of a frame; nil if memory is insufficient.
  func image(of frame: VideoFrame) throws(FFmpegError) -> CGImage? {
    let part = aperture.flatMap { FrameRegion($0, width: frame.width, height: frame.height) }
    let size = ImageShape.size(
      width: part?.width ?? frame.width, height: part?.height ?? frame.height, aspect: frame.pixelAspect,
      transform: frame.transform, request: request)
    switch ImageColors(frame.color, request: request.colors) {
    case .plain(let space):
      let pixels = try draw(frame, part, size, .bgrx, bytesPerPixel: 4)
      return pixels.flatMap { image($0, size, space: space, isDeep: false) }
    case .deep(let space):
      let pixels = try draw(frame, part, size, .rgba64, bytesPerPixel: 8)
      return pixels.flatMap { image($0, size, space: space, isDeep: true) }
    case .mapped(let source):
      let pixels = try draw(frame, part, size, .bgrx, bytesPerPixel: 4, mapping: source)
      return pixels.flatMap { image($0, size, space: CGColorSpace.sRGB, isDeep: false) }
    }
  }

  /// Scales a frame or a part of it into new memory; nil if that cannot be allocated.
  private func draw(
    _ frame: VideoFrame, _ part: FrameRegion?, _ size: (width: Int, height: Int), _ format: PixelFormat,
    bytesPerPixel: Int, mapping: ColorMapping.Source? = nil
  ) throws(FFmpegError) -> Pixels? {
    guard let pixels = Pixels(width: size.width, height: size.height, bytesPerPixel: bytesPerPixel) else { return nil }
    try scaler.draw(
      frame, into: pixels.base, bytesPerRow: pixels.bytesPerRow, width: size.width, height: size.height,
      format: format, isUpright: request.isUpright, part: part, mapping: mapping)
    return pixels
  }

  /// Wraps pixels in an image, which then owns them.
  private func image(_ pixels: Pixels, _ size: (width: Int, height: Int), space: CFString, isDeep: Bool) -> CGImage? {
    guard let space = CGColorSpace(name: space), let provider = pixels.provider else { return nil }
    let alpha = isDeep ? CGImageAlphaInfo.noneSkipLast : .noneSkipFirst
    let order: CGBitmapInfo = isDeep ? .byteOrder16Little : .byteOrder32Little
    return CGImage(
      width: size.width, height: size.height, bitsPerComponent: isDeep ? 16 : 8, bitsPerPixel: isDeep ? 64 : 32,
      bytesPerRow: pixels.bytesPerRow, space: space,
      bitmapInfo: CGBitmapInfo(rawValue: alpha.rawValue).union(order), provider: provider, decode: nil,
      shouldInterpolate: true, intent: .defaultIntent)
  }
}

/// The memory for the pixels of an image, freed with its last reference.
private final class Pixels {
  /// The first row, aligned to 64 bytes.
  let base: UnsafeMutableRawPointer
  /// The distance of two rows in bytes, a multiple of 64.
  let bytesPerRow: Int
  /// The size of all rows, without the margin that is allocated behind them.
  private let byteCount: Int

  /// Rows are aligned for vector instructions.
  init?(width: Int, height: Int, bytesPerPixel: Int) {
    bytesPerRow = (width * bytesPerPixel + 63) / 64 * 64
    byteCount = bytesPerRow * height
    var memory: UnsafeMutableRawPointer?
    guard posix_memalign(&memory, 64, byteCount + 64) == 0, let memory else { return nil }
    base = memory
  }

  deinit { free(base) }

  /// A provider that retains the pixels until it is released.
  var provider: CGDataProvider? {
    CGDataProvider(dataInfo: Unmanaged.passRetained(self).toOpaque(), data: base, size: byteCount) { owner, _, _ in
      owner.map { Unmanaged<Pixels>.fromOpaque($0).release() }
    }
  }
}
