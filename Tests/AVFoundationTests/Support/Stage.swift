import AVFoundation
import PlayheadEngine
import PlayheadItems
import PlayheadTesting

/// A player on a manual clock, and the changes that it reports.
final class Stage: Sendable {
  let clock = ManualClock()
  let player: AVPlayer
  let eventLog = EventLog()
  private let watches = ObservationTokens()

  init(hasAudio: Bool = true, player make: (PlaybackEnvironment) -> AVPlayer = { AVPlayer(environment: $0) }) {
    player = make(
      PlaybackEnvironment(clock: clock, audio: hasAudio ? CapturingAudio { _ in } : nil, delivery: clock))
  }

  /// A queue player whose audio is recorded.
  convenience init(queue items: [AVPlayerItem], recording: Recording? = nil) {
    self.init { environment in
      var environment = environment
      if let recording { environment.audio = CapturingAudio { recording.add($0) } }
      let player = AVQueuePlayer(environment: environment)
      for item in items { player.insert(item, after: nil) }
      return player
    }
  }

  convenience init(_ name: String, hasAudio: Bool = true) {
    self.init(hasAudio: hasAudio)
    player.replaceCurrentItem(with: AVPlayerItem(url: Fixture.url(name)))
  }

  deinit { player.session.close() }

  /// Lets media time pass.
  func run(_ seconds: Double) { clock.advance(by: .seconds(seconds)) }

  /// Completes all work that needs no time, and the work after opening a file.
  func settle() { clock.advance(by: .milliseconds(500)) }

  @discardableResult
  func run(until condition: () -> Bool) -> Bool { clock.advance(limit: .seconds(120), until: condition) }

  /// Writes every real change of these into the log.
  func watch(_ item: AVPlayerItem? = nil) {
    let eventLog = eventLog
    watches.add([
      player.observe(\.status, options: .new) { player, _ in eventLog.add("player.status \(player.status)") },
      player.observe(\.currentItem, options: .new) { player, _ in
        eventLog.add("player.currentItem \(player.currentItem == nil ? "nil" : "item")")
      },
      player.observe(\.rate, options: .new) { player, _ in eventLog.add("player.rate \(player.rate)") },
      player.observe(\.timeControlStatus, options: .new) { player, _ in
        eventLog.add("player.timeControlStatus \(player.timeControlStatus)")
      },
    ])
    guard let item else { return }
    watches.add([
      item.observe(\.status, options: .new) { item, _ in eventLog.add("item.status \(item.status)") },
      item.observe(\.duration, options: .new) { item, _ in eventLog.add("item.duration \(item.duration.seconds)") },
    ])
    for (name, text) in [
      (AVPlayerItem.didPlayToEndTimeNotification, "didPlayToEnd"),
      (AVPlayerItem.failedToPlayToEndTimeNotification, "failedToPlayToEnd"),
      (AVPlayerItem.timeJumpedNotification, "timeJumped"),
    ] {
      watches.add(
        NotificationCenter.default.addObserver(forName: name, object: item, queue: nil) { _ in eventLog.add(text) })
    }
  }
}

/// Retains tokens.
private final class ObservationTokens: @unchecked Sendable {
  // Sendable: used by the test's thread alone.
  private var tokens: [NSKeyValueObservation] = []
  private var notifications: [any NSObjectProtocol] = []

  func add(_ more: [NSKeyValueObservation]) { tokens += more }
  func add(_ token: any NSObjectProtocol) { notifications.append(token) }

  deinit { for token in notifications { NotificationCenter.default.removeObserver(token) } }
}
