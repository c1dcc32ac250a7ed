import Dispatch
import Foundation
import PlayheadItems
import PlayheadMedia
import Synchronization

/// An item output that delivers timed metadata, each group at its time: samples of metadata tracks, ID3 tags of
/// streams, titles of broadcasts.
open class AVPlayerItemMetadataOutput: AVPlayerItemOutput, @unchecked Sendable {
  // Sendable: mutable state is behind a lock.
  private struct State {
    weak var delegate: (any AVPlayerItemMetadataOutputPushDelegate)?
    var queue: DispatchQueue?
    var advance = 0.0
    /// The identifier of its registration with the item's timed metadata.
    var listener: Int?
    /// Whether groups were delivered since the last flush.
    var hasDelivered = false
  }
  private let state = Mutex(State())
  private let filter: MetadataFilter

  /// Creates an output of the metadata items that match any of the identifiers.
  ///
  /// - Parameter identifiers: Raw values of `AVMetadataIdentifier`; nil for all.
  public init(identifiers: [String]?) {
    filter = MetadataFilter(identifiers: identifiers.map(Set.init))
    super.init()
  }

  /// Creates an output of all metadata items.
  public override init() {
    filter = MetadataFilter(identifiers: nil)
    super.init()
  }

  /// The delegate that receives the groups.
  open weak var delegate: (any AVPlayerItemMetadataOutputPushDelegate)? { state.withLock { $0.delegate } }

  /// The queue on which the delegate is called; nil for the main queue.
  open var delegateQueue: DispatchQueue? { state.withLock { $0.queue } }

  /// Sets the delegate and its queue. The groups at the current position are delivered first.
  ///
  /// - Parameters:
  ///   - delegate: Held weakly.
  ///   - delegateQueue: A serial queue; nil for the main queue.
  open func setDelegate(
    _ delegate: (any AVPlayerItemMetadataOutputPushDelegate)?, queue delegateQueue: DispatchQueue?
  ) {
    let listener = state.withLock { state in
      (state.delegate, state.queue) = (delegate, delegateQueue)
      return state.listener
    }
    if let listener { item?.engineItem.timedMetadata.resetListener(listener) }
  }

  /// The number of seconds by which a group is delivered ahead of its time; 0 by default. Groups that are read later
  /// than that are delivered as soon as they are read.
  open var advanceIntervalForDelegateInvocation: TimeInterval {
    get { state.withLock { $0.advance } }
    set {
      let listener = state.withLock { state in
        state.advance = newValue
        return state.listener
      }
      if let listener { item?.engineItem.timedMetadata.setAdvance(newValue, of: listener) }
    }
  }

  // MARK: Item

  override func attach(to item: AVPlayerItem) {
    super.attach(to: item)
    let number = item.engineItem.timedMetadata.listen(advance: advanceIntervalForDelegateInvocation)
    state.withLock { $0.listener = number }
  }

  override func detach() {
    let listener = state.withLock { state in
      defer { (state.listener, state.hasDelivered) = (nil, false) }
      return state.listener
    }
    if let listener { item?.engineItem.timedMetadata.stopListening(listener) }
    super.detach()
  }

  override func sequenceWasFlushed() {
    let hasDelivered = state.withLock { state in
      defer { state.hasDelivered = false }
      return state.hasDelivered
    }
    guard hasDelivered, let delegate else { return }
    call { delegate.outputSequenceWasFlushed($0) }
  }

  /// Delivers groups that are due for a registration, if it is that of this output, grouped by track.
  func take(_ groups: [TimedMetadata], for listener: Int, of item: AVPlayerItem) {
    guard state.withLock({ $0.listener == listener }), let delegate else { return }
    let resource = item.source.assetLoader.resource
    var rest = filter.groups(groups)
    while let first = rest.first {
      let track = item.tracks.first { $0.source.info.index == first.track }
      let made = rest.filter { $0.track == first.track }.map { AVTimedMetadataGroup($0, in: resource) }
      rest.removeAll { $0.track == first.track }
      state.withLock { $0.hasDelivered = true }
      call { delegate.metadataOutput($0, didOutputTimedMetadataGroups: made, from: track) }
    }
  }

  private func call(_ body: @escaping @Sendable (AVPlayerItemMetadataOutput) -> Void) {
    let delivery = item?.owner?.core.delivery ?? Delivery(PlaybackEnvironment.current.delivery)
    let queue = delegateQueue
    if let queue, !delivery.serves(queue) { return queue.async { body(self) } }
    delivery.nowOrLater { body(self) }
  }
}

/// Receives an item's timed metadata.
public protocol AVPlayerItemMetadataOutputPushDelegate: AVPlayerItemOutputPushDelegate {
  /// Delivers groups that are due. Optional.
  ///
  /// - Parameters:
  ///   - output: The output that delivers them.
  ///   - groups: The groups in order of time. A group that applies until the next one has an indefinite duration.
  ///   - track: The track that contains them; nil for metadata of the whole stream, such as ID3 tags.
  func metadataOutput(
    _ output: AVPlayerItemMetadataOutput, didOutputTimedMetadataGroups groups: [AVTimedMetadataGroup],
    from track: AVPlayerItemTrack?)
}

extension AVPlayerItemMetadataOutputPushDelegate {
  /// Does nothing.
  public func metadataOutput(
    _ output: AVPlayerItemMetadataOutput, didOutputTimedMetadataGroups groups: [AVTimedMetadataGroup],
    from track: AVPlayerItemTrack?
  ) {}
}
