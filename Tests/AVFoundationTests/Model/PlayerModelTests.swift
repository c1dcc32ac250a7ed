import AVFoundation
import Foundation
import PlayheadEngine
import PlayheadItems
import PlayheadTesting
import Testing

/// Random operations on a player and on `PlayerModel`: the observed changes must match the model's, line by line.
@Suite("§3 a player matches the model")
struct PlayerModelTests {
  /// Reproducible: the number in a failure's message makes the same sequence again.
  private struct Random: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  private static func operation(_ random: inout Random) -> PlayerModel.Operation {
    switch Int.random(in: 0..<22, using: &random) {
    case 0...2: .play
    case 3...4: .pause
    case 5...6: .setRate([0, 0.5, 1, 2, -1, 1.5][Int.random(in: 0..<6, using: &random)])
    case 7: .setDefaultRate([1, 2, 0.5][Int.random(in: 0..<3, using: &random)])
    case 8: .setVolume([0, 0.5, 1, 7, -3][Int.random(in: 0..<5, using: &random)])
    case 9: .setMuted(Bool.random(using: &random))
    case 10...11: .setStopsAtEnd(Bool.random(using: &random))
    case 12...14: .seek([-3, 0, 2, 5, 8][Int.random(in: 0..<5, using: &random)])
    case 15...18: .wait([0.4, 1, 25][Int.random(in: 0..<3, using: &random)])
    case 19...20: .newItem
    default: .noItem
    }
  }

  /// Whether the end of the item is so near the end of the wait that an audio device's block decides.
  private static func isDecidedByTheDevice(_ operation: PlayerModel.Operation, _ model: PlayerModel) -> Bool {
    guard case .wait(let seconds) = operation, model.hasItem, model.rate != 0 else { return false }
    return abs(model.position + seconds * Double(model.rate) - PlayerModel.duration) < 2
  }

  /// Whether a waiting player reports this intermediate reason is unspecified.
  private static func promised(_ lines: [String]) -> [String] {
    lines.filter { $0 != "reason \(PlayerModel.Reason.filling.rawValue)" }
  }

  @Test(arguments: 0..<4) func playerMatchesModelInTwoThousandSequences(batch: Int) throws {
    try verify(batch)
  }

  @Test(
    .enabled(if: ProcessInfo.processInfo.environment["PLAYHEAD_SOAK"] != nil, "`make soak` runs the long tests"),
    arguments: 4..<20)
  func soakPlayerMatchesModelInTenThousandSequences(batch: Int) throws {
    try verify(batch)
  }

  /// Runs 500 sequences.
  private func verify(_ batch: Int) throws {
    let file = try WaveFile([Int16](repeating: 0, count: 80_000))
    for number in batch * 500..<(batch + 1) * 500 {
      var random = Random(state: UInt64(number))
      let subject = ModelSubject(file.url)
      var model = PlayerModel()
      var done: [PlayerModel.Operation] = []
      for _ in 0..<Int.random(in: 4...12, using: &random) {
        let operation = Self.operation(&random)
        if Self.isDecidedByTheDevice(operation, model) { continue }
        done.append(operation)
        let expected = Self.promised(model.perform(operation))
        let seen = Self.promised(subject.perform(operation))
        guard seen == expected else {
          Issue.record("sequence \(number), \(done): saw \(seen), the model says \(expected)")
          return
        }
      }
    }
  }

  @Test("the comparison detects a deviating player")
  func detectsDeviation() throws {
    let subject = ModelSubject(try WaveFile([Int16](repeating: 0, count: 80_000)).url)
    var model = PlayerModel()
    #expect(model.perform(.newItem) == ["currentItem item", "status readyToPlay", "timeJumped", "item readyToPlay"])
    #expect(subject.perform(.noItem) != model.perform(.play))
  }
}

/// A player whose changes are recorded.
final class ModelSubject {
  private let clock = ManualClock()
  private let player: AVPlayer
  private let url: URL
  private let eventLog = EventLog()
  private var tokens: [NSKeyValueObservation] = []
  private var notifications: [any NSObjectProtocol] = []
  private var itemToken: NSKeyValueObservation?
  /// Retained: a new item at the address of a deallocated one would be observed twice.
  private var items: [AVPlayerItem] = []
  private var seekCount = 0

  init(_ url: URL) {
    self.url = url
    player = AVPlayer(environment: PlaybackEnvironment(clock: clock, audio: nil, delivery: clock))
    observe()
  }

  deinit {
    for token in notifications { NotificationCenter.default.removeObserver(token) }
    player.session.close()
  }

  private func observe() {
    let eventLog = eventLog
    tokens = [
      player.observe(\.status) { player, _ in eventLog.add("status \(player.status)") },
      player.observe(\.currentItem) { player, _ in
        eventLog.add("currentItem \(player.currentItem == nil ? "nil" : "item")")
      },
      player.observe(\.rate) { player, _ in eventLog.add("rate \(player.rate)") },
      player.observe(\.timeControlStatus) { player, _ in eventLog.add("timeControlStatus \(player.timeControlStatus)")
      },
      player.observe(\.reasonForWaitingToPlay) { player, _ in
        eventLog.add("reason \(player.reasonForWaitingToPlay?.rawValue ?? "none")")
      },
      player.observe(\.defaultRate) { player, _ in eventLog.add("defaultRate \(player.defaultRate)") },
      player.observe(\.volume) { player, _ in eventLog.add("volume \(player.volume)") },
      player.observe(\.isMuted) { player, _ in eventLog.add("isMuted \(player.isMuted)") },
      player.observe(\.actionAtItemEnd) { player, _ in eventLog.add("actionAtItemEnd \(player.actionAtItemEnd)") },
    ]
    listen(AVPlayer.rateDidChangeNotification, player) { notification in
      let reason = notification.userInfo?[AVPlayer.rateDidChangeReasonKey] as? AVPlayer.RateDidChangeReason
      let name = reason.map { " " + $0.rawValue.replacingOccurrences(of: "AVPlayerRateDidChangeReason", with: "") }
      eventLog.add("rateDidChange" + (name ?? ""))
    }
  }

  private func listen(_ name: NSNotification.Name, _ object: Any, _ handler: @escaping @Sendable (Notification) -> Void)
  {
    notifications.append(
      NotificationCenter.default.addObserver(forName: name, object: object, queue: nil, using: handler))
  }

  private func makeItem() -> AVPlayerItem {
    let (item, eventLog) = (AVPlayerItem(url: url), eventLog)
    items.append(item)
    itemToken = item.observe(\.status) { item, _ in eventLog.add("item \(item.status)") }
    listen(AVPlayerItem.timeJumpedNotification, item) { _ in eventLog.add("timeJumped") }
    listen(AVPlayerItem.didPlayToEndTimeNotification, item) { _ in eventLog.add("didPlayToEnd") }
    return item
  }

  /// Performs it where clients are called, and returns all changes until everything has settled.
  func perform(_ operation: PlayerModel.Operation) -> [String] {
    if case .wait(let seconds) = operation {
      clock.advance(by: .seconds(seconds))
      return eventLog.take()
    }
    nonisolated(unsafe) let this = self
    clock.deliver { this.carryOut(operation) }
    clock.settle()
    return eventLog.take()
  }

  private func carryOut(_ operation: PlayerModel.Operation) {
    switch operation {
    case .play: player.play()
    case .pause: player.pause()
    case .setRate(let rate): player.rate = rate
    case .setDefaultRate(let rate): player.defaultRate = rate
    case .setVolume(let volume): player.volume = volume
    case .setMuted(let isMuted): player.isMuted = isMuted
    case .setStopsAtEnd(let stops): player.actionAtItemEnd = stops ? .pause : .none
    case .seek(let target): seek(to: target)
    case .wait: break
    case .newItem: player.replaceCurrentItem(with: makeItem())
    case .noItem: player.replaceCurrentItem(with: nil)
    }
  }

  private func seek(to target: Double) {
    seekCount += 1
    let (number, eventLog) = (seekCount, eventLog)
    let time = CMTime(seconds: target, preferredTimescale: 600)
    player.seek(to: time, toleranceBefore: .zero, toleranceAfter: .zero) { eventLog.add("seek \(number) \($0)") }
  }
}
