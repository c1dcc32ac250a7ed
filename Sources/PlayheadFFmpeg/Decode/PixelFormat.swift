import CPlayheadFFmpeg

/// The memory layout of a frame's samples: libavutil's `AVPixelFormat` with the queries that Playhead needs.
package struct PixelFormat: RawRepresentable, Sendable, Hashable {
  /// libavutil's number of the format; −1 for none. It may differ between major versions of libavutil.
  package let rawValue: Int32
  /// Creates a format from libavutil's number, known or not.
  package init(rawValue: Int32) { self.rawValue = rawValue }
  /// Creates a format from libavutil's enumeration.
  init(_ format: AVPixelFormat) { rawValue = format.rawValue }

  /// 8 bits, planar, chroma subsampled in both directions (4:2:0).
  package static let yuv420p = PixelFormat(AV_PIX_FMT_YUV420P)
  /// As `yuv420p`, with full range implied by the name.
  package static let yuvj420p = PixelFormat(AV_PIX_FMT_YUVJ420P)
  /// 8 bits, planar, chroma subsampled horizontally (4:2:2).
  package static let yuv422p = PixelFormat(AV_PIX_FMT_YUV422P)
  /// 8 bits, planar, chroma not subsampled (4:4:4).
  package static let yuv444p = PixelFormat(AV_PIX_FMT_YUV444P)
  /// 10 bits in 16-bit words, least significant byte first; planar 4:2:0.
  package static let yuv420p10 = PixelFormat(AV_PIX_FMT_YUV420P10LE)
  /// 8 bits, 4:2:0, with a plane of luma and one of interleaved chroma.
  package static let nv12 = PixelFormat(AV_PIX_FMT_NV12)
  /// 10 bits in the upper bits of 16-bit words; planes as in `nv12`.
  package static let p010 = PixelFormat(AV_PIX_FMT_P010LE)
  /// Blue, green, red and alpha, one byte each.
  package static let bgra = PixelFormat(AV_PIX_FMT_BGRA)
  /// Blue, green, red and an unused byte: the format of an X11 window and of cairo's RGB24.
  package static let bgrx = PixelFormat(AV_PIX_FMT_BGR0)
  /// Red, green, blue and alpha, one byte each.
  package static let rgba = PixelFormat(AV_PIX_FMT_RGBA)
  /// Alpha, red, green and blue, one byte each.
  package static let argb = PixelFormat(AV_PIX_FMT_ARGB)
  /// Red, green and blue, one byte each, without padding.
  package static let rgb24 = PixelFormat(AV_PIX_FMT_RGB24)
  /// Red, green, blue and alpha in 16-bit words, least significant byte first.
  package static let rgba64 = PixelFormat(AV_PIX_FMT_RGBA64LE)

  /// The format as libavutil's enumeration.
  var ffmpeg: AVPixelFormat { AVPixelFormat(rawValue: rawValue) }
  /// libavutil's description; nil for an unknown format.
  private var descriptor: UnsafePointer<AVPixFmtDescriptor>? { av_pix_fmt_desc_get(ffmpeg) }

  /// FFmpeg's name of the format.
  package var name: String { av_get_pix_fmt_name(ffmpeg).map { String(cString: $0) } ?? "none" }
  /// The number of planes; 0 for an unknown format.
  package var planeCount: Int { max(0, Int(av_pix_fmt_count_planes(ffmpeg))) }
  /// The subsampling of chroma, as powers of two.
  package var chromaShift: (x: Int, y: Int) {
    descriptor.map { (Int($0.pointee.log2_chroma_w), Int($0.pointee.log2_chroma_h)) } ?? (0, 0)
  }
  /// The significant bits of the first component.
  package var bitDepth: Int { descriptor.map { Int($0.pointee.comp.0.depth) } ?? 8 }
  /// The bytes between adjacent samples of a plane.
  package func bytesPerSample(ofPlane plane: Int) -> Int {
    guard let descriptor else { return 1 }
    return withUnsafeBytes(of: descriptor.pointee.comp) { raw in
      let components = raw.bindMemory(to: AVComponentDescriptor.self)
      return components.prefix(Int(descriptor.pointee.nb_components)).first { $0.plane == Int32(plane) }.map {
        Int($0.step)
      } ?? 1
    }
  }
  /// Whether the components are red, green and blue.
  package var isRGB: Bool { (descriptor?.pointee.flags ?? 0) & UInt64(AV_PIX_FMT_FLAG_RGB) != 0 }
  /// Whether there is an alpha component.
  package var hasAlpha: Bool { (descriptor?.pointee.flags ?? 0) & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0 }
  /// Whether luma and both chroma components have planes of their own.
  package var isPlanarYUV: Bool { !isRGB && planeCount >= 3 }
  /// Whether the format's name implies full range, as in the legacy `yuvj` formats.
  var isFullRangeByName: Bool {
    [AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ444P, AV_PIX_FMT_YUVJ440P, AV_PIX_FMT_YUVJ411P].contains(
      ffmpeg)
  }
}
