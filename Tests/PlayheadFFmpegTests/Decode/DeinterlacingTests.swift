import CoreMedia
import Foundation
import PlayheadMedia
import PlayheadNetworking
import TestSupport
import Testing

@testable import PlayheadFFmpeg

/// Interlaced frames as whole pictures. The expected pixels come from the ffmpeg command with its `bwdif` filter.
@Suite struct DeinterlacingTests {
  private static let (width, height) = (128, 96)

  /// The luma of all frames as the ffmpeg command decodes them.
  private static func expected(_ file: URL, filter: String) throws -> [[UInt8]] {
    let raw = try MadeFile.ffmpeg(
      "-i \(file.lastPathComponent) -vf \(filter) -pix_fmt yuv420p -fps_mode passthrough -f rawvideo \(filter.count).yuv",
      in: file.deletingLastPathComponent())
    let bytes = [UInt8](try Data(contentsOf: raw))
    let (size, all) = (width * height, width * height * 3 / 2)
    return stride(from: 0, to: bytes.count, by: all).map { Array(bytes[$0..<$0 + size]) }
  }

  /// Fields of 50 different times a second, as 25 frames of MPEG-2.
  private static func interlacedFile(
    in folder: URL, filter: String = "tinterlace=interleave_top,setfield=tff"
  ) throws
    -> URL
  {
    try MadeFile.ffmpeg(
      "-f lavfi -i testsrc2=s=\(width)x\(height):r=50:d=1 -vf \(filter) -c:v mpeg2video -flags +ilme+ildct -bf 2 "
        + "-q:v 2 a.mpg", in: folder)
  }

  @Test func framesAreThoseOfBwdifWithTheirTimes() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try Self.interlacedFile(in: folder)
    let woven = try DecodedFrame.all(of: file, .off)
    let pictures = try DecodedFrame.all(of: file, .automatic)
    #expect(woven.count == 25 && pictures.map(\.time) == woven.map(\.time))
    let expected = try Self.expected(file, filter: "bwdif=mode=send_frame:deint=interlaced")
    #expect(pictures.map(\.luma) == expected)
    #expect(zip(pictures, woven).count { $0.luma != $1.luma } > 20)
  }

  @Test func progressiveFramesAreUnchanged() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try MadeFile.ffmpeg(
      "-f lavfi -i testsrc2=s=\(Self.width)x\(Self.height):r=25:d=1 -c:v mpeg2video -bf 2 a.mpg", in: folder)
    #expect(try DecodedFrame.all(of: file, .automatic) == DecodedFrame.all(of: file, .off))
  }

  @Test func framesAfterFlushAreThoseOfTheNewPosition() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try Self.interlacedFile(in: folder)
    var demuxer = try Demuxer(source: FileByteSource(path: file.path), probesFully: true)
    let stream = demuxer.parameters(ofStream: 0)
    var decoder = try VideoDecoder(
      #require(stream), threads: 1, filters: VideoFilterSettings(deinterlacing: .automatic))
    var packets: [Packet] = []
    while let packet = try demuxer.readPacket() { packets.append(packet) }
    func first(_ decoder: inout VideoDecoder) throws -> DecodedFrame? {
      for packet in packets {
        _ = try decoder.send(packet, skipsNonReference: false)
        if let frame = try decoder.receive() { return DecodedFrame(frame) }
      }
      return nil
    }
    let before = try first(&decoder)
    decoder.flush(startingAt: .zero)
    let after = try first(&decoder)
    #expect(before != nil && before == after)
  }

  /// Field flags that change with every frame, and sizes that change in the middle.
  @Test func changingFlagsAndSizesLoseNoFrame() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    for part in 0..<6 {
      let (size, flags) = (part < 4 ? "128x96" : "96x64", part % 2 == 0 ? "-flags +ilme+ildct" : "")
      try MadeFile.ffmpeg(
        "-f lavfi -i testsrc2=s=\(size):r=25:d=0.08 -vf setfield=\(part % 2 == 0 ? "tff" : "prog") -c:v mpeg2video "
          + "\(flags) -g 1 \(part).m2v", in: folder)
    }
    var data = Data()
    for part in 0..<6 { data += try Data(contentsOf: folder.appendingPathComponent("\(part).m2v")) }
    let file = folder.appendingPathComponent("all.m2v")
    try data.write(to: file)
    let plain = try DecodedFrame.all(of: file, .off)
    let pictures = try DecodedFrame.all(of: file, .automatic)
    // ffprobe counts 11: one is lost where the size changes.
    #expect(plain.count == 11)
    #expect(pictures.map(\.time) == plain.map(\.time))
    #expect(pictures.map(\.luma.count) == plain.map(\.luma.count))
  }
}
