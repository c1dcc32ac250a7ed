import CoreMedia
import PlayheadNetworking

/// The buffer state ahead of the position, and the decision whether it is enough to resume after an underrun.
struct BufferMonitor {
  /// The media that must be buffered before playback resumes after the first underrun. Less would run out again at the
  /// next hiccup of the network; more would be perceived as a second wait.
  static let firstGoal = 1.0
  /// An underrun within this time after the last one means that the network is slower than the media: the goal is
  /// doubled each time.
  static let repeatedStallInterval = HostDuration.seconds(60)
  static let highestGoal = 8.0
  /// The interval of buffer checks. Playback resumes half of it later than possible on average.
  static let interval = HostDuration.milliseconds(50)
  /// The interval of reports of loaded ranges.
  static let reportInterval = HostDuration.milliseconds(500)

  /// Whether media ran out and is being rebuffered.
  private(set) var isRebuffering = false
  /// The next check of the rebuffering.
  private(set) var nextCheck: HostTime?
  var nextReport: HostTime?
  private var goal = firstGoal
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
  mutating func look(at now: HostTime, ahead: Double, isComplete: Bool) -> Bool {
    guard isRebuffering else { return false }
    guard ahead >= goal || isComplete else {
      nextCheck = now + Self.interval
      return false
    }
    reset()
    return true
  }

  static func time(_ seconds: ClosedRange<Double>) -> CMTimeRange {
    CMTimeRange(
      start: CMTime(seconds: seconds.lowerBound, preferredTimescale: 1_000_000),
      end: CMTime(seconds: seconds.upperBound, preferredTimescale: 1_000_000))
  }

  /// The loaded time ranges of a stream.
  static func times(of stream: StreamSnapshot) -> [CMTimeRange] {
    guard stream.loadedEnd > stream.loadedStart else { return [] }
    return [
      CMTimeRange(
        start: CMTime(seconds: stream.loadedStart, preferredTimescale: 1000),
        end: CMTime(seconds: stream.loadedEnd, preferredTimescale: 1000))
    ]
  }

  /// The loaded time ranges, assuming that bytes are spread evenly over time: the loaded part of a seek bar.
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
