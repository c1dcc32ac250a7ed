import Foundation
import PlayheadClock
import PlayheadItems
import PlayheadTesting
import Synchronization
import TestSupport
import Testing

@testable import AVFoundation

@Suite("AVMetrics")
struct MetricsTests {
  /// Facts about an item without media.
  private let nothing = MetricTranslator.ItemState(snapshot: ItemSnapshot(), log: PlaybackLog())

  private func entry(_ event: JournalEvent, at seconds: Double) -> JournalEntry {
    JournalEntry(
      number: 1, host: HostTime(nanoseconds: Int64(seconds * 1e9)),
      media: CMTime(seconds: seconds, preferredTimescale: 1000), event: event)
  }

  /// Translates events, and returns the types of the results.
  private func types(_ translator: inout MetricTranslator, _ events: JournalEvent...) -> [String] {
    events.flatMap { translator.events(for: entry($0, at: 1), date: Date(), itemState: nothing) }
      .map { String(describing: type(of: $0)).replacingOccurrences(of: "AVMetricPlayerItem", with: "") }
  }

  @Test func rateChangesHaveTheRateBefore() throws {
    var translator = MetricTranslator()
    _ = translator.events(for: entry(.rate(1), at: 0), date: Date(), itemState: nothing)
    let date = Date(timeIntervalSince1970: 1000)
    let events = translator.events(for: entry(.rate(2), at: 3), date: date, itemState: nothing)
    let event = try #require(events.first as? AVMetricPlayerItemRateChangeEvent)
    #expect(events.count == 1 && event.rate == 2 && event.previousRate == 1 && event.variant == nil)
    #expect(event.date == date && event.mediaTime == CMTime(value: 3, timescale: 1))
    #expect(event.sessionID == nothing.log.sessionID.uuidString)
    #expect(types(&translator, .rate(2)) == [], "the same rate is no change")
  }

  @Test func startIsNoSeek() {
    var translator = MetricTranslator()
    #expect(types(&translator, .opening, .seekCompleted, .ready(after: 0.5)) == ["InitialLikelyToKeepUpEvent"])
    let seek = JournalEvent.seek(to: CMTime(value: 5, timescale: 1), before: .zero, after: .zero)
    #expect(types(&translator, seek, .seekCompleted) == ["SeekEvent", "SeekDidCompleteEvent"])
  }

  @Test func seekKnowsWhetherItsTargetWasBuffered() throws {
    for (second, isBuffered) in [(3, true), (30, false)] {
      var translator = MetricTranslator()
      var itemState = nothing
      itemState.snapshot.loadedTimeRanges = [CMTimeRange(start: .zero, duration: CMTime(value: 10, timescale: 1))]
      let seek = JournalEvent.seek(to: CMTime(value: Int64(second), timescale: 1), before: .zero, after: .zero)
      _ = translator.events(for: entry(seek, at: 1), date: Date(), itemState: itemState)
      // By now everything is buffered.
      itemState.snapshot.loadedTimeRanges = [CMTimeRange(start: .zero, duration: CMTime(value: 100, timescale: 1))]
      let events = translator.events(for: entry(.seekCompleted, at: 2), date: Date(), itemState: itemState)
      let event = try #require(events.first as? AVMetricPlayerItemSeekDidCompleteEvent)
      #expect(event.didSeekInBuffer == isBuffered)
    }
  }

  @Test func summaryAddsUpTheSession() throws {
    var translator = MetricTranslator()
    let fault = MediaError(.http(status: 503), url: URL(fileURLWithPath: "/a"))
    for (event, seconds) in [
      (JournalEvent.ready(after: 0.25), 1), (.playing, 1), (.ranOut, 5), (.stopped, 5), (.fault(fault), 6),
      (.resumedAfterStall(after: 2), 7), (.playing, 7), (.ranOut, 8), (.stopped, 8),
      (.resumedAfterStall(after: 1), 9), (.playing, 9),
    ] as [(JournalEvent, Double)] {
      _ = translator.events(for: entry(event, at: seconds), date: Date(), itemState: nothing)
    }
    let events = translator.events(for: entry(.ended, at: 14), date: Date(), itemState: nothing)
    let summary = try #require(events.first as? AVMetricPlayerItemPlaybackSummaryEvent)
    #expect(events.count == 1 && summary.errorEvent == nil)
    // 1 to 5, 7 to 8, 9 to 14.
    #expect(summary.playbackDuration == 10)
    #expect(summary.stallCount == 2 && summary.timeSpentRecoveringFromStall == 3)
    #expect(summary.recoverableErrorCount == 1 && summary.timeSpentInInitialStartup == 0.25)
    #expect(summary.variantSwitchCount == 0 && summary.mediaResourceRequestCount == 0)
  }

  @Test func failureIsAnErrorAndASummary() throws {
    var translator = MetricTranslator()
    let error = MediaError(.fileNotFound, url: URL(fileURLWithPath: "/a"))
    let events = translator.events(for: entry(.failed(error), at: 1), date: Date(), itemState: nothing)
    let event = try #require(events.first as? AVMetricErrorEvent)
    #expect(!event.didRecover && (event.error as NSError).code == URLError.fileDoesNotExist.rawValue)
    let summary = try #require(events.last as? AVMetricPlayerItemPlaybackSummaryEvent)
    #expect(events.count == 2 && summary.errorEvent === event)
    let recovered = translator.events(for: entry(.fault(error), at: 1), date: Date(), itemState: nothing)
    #expect((recovered.first as? AVMetricErrorEvent)?.didRecover == true)
  }

  // MARK: Items

  /// The events of a sequence, taken by a task that ends with the test.
  private func collect<Metrics: AsyncSequence & Sendable>(
    _ metrics: Metrics, _ name: @escaping @Sendable (Metrics.Element) -> String
  ) async -> (names: Collected<String>, task: Task<Void, any Error>) where Metrics.Element: Sendable {
    let names = Collected<String>()
    let (started, continuation) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      var iterator = metrics.makeAsyncIterator()
      continuation.finish()
      while let event = try await iterator.next() { names.add(name(event)) }
    }
    for await _ in started {}
    return (names, task)
  }

  /// Waits until the task of a collection has taken an event.
  private func wait(_ names: Collected<String>, for name: String) async {
    while !names.all.contains(name) { await Task.yield() }
  }

  @Test func itemPublishesItsPlayback() async throws {
    let stage = Stage()
    let item = AVPlayerItem(url: Fixture.url("demo.mp4"))
    let all = await collect(item.allMetrics()) { String(describing: type(of: $0)) }
    let rates = await collect(item.metrics(forType: AVMetricPlayerItemRateChangeEvent.self)) {
      "\(type(of: $0)) \($0.previousRate) \($0.rate)"
    }
    stage.player.replaceCurrentItem(with: item)
    stage.settle()
    stage.player.play()
    stage.run(1)
    stage.player.seek(to: CMTime(value: 1, timescale: 2), toleranceBefore: .zero, toleranceAfter: .zero) { _ in }
    stage.run(1)
    stage.player.pause()
    stage.settle()
    await wait(rates.names, for: "AVMetricPlayerItemRateChangeEvent 1.0 0.0")
    #expect(
      rates.names.all == [
        "AVMetricPlayerItemRateChangeEvent 0.0 1.0", "AVMetricPlayerItemSeekEvent 1.0 1.0",
        "AVMetricPlayerItemSeekDidCompleteEvent 1.0 1.0", "AVMetricPlayerItemRateChangeEvent 1.0 0.0",
      ])
    await wait(all.names, for: "AVMetricPlayerItemSeekDidCompleteEvent")
    #expect(all.names.all.first == "AVMetricPlayerItemInitialLikelyToKeepUpEvent")
    stage.player.play()
    stage.clock.advance(limit: .seconds(120)) { stage.player.rate == 0 }
    await wait(all.names, for: "AVMetricPlayerItemPlaybackSummaryEvent")
    #expect(all.names.all.last == "AVMetricPlayerItemPlaybackSummaryEvent")
    all.task.cancel()
    rates.task.cancel()
  }

  @Test func mergedSequencesNameTheirPublishers() async throws {
    let stage = Stage()
    let (first, second) = (AVPlayerItem(url: Fixture.url("demo.mp4")), AVPlayerItem(url: Fixture.url("demo.mp4")))
    let merged = first.metrics(forType: AVMetricPlayerItemInitialLikelyToKeepUpEvent.self)
      .chronologicalMerge(
        with: second.metrics(forType: AVMetricPlayerItemInitialLikelyToKeepUpEvent.self),
        second.metrics(forType: AVMetricPlayerItemPlaybackSummaryEvent.self))
    let names = Collected<String>()
    let (started, continuation) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      var iterator = merged.makeAsyncIterator()
      continuation.finish()
      while let (event, publisher) = await iterator.next() {
        names.add("\(publisher === first ? "first" : "second") \(type(of: event))")
      }
    }
    for await _ in started {}
    for item in [first, second] {
      stage.player.replaceCurrentItem(with: item)
      stage.settle()
    }
    await wait(names, for: "second AVMetricPlayerItemInitialLikelyToKeepUpEvent")
    #expect(
      names.all == [
        "first AVMetricPlayerItemInitialLikelyToKeepUpEvent", "second AVMetricPlayerItemInitialLikelyToKeepUpEvent",
      ])
    task.cancel()
  }
}
