import CoreMedia
import Foundation
import PlayheadBasics

/// An event in the playback of an item, with its date and position. Immutable.
open class AVMetricEvent: NSObject, @unchecked Sendable {
  // Sendable: constants, here and in all subclasses.
  /// When and where an event happened.
  struct Timestamp: Sendable {
    /// The date of the event.
    var date: Date
    /// The position in the item.
    var mediaTime: CMTime
    /// The identifier of the playback session.
    var sessionID: String
  }

  /// When and where it happened.
  private let timestamp: Timestamp

  /// Creates an event.
  init(_ timestamp: Timestamp) {
    self.timestamp = timestamp
    super.init()
  }

  /// The date of the event.
  open var date: Date { timestamp.date }
  /// The position in the item at that date.
  open var mediaTime: CMTime { timestamp.mediaTime }
  /// The identifier of the playback session, the same as in the access log.
  open var sessionID: String? { timestamp.sessionID }
}

/// A request has failed, or playback has.
open class AVMetricErrorEvent: AVMetricEvent, @unchecked Sendable {
  // Sendable: constants only.

  /// The error, as in the error log.
  open var error: any Error { failure }
  private let failure: any Error
  /// Whether playback continues, by a retry or a fallback. False for the error with which the item has failed.
  open var didRecover: Bool { storedDidRecover }
  /// The value of `didRecover`.
  private let storedDidRecover: Bool

  /// Creates an event.
  init(_ timestamp: Timestamp, error: any Error, didRecover: Bool) {
    failure = error
    storedDidRecover = didRecover
    super.init(timestamp)
  }
}

/// The rate of playback has changed.
open class AVMetricPlayerItemRateChangeEvent: AVMetricEvent, @unchecked Sendable {
  // Sendable: constants only.

  /// The new rate.
  open var rate: Double { storedRate }
  /// The value of `rate`.
  private let storedRate: Double
  /// The rate before.
  open var previousRate: Double { storedPreviousRate }
  /// The value of `previousRate`.
  private let storedPreviousRate: Double
  /// The variant of the stream that is read; nil without variants.
  open var variant: AVAssetVariant? { storedVariant }
  /// The value of `variant`.
  private let storedVariant: AVAssetVariant?

  /// Creates an event.
  init(_ timestamp: Timestamp, rate: Double, previousRate: Double, variant: AVAssetVariant?) {
    (storedRate, storedPreviousRate, storedVariant) = (rate, previousRate, variant)
    super.init(timestamp)
  }
}

/// Playback has stalled because media ran out.
open class AVMetricPlayerItemStallEvent: AVMetricPlayerItemRateChangeEvent, @unchecked Sendable {}

/// A seek was requested.
open class AVMetricPlayerItemSeekEvent: AVMetricPlayerItemRateChangeEvent, @unchecked Sendable {}

/// A seek has reached its target.
open class AVMetricPlayerItemSeekDidCompleteEvent: AVMetricPlayerItemRateChangeEvent, @unchecked Sendable {
  /// Whether the target was buffered when the seek was requested.
  open var didSeekInBuffer: Bool { storedDidSeekInBuffer }
  /// The value of `didSeekInBuffer`.
  private let storedDidSeekInBuffer: Bool

  /// Creates an event.
  init(_ timestamp: Timestamp, rate: Double, variant: AVAssetVariant?, didSeekInBuffer: Bool) {
    storedDidSeekInBuffer = didSeekInBuffer
    super.init(timestamp, rate: rate, previousRate: rate, variant: variant)
  }
}

/// Enough media is buffered for playback: at the start, and after a stall.
open class AVMetricPlayerItemLikelyToKeepUpEvent: AVMetricEvent, @unchecked Sendable {
  // Sendable: constants only.

  /// Seconds since the item was opened, or since the stall.
  open var timeTaken: TimeInterval { storedTimeTaken }
  /// The value of `timeTaken`.
  private let storedTimeTaken: TimeInterval
  /// The buffered ranges.
  open var loadedTimeRanges: [CMTimeRange] { storedLoadedTimeRanges }
  /// The value of `loadedTimeRanges`.
  private let storedLoadedTimeRanges: [CMTimeRange]
  /// The variant of the stream that is read; nil without variants.
  open var variant: AVAssetVariant? { storedVariant }
  /// The value of `variant`.
  private let storedVariant: AVAssetVariant?

  /// Creates an event.
  init(_ timestamp: Timestamp, timeTaken: TimeInterval, loadedTimeRanges: [CMTimeRange], variant: AVAssetVariant?) {
    (storedTimeTaken, storedLoadedTimeRanges, storedVariant) = (timeTaken, loadedTimeRanges, variant)
    super.init(timestamp)
  }
}

/// Enough media is buffered for the first time.
open class AVMetricPlayerItemInitialLikelyToKeepUpEvent: AVMetricPlayerItemLikelyToKeepUpEvent, @unchecked Sendable {}

/// Another variant of the stream is read.
open class AVMetricPlayerItemVariantSwitchEvent: AVMetricEvent, @unchecked Sendable {
  /// The variant before; nil for the first one.
  open var fromVariant: AVAssetVariant? { storedFromVariant }
  /// The value of `fromVariant`.
  private let storedFromVariant: AVAssetVariant?
  /// The variant that is read.
  open var toVariant: AVAssetVariant { storedToVariant }
  /// The value of `toVariant`.
  private let storedToVariant: AVAssetVariant
  /// The buffered ranges.
  open var loadedTimeRanges: [CMTimeRange] { storedLoadedTimeRanges }
  /// The value of `loadedTimeRanges`.
  private let storedLoadedTimeRanges: [CMTimeRange]
  /// Whether the variant could be read. True: a variant that cannot be read is reported by an error.
  open var didSucceed: Bool { true }

  /// Creates an event.
  init(_ timestamp: Timestamp, from: AVAssetVariant?, to: AVAssetVariant, loadedTimeRanges: [CMTimeRange]) {
    (storedFromVariant, storedToVariant, storedLoadedTimeRanges) = (from, to, loadedTimeRanges)
    super.init(timestamp)
  }
}

/// The sums of a playback session, when the item has played to its end or has failed.
open class AVMetricPlayerItemPlaybackSummaryEvent: AVMetricEvent, @unchecked Sendable {
  /// The sums.
  struct Summary: Sendable, Equatable {
    /// Recoverable errors.
    var recoverableErrors = 0
    /// Stalls.
    var stalls = 0
    /// Changes of the variant.
    var switches = 0
    /// Requests for media.
    var requests = 0
    /// Seconds of playback.
    var played = 0.0
    /// Seconds until playback could start.
    var startup = 0.0
    /// Seconds of waiting after stalls.
    var recovery = 0.0
    /// Bits per second that the playlist declares: the average and the peak, weighted by the time that each variant
    /// played.
    var averageBitRate = 0.0
    var peakBitRate = 0.0
  }

  /// The sums.
  private let summary: Summary
  /// The error with which the item has failed; nil at its end.
  open var errorEvent: AVMetricErrorEvent? { storedErrorEvent }
  /// The value of `errorEvent`.
  private let storedErrorEvent: AVMetricErrorEvent?

  /// Creates an event.
  init(_ timestamp: Timestamp, _ summary: Summary, errorEvent: AVMetricErrorEvent?) {
    (self.summary, storedErrorEvent) = (summary, errorEvent)
    super.init(timestamp)
  }

  /// The number of errors from which playback recovered.
  open var recoverableErrorCount: Int { summary.recoverableErrors }
  /// The number of stalls.
  open var stallCount: Int { summary.stalls }
  /// The number of changes of the variant.
  open var variantSwitchCount: Int { summary.switches }
  /// The number of requests for media; 0 for local files.
  open var mediaResourceRequestCount: Int { summary.requests }
  /// Seconds of playback, without pauses and stalls.
  open var playbackDuration: Int { Int(saturating: summary.played.rounded()) }
  /// Seconds from the opening of the item until it was ready to play.
  open var timeSpentInInitialStartup: TimeInterval { summary.startup }
  /// Seconds of waiting after stalls.
  open var timeSpentRecoveringFromStall: TimeInterval { summary.recovery }
  /// The declared average bit rate in bits per second, weighted by the time that each variant played; 0 if unknown.
  open var timeWeightedAverageBitrate: Int { Int(saturating: summary.averageBitRate.rounded()) }
  /// The declared peak bit rate in bits per second, weighted by the time that each variant played; 0 if unknown.
  open var timeWeightedPeakBitrate: Int { Int(saturating: summary.peakBitRate.rounded()) }
}
