import CPlayheadFFmpeg
import CoreMedia
import PlayheadMedia

/// Decodes bitmap subtitles: those of Blu-rays, DVDs and broadcasts.
package struct SubtitleDecoder: ~Copyable {
  /// One bitmap of a subtitle.
  package struct Bitmap: Sendable {
    /// The left edge on the canvas, in pixels.
    package var x: Int
    /// The top edge on the canvas, in pixels.
    package var y: Int
    /// The width in pixels of the canvas.
    package var width: Int
    /// The height in pixels of the canvas.
    package var height: Int
    /// Blue, green, red, alpha; premultiplied.
    package var pixels: [UInt8]
  }

  /// The subtitle to show from a packet on.
  package struct Caption: Sendable {
    /// Empty if the previous subtitle is cleared.
    package var bitmaps: [Bitmap]
    /// The time at which it appears, on the asset's timeline.
    package var start: CMTime
    /// Infinite if only the next subtitle ends it.
    package var end: CMTime
    /// The width of the video that the positions refer to, in pixels.
    package var canvasWidth: Int
    /// The height of the video that the positions refer to, in pixels.
    package var canvasHeight: Int
  }

  /// The decoder, owned by this object.
  private let context: DecoderContext

  /// Opens a decoder with one thread.
  ///
  /// - Throws: `FFmpegError` if there is no decoder, or if it rejects the parameters.
  package init(_ parameters: StreamParameters) throws(FFmpegError) {
    context = try DecoderContext(parameters, threads: 1)
  }

  /// libavcodec's names of the bitmap subtitle codecs.
  package static let codecs: Set<String> = ["hdmv_pgs_subtitle", "dvd_subtitle", "dvb_subtitle", "xsub"]

  /// nil if a packet changes nothing or is damaged.
  package mutating func decode(_ packet: Packet) -> Caption? {
    var subtitle = AVSubtitle()
    var isComplete: Int32 = 0
    guard avcodec_decode_subtitle2(context.raw, &subtitle, &isComplete, packet.raw) >= 0, isComplete != 0 else {
      return nil
    }
    defer { avsubtitle_free(&subtitle) }
    let start = packet.presentationTime + Self.milliseconds(subtitle.start_display_time)
    guard start.isNumeric else { return nil }
    let isOpen = subtitle.end_display_time == 0 || subtitle.end_display_time == .max
    let end: CMTime =
      isOpen
      ? packet.duration > .zero ? packet.presentationTime + packet.duration : .positiveInfinity
      : packet.presentationTime + Self.milliseconds(subtitle.end_display_time)
    let bitmaps = (0..<Int(subtitle.num_rects)).compactMap { subtitle.rects[$0].flatMap { Self.bitmap($0.pointee) } }
    let canvas = Self.canvas(context.raw.pointee, bitmaps)
    return Caption(bitmaps: bitmaps, start: start, end: end, canvasWidth: canvas.width, canvasHeight: canvas.height)
  }

  /// Resets the decoder after a seek.
  package mutating func flush() { context.flush() }

  /// libavcodec's display times are in milliseconds.
  private static func milliseconds(_ value: UInt32) -> CMTime { CMTime(value: Int64(value), timescale: 1000) }

  /// The size that the decoder declares, or the smallest common size that holds all bitmaps.
  private static func canvas(_ context: AVCodecContext, _ bitmaps: [Bitmap]) -> (width: Int, height: Int) {
    if context.width > 0, context.height > 0 { return (Int(context.width), Int(context.height)) }
    let right = bitmaps.map { $0.x + $0.width }.max() ?? 0
    let bottom = bitmaps.map { $0.y + $0.height }.max() ?? 0
    return [(720, 576), (1280, 720), (1920, 1080)].first { right <= $0.0 && bottom <= $0.1 } ?? (3840, 2160)
  }

  /// A subtitle with more pixels than any screen is damaged.
  private static let pixelLimit = 64 << 20

  /// Converts a rectangle with a palette to premultiplied colours; nil for other rectangles and damaged ones.
  private static func bitmap(_ rectangle: AVSubtitleRect) -> Bitmap? {
    let (width, height, row) = (Int(rectangle.w), Int(rectangle.h), Int(rectangle.linesize.0))
    guard rectangle.type == SUBTITLE_BITMAP, width > 0, height > 0, row >= width, width * height <= pixelLimit,
      let indices = rectangle.data.0, let palette = rectangle.data.1
    else { return nil }
    let colors = palette.withMemoryRebound(to: UInt32.self, capacity: 256) { colors in
      (0..<256).map { $0 < Int(rectangle.nb_colors) ? premultiplied(colors[$0]) : (0, 0, 0, 0) }
    }
    var pixels = [UInt8](repeating: 0, count: width * height * 4)
    var index = 0
    for y in 0..<height {
      for x in 0..<width {
        let color = colors[Int(indices[y * row + x])]
        (pixels[index], pixels[index + 1], pixels[index + 2], pixels[index + 3]) = color
        index += 4
      }
    }
    return Bitmap(x: Int(rectangle.x), y: Int(rectangle.y), width: width, height: height, pixels: pixels)
  }

  /// Premultiplies a colour stored as alpha, red, green, blue from the high byte.
  private static func premultiplied(_ color: UInt32) -> (UInt8, UInt8, UInt8, UInt8) {
    let alpha = color >> 24
    func channel(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: ((color >> shift & 0xFF) * alpha + 127) / 255) }
    return (channel(0), channel(8), channel(16), UInt8(truncatingIfNeeded: alpha))
  }
}
