import CPlayheadFFmpeg
import PlayheadMedia
import Testing

@testable import PlayheadFFmpeg

/// The formats of the media model against libavutil's descriptions.
@Suite struct PixelFormatTests {
  @Test(
    "known formats have libavutil's properties",
    arguments: [
      .yuv420p, .yuvj420p, .yuv422p, .yuv444p, .yuv420p10, .nv12, .p010, .bgra, .bgrx, .rgba, .argb, .rgb24, .rgba64,
    ] as [PixelFormat])
  func knownFormatsMatchLibavutil(format: PixelFormat) throws {
    let number = av_get_pix_fmt(format.name)
    #expect(number != AV_PIX_FMT_NONE)
    let described = PixelFormat(number)
    #expect(described == format && described.name == format.name)
    #expect(described.planeCount == format.planeCount)
    #expect(described.chromaShift == format.chromaShift)
    #expect(described.bitDepth == format.bitDepth)
    #expect(described.isRGB == format.isRGB)
    #expect(described.hasAlpha == format.hasAlpha)
    #expect((0..<5).map(described.bytesPerSample) == (0..<5).map(format.bytesPerSample))
    #expect(format.ffmpeg == number)
  }

  /// The numbers are those of this build's libavutil.
  @Test func numbersOfNamesAreLibavutils() {
    #expect(PixelFormat.yuv420p.ffmpeg == AV_PIX_FMT_YUV420P)
    #expect(PixelFormat.yuv420p10.ffmpeg == AV_PIX_FMT_YUV420P10LE)
    #expect(PixelFormat.p010.ffmpeg == AV_PIX_FMT_P010LE)
    #expect(PixelFormat.bgrx.ffmpeg == AV_PIX_FMT_BGR0)
    #expect(PixelFormat.rgba64.ffmpeg == AV_PIX_FMT_RGBA64LE)
  }

  @Test func unknownNumberIsFormatWithoutPlanes() {
    let unknown = PixelFormat(AVPixelFormat(rawValue: -1))
    #expect(unknown.name == "none" && unknown.planeCount == 0 && unknown.bytesPerSample(ofPlane: 0) == 1)
    #expect(unknown.ffmpeg == AV_PIX_FMT_NONE)
  }
}
