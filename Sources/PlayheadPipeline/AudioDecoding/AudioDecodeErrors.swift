import PlayheadFFmpeg
import PlayheadMedia

/// The errors of an audio decoder since the current start, and the decision when a track counts as undecodable.
///
/// Belongs to the decoder thread.
package final class AudioDecodeErrors {
  /// The packets and frames of the current start.
  private(set) var outcome = DecodeOutcome()
  /// Consecutive errors without a decoded frame.
  private var failures = 0
  /// Two seconds of the shortest packets in use.
  static let limit = 200

  /// Creates an object that has counted nothing.
  package init() {}

  /// Begins a start.
  func begin() {
    failures = 0
    outcome = DecodeOutcome()
  }

  /// Counts a packet sent to the decoder.
  package func notePacket() { outcome.packets += 1 }

  /// Counts a decoded frame.
  func noteFrame() {
    failures = 0
    outcome.frames += 1
  }

  /// Counts an error. A damaged packet costs only its own samples; a long run of errors means that the track cannot be
  /// decoded. Returns true once, when the run is long enough.
  package func note(_ error: FFmpegError) -> Bool {
    failures += 1
    outcome.error = error
    return failures == Self.limit
  }
}
