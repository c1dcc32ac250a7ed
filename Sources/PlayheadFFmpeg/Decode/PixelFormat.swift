import CPlayheadFFmpeg

/// How the samples of a picture lie in memory: libavutil's `AVPixelFormat`, with the questions this project asks of it.
package struct PixelFormat: RawRepresentable, Sendable, Hashable {
  package let rawValue: Int32
  package init(rawValue: Int32) { self.rawValue = rawValue }
  init(_ format: AVPixelFormat) { rawValue = format.rawValue }

  package static let yuv420p = PixelFormat(AV_PIX_FMT_YUV420P)
  package static let yuvj420p = PixelFormat(AV_PIX_FMT_YUVJ420P)
  package static let yuv422p = PixelFormat(AV_PIX_FMT_YUV422P)
  package static let yuv444p = PixelFormat(AV_PIX_FMT_YUV444P)
  package static let yuv420p10 = PixelFormat(AV_PIX_FMT_YUV420P10LE)
  package static let nv12 = PixelFormat(AV_PIX_FMT_NV12)
  package static let p010 = PixelFormat(AV_PIX_FMT_P010LE)
  package static let bgra = PixelFormat(AV_PIX_FMT_BGRA)
  /// Blue, green, red and an unused byte: what an X11 window and cairo's RGB24 take.
  package static let bgrx = PixelFormat(AV_PIX_FMT_BGR0)
  package static let rgba = PixelFormat(AV_PIX_FMT_RGBA)
  package static let argb = PixelFormat(AV_PIX_FMT_ARGB)
  package static let rgb24 = PixelFormat(AV_PIX_FMT_RGB24)
  /// Red, green, blue and alpha in words of 16 bits, least significant byte first.
  package static let rgba64 = PixelFormat(AV_PIX_FMT_RGBA64LE)

  var ffmpeg: AVPixelFormat { AVPixelFormat(rawValue: rawValue) }
  private var descriptor: UnsafePointer<AVPixFmtDescriptor>? { av_pix_fmt_desc_get(ffmpeg) }

  package var name: String { av_get_pix_fmt_name(ffmpeg).map { String(cString: $0) } ?? "none" }
  package var planeCount: Int { max(0, Int(av_pix_fmt_count_planes(ffmpeg))) }
  package var chromaShift: (x: Int, y: Int) {
    descriptor.map { (Int($0.pointee.log2_chroma_w), Int($0.pointee.log2_chroma_h)) } ?? (0, 0)
  }
  /// Significant bits of the first component.
  package var bitDepth: Int { descriptor.map { Int($0.pointee.comp.0.depth) } ?? 8 }
  /// Bytes from one sample of the plane to the next.
  package func bytesPerSample(ofPlane plane: Int) -> Int {
    guard let descriptor else { return 1 }
    return withUnsafeBytes(of: descriptor.pointee.comp) { raw in
      let components = raw.bindMemory(to: AVComponentDescriptor.self)
      return components.prefix(Int(descriptor.pointee.nb_components)).first { $0.plane == Int32(plane) }.map {
        Int($0.step)
      } ?? 1
    }
  }
  package var isRGB: Bool { (descriptor?.pointee.flags ?? 0) & UInt64(AV_PIX_FMT_FLAG_RGB) != 0 }
  package var hasAlpha: Bool { (descriptor?.pointee.flags ?? 0) & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0 }
  package var isPlanarYUV: Bool { !isRGB && planeCount >= 3 }
  /// The old `yuvj` names say the range in the format.
  var isFullRangeByName: Bool {
    [AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ444P, AV_PIX_FMT_YUVJ440P, AV_PIX_FMT_YUVJ411P].contains(
      ffmpeg)
  }
}
