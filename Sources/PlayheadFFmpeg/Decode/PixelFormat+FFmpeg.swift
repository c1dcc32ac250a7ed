import CPlayheadFFmpeg
import PlayheadMedia

extension PixelFormat {
  /// Describes a format of libavutil; a format without planes for an unknown number.
  init(_ format: AVPixelFormat) {
    guard let descriptor = av_pix_fmt_desc_get(format), let name = av_get_pix_fmt_name(format) else {
      self.init(name: "none", planeCount: 0)
      return
    }
    let description = descriptor.pointee
    self.init(
      name: String(cString: name), planeCount: max(0, Int(av_pix_fmt_count_planes(format))),
      chromaShift: (Int(description.log2_chroma_w), Int(description.log2_chroma_h)),
      bitDepth: Int(description.comp.0.depth), isRGB: description.flags & UInt64(AV_PIX_FMT_FLAG_RGB) != 0,
      hasAlpha: description.flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0, sampleBytes: Self.sampleBytes(description))
  }

  /// The bytes between adjacent samples of each plane: those of the plane's first component.
  private static func sampleBytes(_ description: AVPixFmtDescriptor) -> (Int, Int, Int, Int) {
    withUnsafeBytes(of: description.comp) { raw in
      let components = raw.bindMemory(to: AVComponentDescriptor.self).prefix(Int(description.nb_components))
      func bytes(_ plane: Int32) -> Int { components.first { $0.plane == plane }.map { Int($0.step) } ?? 1 }
      return (bytes(0), bytes(1), bytes(2), bytes(3))
    }
  }

  /// libavutil's number of the format, which may differ between major versions of libavutil.
  var ffmpeg: AVPixelFormat { av_get_pix_fmt(name) }
}

extension AVPixelFormat {
  /// Whether the format's name implies full range, as in the legacy `yuvj` formats.
  var isFullRangeByName: Bool {
    switch self {
    case AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ444P, AV_PIX_FMT_YUVJ440P, AV_PIX_FMT_YUVJ411P: true
    default: false
    }
  }
}
