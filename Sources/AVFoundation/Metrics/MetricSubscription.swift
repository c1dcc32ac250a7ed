import Foundation
import PlayheadClock
import PlayheadItems
import Synchronization

/// A subscription to the metric events of one item. It retains the item, and ends with its last reference.
final class MetricSubscription: Sendable {
  /// The item whose journal is observed.
  private let item: EngineItem
  /// The clock of the item's player, for the dates of events.
  private let clock: any EngineClock
  /// Called on the thread that writes the journal.
  private let receive: @Sendable (AVMetricEvent) -> Void
  /// The state of the translation. Entries are translated in their order under this lock.
  private let translator = Mutex(MetricTranslator())
  /// The identifier of the journal's observer; 0 before the subscription.
  private let identifier = Atomic<Int>(0)

  /// Subscribes to the events of an item after this call. Earlier entries of its journal count for sums only.
  init(_ item: AVPlayerItem, _ receive: @escaping @Sendable (AVMetricEvent) -> Void) {
    self.item = item.engineItem
    self.receive = receive
    clock = item.owner?.core.clock ?? PlaybackEnvironment.current.clock
    let receiver = Receiver(subscription: self)
    // The journal waits for no lock here: it calls observers after it has released its own.
    translator.withLock { translator in
      let (identifier, entries) = self.item.journal.observe { receiver.subscription?.take($0) }
      self.identifier.store(identifier, ordering: .relaxed)
      for entry in entries { _ = translator.events(for: entry, date: clock.date, itemState: itemState) }
    }
  }

  deinit { item.journal.removeObserver(identifier.load(ordering: .relaxed)) }

  /// Refers to the subscription from the journal, which must not retain it.
  private struct Receiver: Sendable {
    weak var subscription: MetricSubscription?
  }

  /// The known state of the item.
  private var itemState: MetricTranslator.ItemState {
    MetricTranslator.ItemState(snapshot: item.snapshot, log: item.log)
  }

  /// Translates an entry, and delivers the events.
  private func take(_ entry: JournalEntry) {
    let itemState = itemState
    translator.withLock { translator in
      for event in translator.events(for: entry, date: clock.date, itemState: itemState) { receive(event) }
    }
  }
}
