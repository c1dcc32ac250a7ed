import CoreMedia
import PlayheadClock
import PlayheadNetworking

/// The buffer state ahead of the position, and the decision whether it is enough to resume after an underrun.
struct BufferMonitor {
  /// The media that must be buffered before playback resumes after the first underrun. Less would run out again at the
  /// next hiccup of the network; more would be perceived as a second wait.
  static let firstGoal = 1.0
  /// An underrun within this time after the last one means that the network is slower than the media: the goal is
  /// doubled each time.
  static let repeatedStallInterval = HostDuration.seconds(60)
  /// The limit of the goal in seconds of media: three doublings of `firstGoal`.
  static let highestGoal = 8.0
  /// The interval of buffer checks. Playback resumes half of it later than possible on average.
  static let interval = HostDuration.milliseconds(50)
  /// The interval of reports of loaded ranges.
  static let reportInterval = HostDuration.milliseconds(500)

  /// Whether media ran out and is being rebuffered.
  private(set) var isRebuffering = false
  /// The next check of the rebuffering.
  private(set) var nextCheck: HostTime?
  /// The next report of loaded ranges. Nil for sources without a transfer, and while nothing moves and nothing arrives.
  var nextReport: HostTime?
  /// Seconds of media that end the rebuffering in progress, from `firstGoal` to `highestGoal`.
  private var goal = firstGoal
  /// The time of the last underrun; nil before the first. `reset` does not clear it.
  private var lastStall: HostTime?

  /// Starts rebuffering. The goal doubles with each stall in short succession.
  mutating func ranOut(at now: HostTime) {
    let isAgain = lastStall.map { now - $0 < Self.repeatedStallInterval } ?? false
    goal = isAgain ? min(Self.highestGoal, goal * 2) : Self.firstGoal
    lastStall = now
    isRebuffering = true
    nextCheck = now + Self.interval
  }

  /// Ends rebuffering at a new position or in another item, where an earlier underrun does not matter.
  mutating func reset() {
    isRebuffering = false
    nextCheck = nil
  }

  /// Whether playback can resume. `ahead`: seconds of media buffered in every track. `isComplete`: no more media
  /// follows, or the buffers have no capacity for it.
  ///
  /// - Returns: true once for each rebuffering, at the check that ends it.
  mutating func look(at now: HostTime, ahead: Double, isComplete: Bool) -> Bool {
    guard isRebuffering else { return false }
    guard ahead >= goal || isComplete else {
      nextCheck = now + Self.interval
      return false
    }
    reset()
    return true
  }

  /// Converts a range in seconds to a time range, exact to the microsecond.
  static func time(_ seconds: ClosedRange<Double>) -> CMTimeRange {
    CMTimeRange(
      start: CMTime(seconds: seconds.lowerBound, preferredTimescale: 1_000_000),
      end: CMTime(seconds: seconds.upperBound, preferredTimescale: 1_000_000))
  }

  /// The loaded time ranges of a stream: one range from the first to the last buffered segment, exact to the
  /// millisecond; none if nothing is loaded.
  static func times(of stream: StreamSnapshot) -> [CMTimeRange] {
    guard stream.loadedEnd > stream.loadedStart else { return [] }
    return [
      CMTimeRange(
        start: CMTime(seconds: stream.loadedStart, preferredTimescale: 1000),
        end: CMTime(seconds: stream.loadedEnd, preferredTimescale: 1000))
    ]
  }

  /// The loaded time ranges, assuming that bytes are spread evenly over time: the loaded part of a seek bar.
  ///
  /// - Parameters:
  ///   - bytes: The byte ranges that are available without a request.
  ///   - size: The size of the resource in bytes. Nil yields no ranges.
  ///   - duration: The duration of the item. Unless it is numeric and positive, there are no ranges.
  static func times(of bytes: [Range<Int64>], size: Int64?, duration: CMTime) -> [CMTimeRange] {
    guard let size, size > 0, duration.isNumeric, duration > .zero else { return [] }
    let scale: Int32 = 1000
    func time(_ byte: Int64) -> CMTime {
      byte >= size
        ? duration : CMTime(seconds: duration.seconds * Double(byte) / Double(size), preferredTimescale: scale)
    }
    return bytes.map { CMTimeRange(start: time($0.lowerBound), end: time($0.upperBound)) }.filter {
      $0.duration > .zero
    }
  }
}
