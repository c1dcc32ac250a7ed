import CoreMedia
import Foundation
import PlayheadMedia
import PlayheadNetworking
import TestSupport
import Testing

@testable import PlayheadFFmpeg

/// Interlaced frames as two frames each. The expected pixels come from the ffmpeg command with its `bwdif` filter.
@Suite("Deinterlacing at double rate") struct DoubleRateTests {
  private static let (width, height) = (InterlacedFile.width, InterlacedFile.height)

  /// The luma of all frames of the ffmpeg command's filter.
  private static func expected(_ file: URL, format: String) throws -> [[UInt8]] {
    let raw = try MadeFile.ffmpeg(
      "-i \(file.lastPathComponent) -vf bwdif=mode=send_field:deint=interlaced,extractplanes=y -fps_mode passthrough "
        + "-pix_fmt \(format) -f rawvideo raw.yuv", in: file.deletingLastPathComponent())
    let bytes = [UInt8](try Data(contentsOf: raw))
    let size = width * height * (format == "gray" ? 1 : 2)
    return stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<$0 + size]) }
  }

  /// Fields of 50 different times a second, as 25 frames.
  private static func source(_ field: String, duration: Double = 0.6) -> String {
    let first = field == "tff" ? "top" : "bottom"
    return "-f lavfi -i testsrc2=s=\(width)x\(height):r=50:d=\(duration) "
      + "-vf tinterlace=interleave_\(first),setfield=\(field)"
  }

  @Test(
    "Frames are those of bwdif, at the times of the fields",
    arguments: [
      ("tff", "-c:v mpeg2video -flags +ilme+ildct -bf 2 -q:v 2 a.mpg", "gray"),
      ("bff", "-c:v mpeg2video -flags +ilme+ildct -bf 2 -q:v 2 a.mkv", "gray"),
      ("tff", "-c:v libx264 -flags +ilme+ildct -bf 2 a.ts", "gray"),
      ("tff", "-c:v prores_ks -flags +ildct -pix_fmt yuv422p10le a.mov", "gray10le"),
    ])
  func framesAreThoseOfBwdif(field: String, encoding: String, format: String) throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try MadeFile.ffmpeg("\(Self.source(field)) \(encoding)", in: folder)
    let woven = try DecodedFrame.all(of: file, .off)
    let frames = try DecodedFrame.all(of: file, .doubleRate)
    #expect(woven.count == 15 && frames.count == 30)
    let half = CMTime(value: 1, timescale: 50)
    #expect(frames.map(\.time) == woven.flatMap { [$0.time, $0.time + half] })
    #expect(frames.allSatisfy { $0.duration == half })
    #expect(try frames.map(\.luma) == Self.expected(file, format: format))
    #expect(Set(frames.map(\.luma)).count == 30)
  }

  @Test("Frames have the times of their fields if the container declares the duration of one field")
  func durationOfOneField() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try MadeFile.ffmpeg("\(Self.source("tff")) -c:v mpeg2video -flags +ilme+ildct -bf 2 a.mkv", in: folder)
    let expected = try DecodedFrame.all(of: file, .doubleRate)
    // DefaultDuration of the track in nanoseconds (RFC 9559 §5.1.4.1.13): 40 ms become 20 ms.
    var data = try Data(contentsOf: file)
    let declared = try #require(data.range(of: Data([0x23, 0xE3, 0x83, 0x84, 0x02, 0x62, 0x5A, 0x00])))
    data.replaceSubrange(declared, with: [0x23, 0xE3, 0x83, 0x84, 0x01, 0x31, 0x2D, 0x00])
    try data.write(to: file)
    #expect(try DecodedFrame.all(of: file, .off).allSatisfy { $0.duration == CMTime(value: 1, timescale: 50) })
    #expect(try DecodedFrame.all(of: file, .doubleRate) == expected)
  }

  @Test("Single fields, as HEVC codes them, are not deinterlaced", arguments: ["automatic", "double"])
  func singleFieldsAreUnchanged(mode: String) throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try MadeFile.ffmpeg(
      "\(Self.source("tff")),separatefields -c:v libx265 -x265-params interlace=tff:log-level=none a.mkv", in: folder)
    let raw = try MadeFile.ffmpeg(
      "-i a.mkv -vf select=gt(interlace_type\\,0),extractplanes=y -r 50 -f rawvideo raw.yuv", in: folder)
    let expected = try Data(contentsOf: raw)
    #expect(expected.count == 30 * Self.width * Self.height / 2, "ffmpeg's decoder flags them as interlaced")
    let frames = try DecodedFrame.all(of: file, mode == "double" ? .doubleRate : .automatic)
    #expect(frames.count == 30 && frames.flatMap(\.luma) == [UInt8](expected))
  }

  @Test("Progressive frames are unchanged")
  func progressiveFramesAreUnchanged() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try MadeFile.ffmpeg(
      "-f lavfi -i testsrc2=s=\(Self.width)x\(Self.height):r=25:d=0.4 -c:v mpeg2video -bf 2 a.mkv", in: folder)
    #expect(try DecodedFrame.all(of: file, .doubleRate) == DecodedFrame.all(of: file, .off))
  }

  @Test("With changing flags interlaced frames become two, and frames do not depend on where decoding began")
  func changingFlags() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try InterlacedFile.withChangingFlags(in: folder, duration: 2)
    let woven = try DecodedFrame.all(of: file, .off)
    let all = try DecodedFrame.all(of: file, .doubleRate)
    // Of 50 frames in decode order, five in nine are interlaced.
    #expect(woven.count == 50 && all.count == 50 + 30)
    #expect(zip(all, all.dropFirst()).allSatisfy { $0.time < $1.time && $0.time + $0.duration == $1.time })
    #expect(woven.allSatisfy { frame in all.contains { $0.time == frame.time } })
    #expect(all.last.map { $0.time + $0.duration } == woven.last.map { $0.time + $0.duration })
    // The times of sync samples. The first frame has no other before it.
    for sync in [12, 24, 36] as [Int64] {
      let some = try DecodedFrame.all(of: file, .doubleRate, from: CMTime(value: sync, timescale: 25))
      let begin = CMTime(value: sync + 1, timescale: 25)
      #expect(some.filter { $0.time >= begin } == all.filter { $0.time >= begin }, "\(sync)")
      #expect(some.contains { $0.time == begin })
    }
  }

  @Test("Frames after a flush are those of the new position, and sizes may change")
  func flushAndChangeOfSize() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    var data = Data()
    for (part, size) in ["128x96", "96x64"].enumerated() {
      let file = try MadeFile.ffmpeg(
        "-f lavfi -i testsrc2=s=\(size):r=25:d=0.2 -vf setfield=tff -c:v mpeg2video -flags +ilme+ildct -g 1 "
          + "\(part).m2v",
        in: folder)
      data += try Data(contentsOf: file)
    }
    let file = folder.appendingPathComponent("all.m2v")
    try data.write(to: file)
    let woven = try DecodedFrame.all(of: file, .off)
    let frames = try DecodedFrame.all(of: file, .doubleRate)
    #expect(frames.map(\.luma.count) == woven.flatMap { [$0.luma.count, $0.luma.count] })
    #expect(zip(frames, frames.dropFirst()).allSatisfy { $0.time < $1.time })
    var demuxer = try Demuxer(source: FileByteSource(path: file.path), probesFully: true)
    let stream = demuxer.parameters(ofStream: 0)
    var decoder = try VideoDecoder(
      #require(stream), threads: 1, filters: VideoFilterSettings(deinterlacing: .doubleRate))
    let packets = try [demuxer.readPacket(), demuxer.readPacket(), demuxer.readPacket()].compactMap { $0 }
    let passes = try [0, 1].map { _ in
      decoder.flush(startingAt: .zero)
      var frames: [DecodedFrame] = []
      for packet in packets {
        _ = try decoder.send(packet, skipsNonReference: false)
        while let frame = try decoder.receive() { frames.append(DecodedFrame(frame)) }
      }
      return frames
    }
    #expect(passes[0] == passes[1] && passes[0].count >= 2)
  }
}
