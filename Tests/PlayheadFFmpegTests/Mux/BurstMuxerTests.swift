import CoreMedia
import Foundation
import PlayheadMedia
import PlayheadNetworking
import TestSupport
import Testing

@testable import PlayheadFFmpeg

/// The bursts are those of the ffmpeg command.
@Suite(.enabled(if: MadeFile.hasFFmpeg, "there is no ffmpeg to make the files with")) struct BurstMuxerTests {
  /// Options of ffmpeg that encode a codec.
  private static let encodings = [
    "ac3": "-c:a ac3 -b:a 448k", "eac3": "-c:a eac3 -b:a 384k", "dts": "-strict -2 -c:a dca",
    "truehd": "-strict -2 -c:a truehd",
  ]

  /// Two seconds of six channels.
  private static func file(_ codec: String, in folder: URL) throws -> URL {
    let tones = [310, 530, 710, 90, 1_110, 1_370].map { "0.1*sin(2*PI*\($0)*t)" }.joined(separator: "|")
    let encoding = try #require(encodings[codec]).split(separator: " ").map(String.init)
    return try MadeFile.ffmpeg(
      ["-f", "lavfi", "-i", "aevalsrc=exprs=\(tones):channel_layout=5.1:sample_rate=48000:duration=2"] + encoding
        + ["a.mkv"], in: folder)
  }

  /// The bursts of all packets of a file.
  private static func bursts(_ file: URL) throws -> [UInt8] {
    var demuxer = try Demuxer(source: FileByteSource(path: file.path))
    let parameters = demuxer.parameters(ofStream: 0)
    let muxer = try BurstMuxer(#require(parameters))
    var bytes: [UInt8] = []
    while let packet = try demuxer.readPacket() { bytes += try muxer.write(packet) }
    return bytes
  }

  @Test("bursts equal those of ffmpeg", arguments: ["ac3", "eac3", "dts", "truehd"])
  func burstsEqualThoseOfFFmpeg(codec: String) throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try Self.file(codec, in: folder)
    let expected = try Data(contentsOf: MadeFile.ffmpeg("-i a.mkv -c copy -f spdif expected.bin", in: folder))
    let bursts = try Self.bursts(file)
    #expect(bursts.count > 300_000 && Data(bursts) == expected)
    // Pa and Pb, the preamble of IEC 61937-1 6.1.
    #expect(bursts.prefix(4) == [0x72, 0xF8, 0x1F, 0x4E])
    // As many frames as two seconds of the device have, and at most one burst or frame of the codec more.
    let properties = try #require(PassthroughCodec(rawValue: codec))
    let rate = try #require(properties.frameRate(sampleRate: 48_000))
    let frames = bursts.count / (2 * properties.wordsPerFrame)
    #expect(abs(Double(frames) / Double(rate) - 2) < 0.05)
  }

  @Test("a receiver decodes the same audio from the bursts", arguments: ["ac3", "dts"])
  func receiverDecodesSameAudio(codec: String) throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try Self.file(codec, in: folder)
    try Data(Self.bursts(file)).write(to: folder.appendingPathComponent("bursts.spdif"))
    let received = try Data(
      contentsOf: MadeFile.ffmpeg("-f spdif -i bursts.spdif -f f32le -c:a pcm_f32le received.raw", in: folder))
    // Raw packets, so that no container says which samples to cut.
    let raw = try MadeFile.ffmpeg("-i a.mkv -c copy raw.\(codec)", in: folder).lastPathComponent
    let expected = try Data(contentsOf: MadeFile.ffmpeg("-i \(raw) -f f32le -c:a pcm_f32le expected.raw", in: folder))
    #expect(received.count > 2 * 48_000 * 6 * 4 && received == expected)
  }

  @Test("other codecs and damaged packets are refused") func refusesOtherCodecsAndDamagedPackets() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let aac = try Demuxer(source: FileByteSource(path: Fixtures.url("audio-only.m4a").path))
    let other = aac.parameters(ofStream: 0)
    let otherParameters = try #require(other)
    #expect(throws: FFmpegError.self) { try BurstMuxer(otherParameters) }
    for codec in ["ac3", "eac3", "dts", "truehd"] {
      let file = try Self.file(codec, in: folder)
      var demuxer = try Demuxer(source: FileByteSource(path: file.path))
      let (parameters, packet) = (demuxer.parameters(ofStream: 0), try demuxer.readPacket())
      let first = try #require(packet)
      // Bytes of another codec, and too few of them.
      let muxer = try BurstMuxer(#require(parameters))
      var others = try Demuxer(source: FileByteSource(path: Fixtures.url("audio-only.m4a").path))
      var refused = 0
      for _ in 0..<20 {
        guard let packet = try others.readPacket() else { break }
        if (try? muxer.write(packet)) == nil { refused += 1 }
      }
      #expect(refused == 20 || codec == "truehd", "\(codec): \(refused)")
      // Good packets can follow.
      var bytes = try muxer.write(first)
      while let packet = try demuxer.readPacket() { bytes += try muxer.write(packet) }
      #expect(bytes.count > 300_000)
    }
  }
}
