import Foundation
import Observation
import PlayheadEngine
import PlayheadItems
import PlayheadMedia
import Synchronization

/// A track of an item: the playback state of an asset track.
///
/// When a stream continues with another frame size, the item's `tracks` contain a new track whose `assetTrack` has that
/// size. It shares its state with the old one: a setting on one applies to both.
@preconcurrency @MainActor
open class AVPlayerItemTrack: NSObject {
  /// The asset track, with the information at the time of this object's creation.
  nonisolated let source: AVAssetTrack
  /// The state shared with the track that this one replaces.
  private nonisolated let shared: Shared
  /// The registrar for Swift Observation.
  nonisolated let registrar = ObservationRegistrar()

  /// The settings of the track.
  private struct State: Sendable {
    /// The item; nil for a track without one, and once the item has been released.
    weak var item: AVPlayerItem?
    /// The client's setting; the file's own flag at first.
    var isEnabled = true
  }

  /// The state of all objects of one track.
  private final class Shared: Sendable {
    /// The settings, locked because any thread may change them. Not created by the initializer, because Swift 6.0 fails
    /// to compile the assignment of a lock over a structure with a weak property.
    let state = Mutex(State())
    init(_ state: State) { self.state.withLock { $0 = state } }
  }

  /// Creates a track of an item, enabled if the file enables it.
  nonisolated init(_ source: AVAssetTrack, of item: AVPlayerItem? = nil) {
    self.source = source
    shared = Shared(State(item: item, isEnabled: source.isEnabled))
    super.init()
  }

  /// The same track with updated asset track information.
  nonisolated init(replacing old: AVPlayerItemTrack, with source: AVAssetTrack) {
    self.source = source
    shared = old.shared
    super.init()
  }

  deinit { StringKeyObservers.forget(self) }

  /// The track of the asset.
  nonisolated open var assetTrack: AVAssetTrack? { source }

  /// Whether the track is played: the file's own flag unless set. Can be set at any time. Observable, with the key
  /// `enabled`.
  ///
  /// A disabled audio track is silent, a disabled video track is not shown; both are available again immediately when
  /// enabled. The media selection determines which of several tracks of a type plays: an unselected track does not play
  /// even if it is enabled.
  nonisolated open var isEnabled: Bool {
    get {
      AccessTracking.note("enabled", of: self)
      return shared.state.withLock { $0.isEnabled }
    }
    set { setEnabled(newValue) }
  }

  /// The current frame rate of playback in frames per second; 0 for audio, while nothing plays, and if it is unknown.
  nonisolated open var currentVideoFrameRate: Float {
    guard source.mediaType == .video, let item = shared.state.withLock({ $0.item }), let player = item.currentPlayer,
      player.timeControlStatus == .playing, item.state.withLock({ $0.snapshot.videoTrack }) == source.info.index,
      let rate = item.engineItem.frameRate(at: item.currentTime())
    else { return 0 }
    return Float(rate) * abs(player.rate)
  }

  /// Applies the setting at once and notifies observers on the delivery queue.
  nonisolated private func setEnabled(_ isEnabled: Bool) {
    let item = shared.state.withLock { $0.item }
    let delivery = item?.owner?.core.delivery ?? Delivery(PlaybackEnvironment.current.delivery)
    let isHere = delivery.isHere
    if isHere { KeyValueChanges.willChange(["enabled"], of: self) }
    shared.state.withLock { $0.isEnabled = isEnabled }
    if let item {
      item.engineItem.setEnabled(isEnabled, track: source.info.index)
      item.owner?.session.trackSelectionChanged(of: item.engineItem)
    }
    if isHere { return KeyValueChanges.didChange(["enabled"], of: self) }
    delivery.later { [weak self] in
      guard let self else { return }
      KeyValueChanges.willChange(["enabled"], of: self)
      KeyValueChanges.didChange(["enabled"], of: self)
    }
  }
}

extension AVPlayerItemTrack: StringKeyed {
  package nonisolated func value(forObservableKey key: String) -> Any?? {
    key == "enabled" ? .some(NSNumber(value: isEnabled)) : nil
  }
}
