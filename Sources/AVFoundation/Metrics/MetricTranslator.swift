import CoreMedia
import Foundation
import PlayheadClock
import PlayheadItems
import PlayheadMedia

/// Derives metric events from the entries of an item's journal. Pure: everything else about the item is an argument.
struct MetricTranslator {
  /// The known state of the item when an entry is written.
  struct ItemState {
    /// The item's snapshot.
    var snapshot: ItemSnapshot
    /// The item's log.
    var log: PlaybackLog
  }

  /// The rate of playback.
  private var rate = 0.0
  /// The address of the variant that is read; nil before the first.
  private var variant: URL?
  /// Whether the target of the seek in progress was buffered; nil without a seek.
  private var seekTargetIsBuffered: Bool?
  /// When playback began; nil while nothing moves.
  private var playingSince: HostTime?
  /// The sums so far.
  private var summary = AVMetricPlayerItemPlaybackSummaryEvent.Summary()

  /// An item that was not opened yet.
  init() {}

  /// Takes an entry and returns the events that it causes, in order.
  mutating func events(for entry: JournalEntry, date: Date, itemState: ItemState) -> [AVMetricEvent] {
    let timestamp = AVMetricEvent.Timestamp(
      date: date, mediaTime: entry.media, sessionID: itemState.log.sessionID.uuidString)
    switch entry.event {
    case .rate(let new):
      let old = rate
      rate = Double(new)
      guard rate != old else { return [] }
      return [
        AVMetricPlayerItemRateChangeEvent(
          timestamp, rate: rate, previousRate: old, variant: asset(variant, itemState.snapshot))
      ]
    case .seek(let target, _, _):
      seekTargetIsBuffered = itemState.snapshot.loadedTimeRanges.contains { $0.containsTime(target) }
      return [
        AVMetricPlayerItemSeekEvent(
          timestamp, rate: rate, previousRate: rate, variant: asset(variant, itemState.snapshot))
      ]
    case .seekCompleted:
      // The start of an item reaches its target too.
      guard let isBuffered = seekTargetIsBuffered else { return [] }
      seekTargetIsBuffered = nil
      return [
        AVMetricPlayerItemSeekDidCompleteEvent(
          timestamp, rate: rate, variant: asset(variant, itemState.snapshot), didSeekInBuffer: isBuffered)
      ]
    case .ready(let seconds):
      summary.startup = seconds
      return [
        AVMetricPlayerItemInitialLikelyToKeepUpEvent(
          timestamp, timeTaken: seconds, loadedTimeRanges: itemState.snapshot.loadedTimeRanges,
          variant: asset(variant, itemState.snapshot))
      ]
    case .resumedAfterStall(let seconds):
      summary.recovery += seconds
      return [
        AVMetricPlayerItemLikelyToKeepUpEvent(
          timestamp, timeTaken: seconds, loadedTimeRanges: itemState.snapshot.loadedTimeRanges,
          variant: asset(variant, itemState.snapshot))
      ]
    case .ranOut:
      summary.stalls += 1
      return [
        AVMetricPlayerItemStallEvent(
          timestamp, rate: 0, previousRate: rate, variant: asset(variant, itemState.snapshot))
      ]
    case .variant(let url, _): return switched(to: url, timestamp, itemState.snapshot)
    case .fault(let error):
      summary.recoverableErrors += 1
      return [AVMetricErrorEvent(timestamp, error: error.forClients, didRecover: true)]
    case .playing: playingSince = playingSince ?? entry.host
    case .stopped: stopped(at: entry.host)
    case .ended:
      stopped(at: entry.host)
      return [AVMetricPlayerItemPlaybackSummaryEvent(timestamp, total(itemState.log), errorEvent: nil)]
    case .failed(let error):
      stopped(at: entry.host)
      let event = AVMetricErrorEvent(timestamp, error: error.forClients, didRecover: false)
      return [event, AVMetricPlayerItemPlaybackSummaryEvent(timestamp, total(itemState.log), errorEvent: event)]
    case .opening, .opened, .selected, .audioTrackSelected, .angle, .dropped, .audioDeviceLost,
      .device, .externalPlayback, .videoDecoder, .audioPassthrough, .noAudioDevice, .invalidAudioTiming,
      .invalidDolbyVision, .audioDeviceReturned, .openingNext, .joined, .stuck:
      break
    }
    return []
  }

  /// Another variant is read.
  private mutating func switched(
    to url: URL, _ timestamp: AVMetricEvent.Timestamp, _ snapshot: ItemSnapshot
  ) -> [AVMetricEvent] {
    let old = variant
    variant = url
    if old != nil { summary.switches += 1 }
    // A media playlist without a multivariant playlist has no variants.
    guard old != url, let new = asset(url, snapshot) else { return [] }
    return [
      AVMetricPlayerItemVariantSwitchEvent(
        timestamp, from: asset(old, snapshot), to: new, loadedTimeRanges: snapshot.loadedTimeRanges)
    ]
  }

  /// Playback does not move any more.
  private mutating func stopped(at host: HostTime) {
    if let playingSince { summary.played += (host - playingSince).seconds }
    playingSince = nil
  }

  /// The sums, with those of the access log.
  private func total(_ log: PlaybackLog) -> AVMetricPlayerItemPlaybackSummaryEvent.Summary {
    var total = summary
    total.requests = log.entries.reduce(0) { $0 + $1.requests }
    let played = log.entries.filter { $0.watched > 0 }
    let seconds = played.reduce(0) { $0 + $1.watched }
    if seconds > 0 {
      total.averageBitRate = played.reduce(0) { $0 + ($1.indicated.average ?? 0) * $1.watched } / seconds
      total.peakBitRate = played.reduce(0) { $0 + ($1.indicated.peak ?? 0) * $1.watched } / seconds
    }
    return total
  }

  /// The variant with the address of a playlist; nil without variants.
  private func asset(_ url: URL?, _ snapshot: ItemSnapshot) -> AVAssetVariant? {
    guard let url else { return nil }
    return snapshot.info?.variants.first { $0.url == url }.map(AVAssetVariant.init)
  }
}
