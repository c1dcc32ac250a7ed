import CPlayheadFFmpeg
import CoreMedia
import PlayheadMedia
import TestSupport

@testable import PlayheadClock
@testable import PlayheadFFmpeg

extension VideoFrame {
  /// A synthetic frame of 16 by 16 samples in 4:2:0.
  static func made(at time: CMTime, lasting duration: CMTime = CMTime(value: 20, timescale: 600)) -> VideoFrame {
    let raw = av_frame_alloc()!
    raw.pointee.format = AV_PIX_FMT_YUV420P.rawValue
    raw.pointee.width = 16
    raw.pointee.height = 16
    precondition(av_frame_get_buffer(raw, 0) >= 0)
    return VideoFrame(taking: raw, presentationTime: time, duration: duration, transform: .identity)
  }
}

extension Packet {
  /// A packet of zeros.
  static func made(
    presentation: CMTime, decode: CMTime, duration: CMTime = .zero, bytes: Int32 = 100, isKey: Bool = false,
    track: Int32 = 0
  ) -> Packet {
    let raw = av_packet_alloc()!
    precondition(av_new_packet(raw, bytes) >= 0)
    raw.pointee.stream_index = track
    if isKey { raw.pointee.flags |= AV_PKT_FLAG_KEY }
    return Packet(taking: raw, presentationTime: presentation, decodeTime: decode, duration: duration)
  }
}

/// A gate for threads that never wait: it counts how often it was opened.
final class CountingGate: Gate {
  private let count = Counter()
  var openings: Int { count.value }
  func wait(until deadline: HostTime?) {}
  func open() { count.add() }
}
