import CPlayheadFFmpeg
import Foundation
import PlayheadMedia
import TestSupport
import Testing

@testable import PlayheadFFmpeg

/// The peak that the mastering metadata of content declares.
@Suite struct MasteringMetadataTests {
  private static func light(_ peak: UInt32) -> AVContentLightMetadata {
    AVContentLightMetadata(MaxCLL: peak, MaxFALL: 0)
  }

  private static func display(
    _ numerator: Int32, _ denominator: Int32, isValid: Int32 = 1
  ) -> AVMasteringDisplayMetadata {
    var display = AVMasteringDisplayMetadata()
    display.has_luminance = isValid
    display.max_luminance = AVRational(num: numerator, den: denominator)
    return display
  }

  @Test("The brightest pixel is preferred to the mastering display") func order() {
    #expect(MasteringMetadata.peakLuminance(Self.light(640), Self.display(10_000_000, 10_000)) == 640)
    #expect(MasteringMetadata.peakLuminance(nil, Self.display(40_000_000, 10_000)) == 4000)
    #expect(MasteringMetadata.peakLuminance(nil, nil) == 0)
  }

  @Test("Values that no content has are treated as missing") func invalidValues() {
    for peak in [0, 10_001, 65_535, .max] as [UInt32] {
      #expect(MasteringMetadata.peakLuminance(Self.light(peak), Self.display(1000, 1)) == 1000)
      #expect(MasteringMetadata.peakLuminance(Self.light(peak), nil) == 0)
    }
    let displays = [
      Self.display(0, 1), Self.display(1000, 0), Self.display(-1000, 1), Self.display(.min, -1), Self.display(.max, 1),
      Self.display(1, 10_000), Self.display(1000, 1, isValid: 0),
    ]
    for display in displays { #expect(MasteringMetadata.peakLuminance(nil, display) == 0) }
  }

  /// The values are arguments of the encoder. A peak of 65 535 cd/m² is impossible, so that of the display applies.
  @Test(
    "Decoded frames have the peak of their stream", .enabled(if: MadeFile.hasFFmpeg, "ffmpeg is not installed"),
    arguments: [("1200,400", 1200), ("0,0", 4000), ("65535,65535", 4000)] as [(String, Int32)])
  func frames(light: String, peak: Int32) throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let display = "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(40000000,50)"
    let file = try MadeFile.ffmpeg(
      [
        "-f", "lavfi", "-i", "testsrc2=s=128x96:r=10:d=0.3", "-pix_fmt", "yuv420p10le", "-c:v", "libx265",
        "-x265-params", "log-level=0:hdr10=1:master-display=\(display):max-cll=\(light)", "-color_primaries", "bt2020",
        "-color_trc", "smpte2084", "-colorspace", "bt2020nc", "a.mkv",
      ], in: folder)
    let peaks = try VideoFrame.all(of: file).map(\.color.peakLuminance)
    #expect(peaks == [peak, peak, peak])
  }
}
