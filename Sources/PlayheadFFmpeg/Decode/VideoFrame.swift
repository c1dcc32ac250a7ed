import CPlayheadFFmpeg
import CoreMedia

/// A decoded video frame. Immutable and reference-counted: all consumers share the decoder's buffer.
package final class VideoFrame: @unchecked Sendable {
  // Sendable: `raw` and the memory behind it are never written after `init`; libavutil counts the references
  // atomically.
  /// The decoded frame, owned and freed by this object.
  let raw: UnsafeMutablePointer<AVFrame>

  /// The time on the asset's timeline.
  package let presentationTime: CMTime
  /// How long the frame is shown; zero if unknown.
  package let duration: CMTime
  /// The visible size in samples.
  package let width: Int
  /// The visible height in samples, before rotation.
  package let height: Int
  /// The layout of the planes.
  package let pixelFormat: PixelFormat
  /// The aspect ratio of a stored sample, from the stream or else from the container.
  package let pixelAspect: PixelAspect
  /// The transform from the stored to the upright frame.
  package let transform: DisplayTransform
  /// The colour description of the stream; code point 2 where it declares none.
  package let color: ColorDescription
  /// Whether this is a keyframe.
  package let isKey: Bool

  /// Takes ownership of a decoded frame.
  init(
    taking raw: UnsafeMutablePointer<AVFrame>, presentationTime: CMTime, duration: CMTime, transform: DisplayTransform
  ) {
    self.raw = raw
    self.presentationTime = presentationTime
    self.duration = duration
    self.transform = transform
    let frame = raw.pointee
    width = Int(frame.width)
    height = Int(frame.height)
    pixelFormat = PixelFormat(rawValue: frame.format)
    pixelAspect = PixelAspect(horizontal: frame.sample_aspect_ratio.num, vertical: frame.sample_aspect_ratio.den)
    color = ColorDescription(
      primaries: Int32(frame.color_primaries.rawValue), transfer: Int32(frame.color_trc.rawValue),
      matrix: Int32(frame.colorspace.rawValue),
      isFullRange: frame.color_range == AVCOL_RANGE_JPEG || PixelFormat(rawValue: frame.format).isFullRangeByName)
    isKey = playhead_frame_is_key(raw) != 0
  }

  deinit {
    var raw: UnsafeMutablePointer<AVFrame>? = raw
    av_frame_free(&raw)
  }

  /// The presentation time of the next frame, as far as the duration is known.
  package var endTime: CMTime { presentationTime + duration }

  /// The display size in square pixels, with pixel aspect ratio and rotation applied.
  package var displaySize: (width: Double, height: Double) {
    let wide = Double(width) * pixelAspect.ratio
    return transform.swapsSides ? (Double(height), wide) : (wide, Double(height))
  }

  /// The number of planes with samples.
  package var planeCount: Int { pixelFormat.planeCount }

  /// The size of the frame's buffers, for the budgets of queues.
  package var byteCount: Int {
    var total = 0
    for plane in 0..<planeCount { total += abs(bytesPerRow(ofPlane: plane)) * size(ofPlane: plane).height }
    return total
  }

  /// Width and height of one plane in samples: subsampled chroma planes are smaller, rounded up.
  package func size(ofPlane plane: Int) -> (width: Int, height: Int) {
    guard plane == 1 || plane == 2 else { return (width, height) }
    let shift = pixelFormat.chromaShift
    return ((width + (1 << shift.x) - 1) >> shift.x, (height + (1 << shift.y) - 1) >> shift.y)
  }

  /// The bytes between the starts of adjacent rows of a plane.
  package func bytesPerRow(ofPlane plane: Int) -> Int {
    withUnsafeBytes(of: raw.pointee.linesize) { Int($0.bindMemory(to: Int32.self)[plane]) }
  }

  /// The address of the first row of a plane; nil if the format has no such plane.
  package func baseAddress(ofPlane plane: Int) -> UnsafeMutablePointer<UInt8>? {
    withUnsafeBytes(of: raw.pointee.data) { $0.bindMemory(to: UnsafeMutablePointer<UInt8>?.self)[plane] }
  }
}
