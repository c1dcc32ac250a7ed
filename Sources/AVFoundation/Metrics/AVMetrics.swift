import Foundation

/// An object whose metric events can be observed: `AVPlayerItem`.
public protocol AVMetricEventStreamPublisher: AnyObject, Sendable {
  /// The events of a type, and of its subclasses.
  func metrics<MetricEvent>(forType metricType: MetricEvent.Type) -> AVMetrics<MetricEvent>
  where MetricEvent: AVMetricEvent
  /// All events.
  func allMetrics() -> AVMetrics<AVMetricEvent>
}

extension AVPlayerItem: AVMetricEventStreamPublisher {
  /// The events of a type, and of its subclasses.
  nonisolated public func metrics<MetricEvent>(
    forType metricType: MetricEvent.Type
  ) -> AVMetrics<MetricEvent> where MetricEvent: AVMetricEvent {
    AVMetrics(self)
  }

  /// All events.
  nonisolated public func allMetrics() -> AVMetrics<AVMetricEvent> { AVMetrics(self) }
}

/// The metric events of an item, from the creation of an iterator on. Of events that are not taken, the newest 1,000
/// are retained.
///
/// An iterator retains the item. It ends when its task is cancelled.
public struct AVMetrics<MetricEvent>: AsyncSequence, Sendable where MetricEvent: AVMetricEvent {
  /// An event.
  public typealias Element = MetricEvent

  /// The item whose events these are.
  let item: AVPlayerItem

  /// The events of an item.
  init(_ item: AVPlayerItem) { self.item = item }

  /// Merges the events with those of other sequences, of this item or of others, in the order of their dates.
  public func chronologicalMerge<OtherSecondMetric, each MetricEventPack>(
    with secondMetric: AVMetrics<OtherSecondMetric>, _ metrics: repeat AVMetrics<each MetricEventPack>
  ) -> AVMergedMetrics<MetricEvent, OtherSecondMetric, repeat each MetricEventPack>
  where OtherSecondMetric: AVMetricEvent, repeat each MetricEventPack: AVMetricEvent {
    var sources = [MetricSource(self), MetricSource(secondMetric)]
    repeat sources.append(MetricSource(each metrics))
    return AVMergedMetrics(sources)
  }

  /// Subscribes to the events.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

  /// Returns one event after the other.
  public struct AsyncIterator: AsyncIteratorProtocol {
    /// The events that were not taken.
    private var base: AsyncStream<MetricEvent>.Iterator
    /// The subscription, which ends with the iterator.
    private let subscription: MetricSubscription

    /// Subscribes to the events of an item.
    init(_ metrics: AVMetrics) {
      let (stream, continuation) = AsyncStream.makeStream(
        of: MetricEvent.self, bufferingPolicy: .bufferingNewest(MetricSource.limit))
      base = stream.makeAsyncIterator()
      subscription = MetricSubscription(metrics.item) { event in
        if let event = event as? MetricEvent { continuation.yield(event) }
      }
    }

    /// Waits for the next event; nil after the task was cancelled.
    public mutating func next() async -> MetricEvent? { await base.next() }
  }
}

/// The metric events of several sequences, in the order of their dates, each with the object that published it.
public struct AVMergedMetrics<MetricEvent1, MetricEvent2, each MetricEventPack>: AsyncSequence, Sendable
where MetricEvent1: AVMetricEvent, MetricEvent2: AVMetricEvent, repeat each MetricEventPack: AVMetricEvent {
  /// An event and its publisher.
  public typealias Element = (AVMetricEvent, any AVMetricEventStreamPublisher)

  /// The sequences.
  private let sources: [MetricSource]

  /// Merges sequences.
  init(_ sources: [MetricSource]) { self.sources = sources }

  /// Subscribes to the events.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(sources) }

  /// Returns one event after the other.
  public struct AsyncIterator: AsyncIteratorProtocol {
    /// The events that were not taken.
    private var base: AsyncStream<PublishedMetric>.Iterator
    /// The subscriptions, which end with the iterator.
    private let subscriptions: [MetricSubscription]

    /// Subscribes to the events of all sequences.
    init(_ sources: [MetricSource]) {
      let (stream, continuation) = AsyncStream.makeStream(
        of: PublishedMetric.self, bufferingPolicy: .bufferingNewest(MetricSource.limit))
      base = stream.makeAsyncIterator()
      subscriptions = sources.map { source in
        MetricSubscription(source.item) { event in
          guard source.includes(event) else { return }
          continuation.yield(PublishedMetric(event: event, publisher: source.item))
        }
      }
    }

    /// Waits for the next event; nil after the task was cancelled.
    public mutating func next() async -> (AVMetricEvent, any AVMetricEventStreamPublisher)? {
      await base.next().map { ($0.event, $0.publisher) }
    }
  }
}

/// One of the sequences that are merged.
struct MetricSource: Sendable {
  /// The number of retained events.
  static let limit = 1000

  /// The item whose events these are.
  let item: AVPlayerItem
  /// Whether an event is one of the sequence's.
  let includes: @Sendable (AVMetricEvent) -> Bool

  /// The source of a sequence.
  init<MetricEvent: AVMetricEvent>(_ metrics: AVMetrics<MetricEvent>) {
    item = metrics.item
    includes = { $0 is MetricEvent }
  }
}

/// An event and its publisher.
struct PublishedMetric: Sendable {
  /// The event.
  let event: AVMetricEvent
  /// The item that it belongs to.
  let publisher: AVPlayerItem
}
