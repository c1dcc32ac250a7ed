import CoreMedia
import PlayheadNetworking

/// What is known of the bytes and media ahead of the position, and whether they are enough to go on after they ran out.
struct BufferWatch {
  /// How much media must be ahead before playing goes on after the first time it ran out. Less would run out again at the next
  /// hiccup of the network; more would be felt as a second wait.
  static let firstGoal = 1.0
  /// Running out again within this time means that the network is slower than the film: more is gathered each time.
  static let memory = HostDuration.seconds(60)
  static let highestGoal = 8.0
  /// How often buffers are looked at. Half of it is how much later than possible playing goes on.
  static let interval = HostDuration.milliseconds(50)
  /// How often what is loaded is told.
  static let reportInterval = HostDuration.milliseconds(500)

  /// Media ran out and has not come back yet.
  private(set) var isRefilling = false
  /// When to look whether it has.
  private(set) var nextLook: HostTime?
  var nextReport: HostTime?
  private var goal = firstGoal
  private var lastStall: HostTime?

  mutating func ranOut(at now: HostTime) {
    let isAgain = lastStall.map { now - $0 < Self.memory } ?? false
    goal = isAgain ? min(Self.highestGoal, goal * 2) : Self.firstGoal
    lastStall = now
    isRefilling = true
    nextLook = now + Self.interval
  }

  /// Another position, another item: what ran out there does not matter here.
  mutating func reset() {
    isRefilling = false
    nextLook = nil
  }

  /// Whether playing can go on. `ahead`: seconds of media at hand in every track. `isComplete`: more than what is there does not come,
  /// or has no room.
  mutating func look(at now: HostTime, ahead: Double, isComplete: Bool) -> Bool {
    guard isRefilling else { return false }
    guard ahead >= goal || isComplete else {
      nextLook = now + Self.interval
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

  /// Which times of a stream are loaded.
  static func times(of stream: StreamSnapshot) -> [CMTimeRange] {
    guard stream.loadedEnd > stream.loadedStart else { return [] }
    return [
      CMTimeRange(
        start: CMTime(seconds: stream.loadedStart, preferredTimescale: 1000),
        end: CMTime(seconds: stream.loadedEnd, preferredTimescale: 1000))
    ]
  }

  /// Which times are loaded, if bytes are spread evenly over them: what a bar under a picture shows.
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
