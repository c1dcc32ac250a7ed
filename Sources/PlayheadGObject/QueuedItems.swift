import AVFoundation

/// Observes the items of a player, and reports each item that cannot be played once.
@MainActor final class QueuedItems {
  /// Called with an item that cannot be played.
  var onFailure: ((AVPlayerItem, (any Error)?) -> Void)?
  /// Called when a property of an item has changed.
  var onChange: (() -> Void)?
  private var observations: [ObjectIdentifier: Observation] = [:]

  /// An observed item, which is retained until it is removed.
  private struct Observation {
    let item: AVPlayerItem
    let values: [NSKeyValueObservation]
  }

  /// Creates a list without items.
  init() {}

  /// Observes an item.
  func add(_ item: AVPlayerItem) {
    // Items notify on the main queue.
    observations[ObjectIdentifier(item)] = Observation(
      item: item,
      values: [
        item.observe(\.status) { [weak self] item, _ in
          MainActor.assumeIsolated {
            if item.status == .failed { self?.fail(item, item.error) }
            self?.onChange?()
          }
        },
        item.observe(\.duration) { [weak self] _, _ in MainActor.assumeIsolated { self?.onChange?() } },
        item.observe(\.presentationSize) { [weak self] _, _ in MainActor.assumeIsolated { self?.onChange?() } },
        item.observe(\.seekableTimeRanges) { [weak self] _, _ in MainActor.assumeIsolated { self?.onChange?() } },
      ])
  }

  /// Whether an item is observed.
  func contains(_ item: AVPlayerItem) -> Bool { observations[ObjectIdentifier(item)] != nil }

  /// Ends the observation of all items but those of the queue.
  func retain(_ items: [AVPlayerItem]) {
    let identifiers = Set(items.map { ObjectIdentifier($0) })
    observations = observations.filter { identifiers.contains($0.key) }
  }

  /// Reports the failure of an observed item.
  func fail(_ item: AVPlayerItem, _ error: (any Error)?) {
    if contains(item) { onFailure?(item, error) }
  }
}
