import CoreMedia
import Foundation
import PlayheadMedia
import PlayheadNetworking
import PlayheadRoutes
import PlayheadTesting
import TestSupport

@testable import PlayheadAudio
@testable import PlayheadClock
@testable import PlayheadEngine
@testable import PlayheadItems

/// A frame that was shown.
struct ShownFrame: Sendable, Equatable {
  /// The number drawn into it.
  var number: Int?
  var time: CMTime
  var hostTime: HostTime
}

/// One session on a manual clock, with everything that it shows, plays and reports.
final class Stage {
  let clock = ManualClock()
  let session: PlaybackSession
  private let frames = Collected<ShownFrame>()
  private let audioBlocks = Collected<CapturedAudio>()
  /// The session's events, with their times.
  private(set) var events: [(at: HostTime, event: SessionEvent)] = []
  private var seekCount = 0
  private var isClosed = false

  init(
    hasAudio: Bool = true, limits: BufferLimits = BufferLimits(), reusesSeeks: Bool = true, deinterlaces: Bool = false,
    hardwareDecoders: HardwareDecoders = .none,
    sources: (ManualClock) -> any ByteSourceProvider = { _ in StandardByteSourceProvider() },
    device: (CapturingAudio, ManualClock) -> any AudioOutputProvider = { audio, _ in audio }
  ) {
    let (frames, audioBlocks) = (frames, audioBlocks)
    let audio = hasAudio ? device(CapturingAudio { audioBlocks.add($0) }, clock) : nil
    var environment = PlaybackEnvironment(
      clock: clock, audio: audio, limits: limits, delivery: clock, sources: sources(clock))
    environment.reusesSeeks = reusesSeeks
    environment.deinterlaces = deinterlaces
    environment.hardwareDecoders = hardwareDecoders
    session = PlaybackSession(environment: environment) {}
    session.attach(
      CapturingVideoSink(checksums: false) {
        frames.add(ShownFrame(number: FrameNumber.read($0.frame), time: $0.time, hostTime: $0.hostTime))
      })
  }

  /// Opens a fixture, paused, and waits until it is ready to play at once.
  convenience init(_ name: String, hasAudio: Bool = true, reusesSeeks: Bool = true) throws {
    self.init(hasAudio: hasAudio, reusesSeeks: reusesSeeks)
    try open(name)
    advanceUntilIdle()
  }

  deinit { close() }

  func close() {
    guard !isClosed else { return }
    isClosed = true
    session.close()
    collect()
  }

  @discardableResult
  func open(_ name: String) throws -> EngineItem { open(try Fixtures.url(name)) }

  @discardableResult
  func open(_ url: URL) -> EngineItem {
    let item = EngineItem(url: url)
    session.setItem(item)
    return item
  }

  // MARK: Time

  private func collect() {
    for event in session.takeEvents() { events.append((clock.now, event)) }
  }

  /// Completes all work that needs no time.
  func settle() {
    clock.settle()
    collect()
  }

  func advance(by duration: HostDuration) {
    let end = clock.now + duration
    while clock.step(limit: end) { settle() }
    clock.advance(by: end - clock.now)
    collect()
  }

  /// Advances until only time would change anything: pending work after a seek or opening is done.
  func advanceUntilIdle() { advance(by: .seconds(1)) }

  /// Advances until a condition holds. False if it does not within two minutes.
  @discardableResult
  func advance(until condition: () -> Bool) -> Bool {
    let end = clock.now + .seconds(120)
    settle()
    while !condition() {
      guard clock.step(limit: end) else { return false }
      settle()
    }
    return true
  }

  /// Plays to the end, or until playing fails.
  @discardableResult
  func playToEnd(rate: Float = 1) -> Bool {
    session.setRate(rate)
    return advance { self.isOver }
  }

  var isOver: Bool {
    events.contains {
      switch $0.event {
      case .playedToEnd, .failedToPlayToEnd: true
      case .itemChanged(_, let item): item.status == .failed
      default: false
      }
    }
  }

  // MARK: Captured frames, audio and events

  var shown: [ShownFrame] { frames.all }
  var numbers: [Int?] { frames.all.map(\.number) }
  var capturedAudio: [CapturedAudio] { audioBlocks.all }

  /// Discards all frames, audio and events so far.
  func clearRecords() {
    settle()
    frames.forget()
    audioBlocks.forget()
    events = []
  }

  /// Answers to seeks, in order.
  var answers: [Answer] {
    events.compactMap {
      if case .seekFinished(let id, let finished) = $0.event { Answer(seek: id, finished: finished) } else { nil }
    }
  }
  struct Answer: Equatable {
    var seek: Int
    var finished: Bool
  }

  /// The events by name, without those that only repeat a snapshot.
  var eventLog: [String] {
    var control: SessionSnapshot.TimeControl?
    var status: ItemSnapshot.Status?
    return events.compactMap { _, event in
      switch event {
      case .sessionChanged(let snapshot):
        defer { control = snapshot.timeControl }
        return snapshot.timeControl == control ? nil : snapshot.timeControl.name
      case .itemChanged(_, let item):
        defer { status = item.status }
        return item.status == status || item.status == .unknown ? nil : "\(item.status)"
      case .seekFinished(let identifier, let finished): return "seek \(identifier) \(finished)"
      case .prerollFinished(let identifier, let finished): return "preroll \(identifier) \(finished)"
      case .timeJumped(_, let time): return "jumped \(time.seconds)"
      case .stalled: return "stalled"
      case .logGrew, .metadataPresent: return nil
      case .metadataDue(_, let listener, let groups): return "metadata \(listener) \(groups.count)"
      case .playedToEnd: return "playedToEnd"
      case .failedToPlayToEnd(_, let error): return "failedToPlayToEnd \(error.kind)"
      case .interstitialNear, .scheduleLoaded: return nil
      case .interstitialDue(_, let id, let time): return "interstitial \(id) \(time.seconds)"
      case .externalPlaybackFailed(let route, let error): return "failed on \(route.name): \(error.kind)"
      case .interstitialDropped(let id): return "interstitial \(id) dropped"
      case .observerFired(let identifier, let time): return "observer \(identifier) \(time.seconds)"
      }
    }
  }

  // MARK: Seeking

  /// Requests a seek, with zero tolerance by default.
  @discardableResult
  func seek(_ time: CMTime, tolerance: CMTime = .zero) -> Int {
    seekCount += 1
    session.seek(
      SeekRequest(time: time, toleranceBefore: tolerance, toleranceAfter: tolerance, identifier: seekCount))
    return seekCount
  }

  /// The number of the frame that a paused seek shows, and the position afterwards.
  func seekAndWait(_ time: CMTime, tolerance: CMTime = .zero) -> (number: Int?, position: CMTime) {
    clearRecords()
    let identifier = seek(time, tolerance: tolerance)
    advance { self.answers.contains(Answer(seek: identifier, finished: true)) }
    return (shown.last?.number ?? nil, session.currentTime())
  }
}

extension SessionSnapshot.TimeControl {
  fileprivate var name: String {
    switch self {
    case .paused: "paused"
    case .playing: "playing"
    case .waiting(let reason): "waiting \(reason)"
    }
  }
}
