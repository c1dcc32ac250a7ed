import CoreMedia
import Foundation
import PlayheadNetworking
import PlayheadTesting
import TestSupport
import Testing

@testable import PlayheadItems

/// Files that are not interleaved: their audio packets follow more video packets than the packet queues hold.
@Suite("Audio stored after all video")
struct DistantAudioTests {
  /// A transport stream whose audio packets follow all others, except the first ones, which declare the audio (ISO/IEC
  /// 13818-1 §2.4.3.2).
  private static func separated(_ name: String) throws -> URL {
    let data = try Data(contentsOf: try Fixtures.url(name))
    var (others, audio) = (Data(), Data())
    for start in stride(from: 0, to: data.count, by: packetSize) {
      let packet = data[start..<min(start + packetSize, data.count)]
      let identifier = Int(packet[start + 1] & 0x1F) << 8 | Int(packet[start + 2])
      let isMoved = identifier == audioIdentifier && start > data.count / 10
      if isMoved { audio += packet } else { others += packet }
    }
    try #require(audio.count > 100 * packetSize)
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).ts")
    try (others + audio).write(to: url)
    return url
  }

  private static let packetSize = 188
  /// The second elementary stream of FFmpeg's multiplexer.
  private static let audioIdentifier = 0x101

  /// Four times the limit is less than the stream's video data.
  private func stage(_ url: URL) -> Stage {
    var limits = BufferLimits()
    limits.packetBytes = 64 << 10
    // Six frames, or most of the stream is decoded before anything is shown.
    limits.frameBytes = 6 * 320 * 180 * 3 / 2
    let stage = Stage(limits: limits)
    stage.open(url)
    return stage
  }

  @Test func videoContinuesAndAudioJoins() throws {
    let url = try Self.separated("start-offset.ts")
    defer { try? FileManager.default.removeItem(at: url) }
    let stage = stage(url)
    stage.advanceUntilIdle()
    let isOver = stage.playToEnd()
    #expect(isOver)
    let times = stage.shown.map(\.time)
    #expect(times.count > 200 && times == times.sorted())
    let captured = stage.capturedAudio.filter { $0.samples.contains { $0 != 0 } }
    // The audio before the other packets, and the audio after they had been shown.
    #expect(captured.contains { $0.time.seconds < 0.5 } && captured.contains { $0.time.seconds > 9 })
    for audio in captured {
      let presented = try #require(stage.shown.last { $0.hostTime <= audio.hostTime })
      // A block of 1,024 samples and a frame's duration.
      #expect(abs((presented.time - audio.time).seconds) < 0.06, "at \(audio.time.seconds) s")
    }
  }
}
