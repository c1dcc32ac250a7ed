import CoreMedia
import PlayheadClock
import PlayheadItems

/// Decides when the current item is interrupted by an interstitial, and how it continues. Used on the session's thread.
///
///     playing ──takeDue──► interrupted ──end──► the next one, the end of the item, or the resumption
///                              └── cancel: a seek of the client, another item
struct InterstitialController {
  /// The continuation when an interstitial is over.
  enum Continuation: Equatable {
    /// The interstitial is not the current one.
    case none
    /// Another interstitial follows at the same position.
    case next(String)
    /// The item has ended.
    case endItem
    /// The item resumes at its position.
    case resume
    /// The item resumes after a seek.
    case seek(to: CMTime)
  }

  /// The interstitials of the item, and those that have played.
  private var schedule = InterstitialSchedule()
  /// Whether the seek in progress leads to the resumption after an interstitial.
  private var isResuming = false

  /// Long enough to fetch an asset list, a playlist and a first segment.
  private static let lead = HostDuration.seconds(10)

  /// Whether an interstitial plays, or its player is being prepared.
  var isInterrupted: Bool { schedule.current != nil }
  /// The interstitial due at the end of the item; nil if there is none.
  var dueAtEnd: String? { schedule.dueAtEnd }

  /// Another item, whose interstitials have not been adopted yet.
  mutating func itemWasReplaced() { schedule = InterstitialSchedule() }

  /// Adopts the current interstitials of the item and its stream.
  mutating func adopt(_ context: SessionContext) {
    guard let item = context.item else { return }
    let timeline = item.playlistTimeline
    schedule.adopt(item.interstitials.points(timeline), timeline, at: context.position)
  }

  /// The position has jumped.
  mutating func jumped(to position: CMTime) { schedule.jumped(to: position) }

  /// The time after which frames are hidden until the next interruption is over; nil for none.
  func frameLimit(rate: Float) -> CMTime? { rate > 0 ? schedule.nextTime : nil }

  /// Whether an interstitial plays before an item that starts at a time.
  static func plays(beforeStartOf item: EngineItem, at start: CMTime) -> Bool {
    var schedule = InterstitialSchedule()
    let timeline = item.playlistTimeline
    schedule.adopt(item.interstitials.points(timeline), timeline, at: .zero)
    schedule.jumped(to: start)
    return schedule.due(at: start) != nil
  }

  // MARK: Interruptions

  /// The next interruption of forward playback, and its host time; nil while none is approached.
  private func nextInterruption(_ context: SessionContext) -> (time: CMTime, host: HostTime)? {
    guard context.isMoving, !context.isReversed, context.clock.isRunning, let time = schedule.nextTime,
      let host = context.clock.hostTime(ofMedia: time.nanoseconds)
    else { return nil }
    return (time, host)
  }

  /// The host time of the next interruption, or of its announcement; nil if there is none.
  func deadline(_ context: SessionContext) -> HostTime? {
    guard let host = nextInterruption(context)?.host else { return nil }
    return schedule.isNextAnnounced ? host : min(host, max(context.now, host - Self.lead))
  }

  /// The interstitial that is to be announced now, once; nil if there is none.
  mutating func takeAnnouncement(_ context: SessionContext) -> String? {
    guard let host = nextInterruption(context)?.host, host - Self.lead <= context.now else { return nil }
    return schedule.announce()
  }

  /// The interstitial that interrupts playback now, and its time; nil if there is none.
  func due(_ context: SessionContext) -> (id: String, time: CMTime)? {
    guard let (time, host) = nextInterruption(context), host <= context.now, let id = schedule.due(at: time) else {
      return nil
    }
    return (id, time)
  }

  /// The interstitial due where playback is about to start; nil if there is none.
  func due(atStart time: CMTime) -> String? { schedule.due(at: time) }

  /// The interstitial starts.
  mutating func begin(_ id: String) { schedule.begin(id) }

  /// An interstitial is over, or could not be played.
  ///
  /// - Parameters:
  ///   - offset: The distance of the resumption from the item's position.
  ///   - place: The item's position.
  ///   - isAtEnd: Whether that is the end of the item.
  ///   - rate: The requested rate.
  mutating func end(_ id: String, offset: CMTime, at place: CMTime, isAtEnd: Bool, rate: Float) -> Continuation {
    guard schedule.current == id else { return .none }
    schedule.end(offset: offset)
    if let next = isAtEnd ? schedule.dueAtEnd : schedule.due(at: place) {
      schedule.begin(next)
      return .next(next)
    }
    if isAtEnd, rate > 0 { return .endItem }
    guard let time = schedule.resumption(from: place) else { return .resume }
    isResuming = true
    return .seek(to: time)
  }

  /// Cancels the current interstitial because of a request of the client.
  ///
  /// - Returns: The interstitial; nil if none plays. `returnsSinks`: whether the item shows its frames again, also
  ///   because the seek to the resumption is replaced.
  mutating func cancel() -> (id: String?, returnsSinks: Bool) {
    let wasResuming = isResuming
    isResuming = false
    guard let id = schedule.current else { return (nil, wasResuming) }
    schedule.drop()
    return (id, true)
  }

  // MARK: Seeks

  /// A seek has completed: the client's, or the resumption after an interstitial. Returns whether the item shows its
  /// frames again: false during an interstitial.
  mutating func seekCompleted(at time: CMTime) -> Bool {
    guard !isInterrupted else { return false }
    if isResuming { schedule.moved(to: time) } else { schedule.jumped(to: time) }
    isResuming = false
    return true
  }

  /// Limits a seek of the client by the interstitials that must play first; nil if it is refused.
  func constrained(_ request: SeekRequest, from position: CMTime) -> SeekRequest? {
    guard !schedule.isEmpty, request.time.isNumeric else { return request }
    if schedule.currentConstrainsSeeking, request.time > position { return nil }
    let time = schedule.constrained(request.time, from: position)
    guard time != request.time else { return request }
    return SeekRequest(time: time, toleranceBefore: .zero, toleranceAfter: .zero, identifier: request.identifier)
  }
}
