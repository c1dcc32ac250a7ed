import PlayheadMedia
import Synchronization

/// The choice of decoders and filters for an item's video, and the decoder in use. Thread-safe.
package final class ItemVideoDecoding: Sendable {
  /// The state under the lock.
  private struct State {
    /// The user's choice.
    var choice = HardwareDecoding.automatic
    /// The filters of frames.
    var filters = VideoFilterSettings(deinterlacing: .automatic)
    /// The newest change of the decoder; nil while only software was tried.
    var event: VideoDecoderEvent?
  }

  /// Locked for moments only.
  private let state = Mutex(State())

  /// Creates the default choice.
  init() {}

  /// The user's choice. Applies to decoders opened from now on: usually to the next item.
  package var choice: HardwareDecoding {
    get { state.withLock { $0.choice } }
    set { state.withLock { $0.choice = newValue } }
  }

  /// The filters of frames. A change applies to the frames that are decoded from now on; whether telecine is reversed,
  /// to the next time that the item is opened.
  package var filters: VideoFilterSettings { state.withLock { $0.filters } }

  /// Changes the filters of frames.
  package func changeFilters(_ body: (inout VideoFilterSettings) -> Void) {
    state.withLock { body(&$0.filters) }
  }

  /// The interface of the newest decoder if that is a hardware decoder; nil for software, and before decoding.
  package var interface: HardwareInterface? {
    if case .hardware(let interface) = state.withLock({ $0.event }) { interface } else { nil }
  }

  /// Records a change of the decoder. Called on the thread of the decoder.
  package func note(_ event: VideoDecoderEvent) { state.withLock { $0.event = event } }
}
