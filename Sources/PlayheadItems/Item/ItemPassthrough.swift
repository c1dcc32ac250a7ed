import PlayheadMedia
import Synchronization

/// The codecs of an item's audio that may pass through to the device, and whether one does. Thread-safe.
package final class ItemPassthrough: Sendable {
  /// The state under the lock.
  private struct State {
    /// The codecs that the user permits.
    var codecs: Set<PassthroughCodec> = []
    /// The newest decision; nil while no permitted codec is played.
    var event: PassthroughEvent?
  }

  /// Locked for moments only.
  private let state = Mutex(State())

  /// Permits no codec.
  init() {}

  /// The codecs that the user permits; none by default.
  package var codecs: Set<PassthroughCodec> {
    get { state.withLock { $0.codecs } }
    set { state.withLock { $0.codecs = newValue } }
  }

  /// The newest decision; nil while no permitted codec is played.
  package var event: PassthroughEvent? { state.withLock { $0.event } }

  /// The codec that the device decodes in place of the player; nil for none.
  package var codec: PassthroughCodec? { if case .passing(let codec) = event { codec } else { nil } }

  /// Records a decision; nil if no permitted codec plays. Returns whether it differs from the one before. Called on the
  /// session's thread.
  package func note(_ event: PassthroughEvent?) -> Bool {
    state.withLock { state in
      defer { state.event = event }
      return event != nil && event != state.event
    }
  }
}
