import CoreMedia
import PlayheadClock
import PlayheadItems

/// Delivers the timed metadata of the current item when it is due. Used on the session's thread.
struct TimedMetadataController {
  /// The item whose metadata is delivered; nil for none.
  private var item: EngineItem?
  /// The delivery position, and the decision which metadata is due.
  private var scheduler = TimedMetadataScheduler()

  /// Selects the item whose metadata is delivered; nil for none.
  ///
  /// - Parameter gate: Opened when the item gets new metadata or a listener.
  mutating func follow(_ item: EngineItem?, waking gate: any Gate) {
    self.item?.timedMetadata.removeWaiter(gate)
    self.item = item
    scheduler = TimedMetadataScheduler()
    item?.timedMetadata.addWaiter(gate)
  }

  /// Forgets the delivery position, because the position has jumped.
  mutating func flush() { scheduler.flush() }

  /// The events of the metadata that is due at a position of the current item.
  ///
  /// - Parameter item: The current item; nothing is due if it is not the followed one.
  mutating func take(of item: EngineItem?, at time: CMTime, isReversed: Bool) -> [SessionEvent] {
    guard let item, item === self.item else { return [] }
    let delivery = scheduler.take(item.timedMetadata, at: time, isReversed: isReversed)
    var events: [SessionEvent] = []
    if let present = delivery.present { events.append(.metadataPresent(item, present)) }
    for (listener, groups) in delivery.due { events.append(.metadataDue(item, listener: listener, groups)) }
    return events
  }

  /// The first nanosecond of media at which metadata is due next; nil if none is.
  func nextNanoseconds(isReversed: Bool) -> Int64? {
    // In reverse, an entry is valid up to just before its end.
    scheduler.next.map { isReversed ? $0.nanoseconds - 1 : $0.nanoseconds }
  }
}
