import CoreMedia
import Foundation
import PlayheadMedia
import TestSupport
import Testing

@testable import PlayheadFFmpeg

/// Film in interlaced video. The expected frames are those of the film before the ffmpeg command interlaced it.
@Suite("Film in interlaced video") struct InverseTelecineTests {
  private static let (width, height) = (352, 288)

  /// The luma of all frames of an input as the ffmpeg command decodes it.
  private static func luma(_ input: String, in folder: URL) throws -> [[UInt8]] {
    let raw = try MadeFile.ffmpeg("\(input) -pix_fmt yuv420p -fps_mode passthrough -f rawvideo raw.yuv", in: folder)
    let bytes = [UInt8](try Data(contentsOf: raw))
    let (size, all) = (width * height, width * height * 3 / 2)
    return stride(from: 0, to: bytes.count, by: all).map { Array(bytes[$0..<$0 + size]) }
  }

  /// The peak signal-to-noise ratio in decibels.
  private static func ratio(_ first: [UInt8], _ second: [UInt8]) -> Double {
    guard first.count == second.count, !first.isEmpty else { return 0 }
    var sum = 0
    for index in first.indices {
      let difference = Int(first[index]) - Int(second[index])
      sum += difference * difference
    }
    return sum == 0 ? 99 : 10 * log10(255 * 255 * Double(first.count) / Double(sum))
  }

  private static let source = "-f lavfi -i testsrc2=s=\(width)x\(height):r=24000/1001:d=2.2"
  private static let encoding = "-flags +ilme+ildct -c:v mpeg2video -q:v 2 -bf 2 -g 12"

  @Test(
    "Frames are those of the film, at its times, with every phase and container",
    arguments: [("23,setfield=tff", "mkv"), ("32,setfield=tff", "ts"), ("2332,setfield=tff", "mkv"), ("23", "mpg")])
  func framesAreThoseOfTheFilm(telecine: String, container: String) throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let original = try Self.luma(Self.source, in: folder)
    let file = try MadeFile.ffmpeg(
      "\(Self.source) -vf telecine=pattern=\(telecine) \(Self.encoding) a.\(container)", in: folder)
    let woven = try DecodedFrame.all(of: file, .off)
    // While telecine is reversed, no frame is left out.
    let frames = try DecodedFrame.all(of: file, .inverseTelecine, skips: true)
    let cycles = woven.count / 5
    #expect(woven.count >= 60 && frames.count == cycles * 4 + woven.count % 5)
    let origin = try #require(woven.first?.time)
    for (index, frame) in frames.prefix(cycles * 4).enumerated() {
      // With other phases the first film frame is older.
      let best = original[index...].prefix(2).map { Self.ratio(frame.luma, $0) }.max() ?? 0
      #expect(best > 45, "frame \(index)")
      let expected = Double(index) * 1001 / 24000
      #expect(abs((frame.time - origin).seconds - expected) < 0.0011)
      #expect(frame.duration == CMTime(value: 1001, timescale: 24000))
    }
    // Frames woven of two film frames are further away.
    #expect(woven.prefix(20).contains { frame in original.allSatisfy { Self.ratio(frame.luma, $0) < 35 } })
  }

  /// Sets the flags of pictures in an MPEG-2 elementary stream of progressive frames (ISO/IEC 13818-2 §6.2.3.1):
  /// `top_field_first` and `repeat_first_field` for a cadence of three and two fields, and progressive frames in a
  /// sequence that is not progressive, with 30000/1001 frames a second.
  private static func softTelecine(_ stream: Data) -> Data {
    var bytes = [UInt8](stream)
    var picture = 0
    for index in bytes.indices.dropLast(9) where bytes[index...].starts(with: [0, 0, 1]) {
      switch (bytes[index + 3], bytes[index + 4] >> 4) {
      case (0xB3, _): bytes[index + 7] = bytes[index + 7] & 0xF0 | 4
      case (0xB5, 1): bytes[index + 5] &= 0xF7
      case (0xB5, 8):
        let isTopFirst = [true, false, false, true][picture % 4]
        bytes[index + 7] = bytes[index + 7] & 0x7D | (isTopFirst ? 0x80 : 0) | (picture % 2 == 0 ? 2 : 0)
        bytes[index + 8] |= 0x80
        picture += 1
      default: break
      }
    }
    return Data(bytes)
  }

  @Test("Frames with repeated fields are those of the film at the times of their fields, in every mode")
  func repeatedFieldsAreNotDeinterlaced() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let coded = try MadeFile.ffmpeg("\(Self.source) -c:v mpeg2video -q:v 2 -bf 0 -g 12 a.m2v", in: folder)
    try Self.softTelecine(Data(contentsOf: coded)).write(to: folder.appendingPathComponent("b.m2v"))
    let file = try MadeFile.ffmpeg("-fflags +genpts -i b.m2v -c copy c.ts", in: folder)
    let plain = try DecodedFrame.all(of: file, .off)
    #expect(plain.count == 53)
    let original = try Self.luma(Self.source, in: folder)
    // The time of the last one is a guess of the command.
    for (index, frame) in plain.dropLast().enumerated() {
      #expect(Self.ratio(frame.luma, original[index]) > 45)
      // Three fields, then two.
      let fields = Double(index / 2 * 5 + index % 2 * 3)
      #expect(abs((frame.time - plain[0].time).seconds - fields * 1001 / 60000) < 0.0011, "frame \(index)")
    }
    #expect(try DecodedFrame.all(of: file, .automatic) == plain)
    #expect(try DecodedFrame.all(of: file, .inverseTelecine) == plain)
  }

  @Test("Interlaced video that was not film is deinterlaced, and all of its frames are shown at their times")
  func interlacedVideoIsDeinterlaced() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try MadeFile.ffmpeg(
      "-f lavfi -i testsrc2=s=\(Self.width)x\(Self.height):r=60000/1001:d=1 "
        + "-vf tinterlace=interleave_top,setfield=tff \(Self.encoding) a.mkv", in: folder)
    let woven = try DecodedFrame.all(of: file, .off)
    let frames = try DecodedFrame.all(of: file, .inverseTelecine)
    #expect(woven.count == 30 && frames.map(\.time) == woven.map(\.time))
    #expect(zip(frames, woven).count { $0.luma != $1.luma } > 20)
  }

  @Test("Progressive video is unchanged, and so is interlaced video with another frame rate")
  func otherVideoIsUnchanged() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let progressive = try MadeFile.ffmpeg(
      "-f lavfi -i testsrc2=s=128x96:r=30000/1001:d=1 -c:v mpeg2video -bf 2 a.mkv", in: folder)
    #expect(try DecodedFrame.all(of: progressive, .inverseTelecine) == DecodedFrame.all(of: progressive, .off))
    let european = try MadeFile.ffmpeg(
      "-f lavfi -i testsrc2=s=128x96:r=50:d=1 -vf tinterlace=interleave_top,setfield=tff \(Self.encoding) b.mkv",
      in: folder)
    #expect(try DecodedFrame.all(of: european, .inverseTelecine) == DecodedFrame.all(of: european, .automatic))
  }

  @Test(
    "Formats in which fields cannot be matched without loss are unchanged",
    arguments: ["yuv420p10le", "yuva420p", "bgra", "gray"])
  func otherFormatsAreUnchanged(format: String) throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try MadeFile.ffmpeg(
      "-f lavfi -i testsrc2=s=128x96:r=30000/1001:d=0.5 -pix_fmt \(format) -c:v ffv1 a.mkv", in: folder)
    let frames = try DecodedFrame.all(of: file, .inverseTelecine)
    let plain = try DecodedFrame.all(of: file, .off)
    #expect(frames == plain && frames.map(\.format) == plain.map(\.format) && frames.first?.format.name == format)
  }

  @Test("Film and video in turn, with changing flags, sizes and lost frames, lose no frame but repetitions")
  func mixedContentLosesNoFrame() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    var data = Data()
    for part in 0..<8 {
      let size = part < 6 ? "128x96" : "48x33"
      let filter = ["telecine=pattern=23", "tinterlace=interleave_top,setfield=tff", "setfield=bff", "setfield=prog"][
        part % 4]
      let rate = part % 4 == 0 ? "24000/1001" : part % 4 == 1 ? "60000/1001" : "30000/1001"
      let flags = part % 4 == 3 || part >= 6 ? "" : "-flags +ilme+ildct"
      let made = try MadeFile.ffmpeg(
        "-f lavfi -i testsrc2=s=\(size):r=\(rate):d=0.3 -vf \(filter) -r 30000/1001 -c:v mpeg2video \(flags) -g 4 "
          + "\(part).m2v", in: folder)
      data += try Data(contentsOf: made)
    }
    let file = folder.appendingPathComponent("all.m2v")
    try data.write(to: file)
    let plain = try DecodedFrame.all(of: file, .off)
    let frames = try DecodedFrame.all(of: file, .inverseTelecine)
    #expect(plain.count > 60 && frames.count <= plain.count && frames.count >= plain.count * 4 / 5)
    #expect(zip(frames, frames.dropFirst()).allSatisfy { $0.time < $1.time })
    #expect(Set(frames.map(\.luma.count)) == Set(plain.map(\.luma.count)))
  }
}
