import Foundation
import PlayheadFFmpeg
import PlayheadNetworking
import PlayheadTesting
import TestSupport

/// An audio track of the demonstration clip as packed audio: ADTS frames in segments of a second, with the tag of their
/// timestamp.
struct PackedAudio {
  var segments: [(data: Data, duration: Double)] = []
  private static let framesInSegment = 47
  private static let frameSeconds = 1024.0 / 48_000

  /// `track`: 1 has a note of 440 Hz, 2 one of 349.23 Hz. `origin`: the media time of its beginning, in seconds.
  init(track: Int, origin: Double, seconds: Double) throws {
    var demuxer = try Demuxer(source: FileByteSource(path: try Fixtures.url("demo.mp4").path))
    demuxer.setActiveStreams([track])
    var frames: [Data] = []
    while Double(frames.count) * Self.frameSeconds < seconds, let packet = try demuxer.readPacket() {
      guard packet.streamIndex == track else { continue }
      frames.append(Self.header(packet.byteCount) + Data(packet.bytes))
    }
    for first in stride(from: 0, to: frames.count, by: Self.framesInSegment) {
      let part = frames[first..<min(frames.count, first + Self.framesInSegment)]
      let time = UInt64((origin + Double(first) * Self.frameSeconds) * 90_000)
      segments.append((part.reduce(Self.tag(time), +), Double(part.count) * Self.frameSeconds))
    }
  }

  /// ISO/IEC 13818-7 §6.2: AAC-LC, 48 kHz, two channels, no checksum.
  private static func header(_ count: Int) -> Data {
    let length = count + 7
    return Data([
      0xFF, 0xF1, 0x4C, 0x80 | UInt8(length >> 11), UInt8(length >> 3 & 0xFF), UInt8(length & 7) << 5 | 0x1F, 0xFC,
    ])
  }

  /// RFC 8216 §3.4, ID3 v2.4 §4.27.
  static func tag(_ time: UInt64) -> Data {
    let content =
      Data("com.apple.streaming.transportStreamTimestamp\0".utf8)
      + Data((0..<8).map { UInt8(truncatingIfNeeded: time >> (56 - 8 * $0)) })
    let frame = Data("PRIV".utf8) + Data([0, 0, 0, UInt8(content.count), 0, 0]) + content
    return Data("ID3".utf8) + Data([4, 0, 0, 0, 0, 0, UInt8(frame.count)]) + frame
  }

  func serve(_ folder: String, on server: FaultServer) {
    var lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:2", "#EXT-X-PLAYLIST-TYPE:VOD"]
    for (index, segment) in segments.enumerated() {
      lines += [String(format: "#EXTINF:%.6f,", segment.duration), "\(index).aac"]
      server.serve("\(folder)/\(index).aac", ServedResource(.data(segment.data)))
    }
    lines.append("#EXT-X-ENDLIST")
    server.serve("\(folder)/index.m3u8", ServedResource(.data(Data(lines.joined(separator: "\n").utf8))))
  }
}
