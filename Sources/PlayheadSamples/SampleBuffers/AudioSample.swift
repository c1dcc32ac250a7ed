import CoreMedia
import PlayheadFFmpeg

/// The audio of a sample buffer that a program has enqueued.
package enum AudioSample: Sendable {
  /// Compressed packets or linear PCM, the parameters of their decoder, and the durations to remove at both ends of the
  /// decoded audio.
  case packets([Packet], StreamParameters, trimStart: CMTime, trimEnd: CMTime)
  /// A buffer that cannot be played.
  case failure(SampleBufferError)

  /// The size of the data in bytes.
  var byteCount: Int {
    guard case .packets(let packets, _, _, _) = self else { return 0 }
    return packets.reduce(0) { $0 + $1.byteCount }
  }
}
