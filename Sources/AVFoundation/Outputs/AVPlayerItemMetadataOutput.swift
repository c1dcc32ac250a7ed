import Dispatch
import Foundation
import PlayheadEngine
import Synchronization

/// Gives an item's timed metadata to the program, each group when its time has come: samples of metadata tracks, ID3 tags of
/// streams, titles of broadcasts.
open class AVPlayerItemMetadataOutput: AVPlayerItemOutput, @unchecked Sendable {
  // Sendable: everything that changes is behind a lock.
  private struct State {
    weak var delegate: (any AVPlayerItemMetadataOutputPushDelegate)?
    var queue: DispatchQueue?
    var advance = 0.0
    /// Its number with the item's feed.
    var listener: Int?
    /// Whether anything was told since the last flush.
    var hasTold = false
  }
  private let state = Mutex(State())
  private let filter: MetadataFilter

  /// An output of the items that have any of some identifiers.
  ///
  /// - Parameter identifiers: Raw values of `AVMetadataIdentifier`; nil for all.
  public init(identifiers: [String]?) {
    filter = MetadataFilter(identifiers: identifiers.map(Set.init))
    super.init()
  }

  /// An output of all items.
  public override init() {
    filter = MetadataFilter(identifiers: nil)
    super.init()
  }

  /// Who gets the groups.
  open weak var delegate: (any AVPlayerItemMetadataOutputPushDelegate)? { state.withLock { $0.delegate } }

  /// Where the delegate is called; nil: on the main queue.
  open var delegateQueue: DispatchQueue? { state.withLock { $0.queue } }

  /// Sets who gets the groups, and where. What holds at the position is told first.
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
    if let listener { item?.engineItem.timedMetadata.tellAgain(listener) }
  }

  /// How many seconds before its time a group is given; 0 unless set. What is not read that early comes as soon as it is.
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
      defer { (state.listener, state.hasTold) = (nil, false) }
      return state.listener
    }
    if let listener { item?.engineItem.timedMetadata.stopListening(listener) }
    super.detach()
  }

  override func sequenceWasFlushed() {
    let hasTold = state.withLock { state in
      defer { state.hasTold = false }
      return state.hasTold
    }
    guard hasTold, let delegate else { return }
    call { delegate.outputSequenceWasFlushed($0) }
  }

  /// Gives groups that are due to the listener with a number, if that is this output: those of each track at once.
  func take(_ groups: [TimedMetadata], for listener: Int, of item: AVPlayerItem) {
    guard state.withLock({ $0.listener == listener }), let delegate else { return }
    let resource = item.source.assetLoader.resource
    var rest = filter.groups(groups)
    while let first = rest.first {
      let track = item.tracks.first { $0.source.info.index == first.track }
      let made = rest.filter { $0.track == first.track }.map { AVTimedMetadataGroup($0, in: resource) }
      rest.removeAll { $0.track == first.track }
      state.withLock { $0.hasTold = true }
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

/// Gets an item's timed metadata.
public protocol AVPlayerItemMetadataOutputPushDelegate: AVPlayerItemOutputPushDelegate {
  /// The time of groups has come. Optional.
  ///
  /// - Parameters:
  ///   - output: Where they come from.
  ///   - groups: In order of time. One that holds until the next one comes has an indefinite duration.
  ///   - track: Where they are stored; nil for what belongs to the whole, as the tags of streams.
  func metadataOutput(
    _ output: AVPlayerItemMetadataOutput, didOutputTimedMetadataGroups groups: [AVTimedMetadataGroup],
    from track: AVPlayerItemTrack?)
}

extension AVPlayerItemMetadataOutputPushDelegate {
  public func metadataOutput(
    _ output: AVPlayerItemMetadataOutput, didOutputTimedMetadataGroups groups: [AVTimedMetadataGroup],
    from track: AVPlayerItemTrack?
  ) {}
}
