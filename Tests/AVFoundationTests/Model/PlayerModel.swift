/// The contract of a player with one item, as a value: no threads, no media, and a number as its clock.
///
/// Each operation returns the lines that a program must observe, in order, once everything has settled. The item has
/// audio only, lasts `duration` seconds and opens without time passing.
struct PlayerModel {
  enum Operation: Equatable {
    case play, pause
    case setRate(Float)
    case setDefaultRate(Float)
    case setVolume(Float)
    case setMuted(Bool)
    case setStopsAtEnd(Bool)
    case seek(Double)
    case wait(Double)
    case newItem, noItem
  }

  enum Control: String { case paused, waitingToPlayAtSpecifiedRate, playing }
  enum Reason: String {
    case none, noItem = "AVPlayerWaitingWithNoItemToPlayReason"
    case opening = "AVPlayerWaitingWhileEvaluatingBufferingRateReason"
    case filling = "AVPlayerWaitingToMinimizeStallsReason"
  }

  static let duration = 10.0

  private(set) var hasItem = false
  private(set) var isPlayerReady = false
  private(set) var rate: Float = 0
  private(set) var position = 0.0
  private(set) var isAtEnd = false
  private var defaultRate: Float = 1
  private var volume: Float = 1
  private var isMuted = false
  private var stopsAtEnd = true
  private var control = Control.paused
  private var reason = Reason.none
  private var seekCount = 0
  private var lines: [String] = []

  mutating func perform(_ operation: Operation) -> [String] {
    lines = []
    switch operation {
    case .play: request(for: defaultRate)
    case .pause: request(for: 0)
    case .setRate(let rate): request(for: rate)
    case .setDefaultRate(let rate): change(\.defaultRate, to: rate, "defaultRate")
    case .setVolume(let volume): change(\.volume, to: max(0, min(1, volume)), "volume")
    case .setMuted(let isMuted): change(\.isMuted, to: isMuted, "isMuted")
    case .setStopsAtEnd(let stops): setStopsAtEnd(stops)
    case .seek(let target): seek(to: target)
    case .wait(let seconds): wait(seconds)
    case .newItem: setItem(true)
    case .noItem: setItem(false)
    }
    return lines
  }

  // MARK: §3.4

  /// Reverse playback is unsupported for audio, and a too high rate is clamped.
  private mutating func request(for requestedRate: Float) {
    let usable = max(0, min(16, requestedRate))
    let isRefused = usable != requestedRate
    let old = rate
    rate = usable
    if old != usable { lines.append("rate \(usable)") }
    if usable == 0 {
      // A paused player answers a request to pause with its unchanged status.
      if requestedRate == 0, control == .paused { lines.append("timeControlStatus paused") }
      setControl(.paused)
    } else if !hasItem {
      setControl(.waitingToPlayAtSpecifiedRate, .noItem)
    } else if old == 0 {
      setControl(.waitingToPlayAtSpecifiedRate, .opening)
    }
    if old != usable || isRefused { lines.append("rateDidChange \(isRefused ? "SetRateFailed" : "SetRateCalled")") }
    guard usable != 0, hasItem else { return }
    if isAtEnd && stopsAtEnd { fallToPause() } else { setControl(.playing) }
  }

  private mutating func fallToPause() {
    rate = 0
    lines.append("rate 0.0")
    setControl(.paused)
    lines.append("rateDidChange")
  }

  private mutating func setControl(_ newControl: Control, _ newReason: Reason = .none) {
    if control != newControl { lines.append("timeControlStatus \(newControl.rawValue)") }
    if reason != newReason { lines.append("reason \(newReason.rawValue)") }
    (control, reason) = (newControl, newReason)
  }

  private mutating func change<Value: Equatable>(
    _ property: WritableKeyPath<PlayerModel, Value>, to value: Value, _ name: String
  ) {
    guard self[keyPath: property] != value else { return }
    self[keyPath: property] = value
    lines.append("\(name) \(value)")
  }

  // MARK: §3.3

  private mutating func setItem(_ isThere: Bool) {
    guard isThere || hasItem else { return }
    hasItem = isThere
    (position, isAtEnd) = (0, false)
    lines.append("currentItem \(isThere ? "item" : "nil")")
    if rate != 0 { setControl(.waitingToPlayAtSpecifiedRate, isThere ? .opening : .noItem) }
    guard isThere else { return }
    if !isPlayerReady { lines.append("status readyToPlay") }
    isPlayerReady = true
    lines += ["timeJumped", "item readyToPlay"]
    if rate != 0 { setControl(.playing) }
  }

  // MARK: §3.5

  private mutating func seek(to target: Double) {
    seekCount += 1
    guard hasItem else { return lines.append("seek \(seekCount) false") }
    if rate != 0 { setControl(.waitingToPlayAtSpecifiedRate, .filling) }
    (position, isAtEnd) = (max(0, min(Self.duration, target)), false)
    lines += ["timeJumped", "seek \(seekCount) true"]
    if rate != 0 { setControl(.playing) }
  }

  // MARK: §3.7

  private mutating func wait(_ seconds: Double) {
    guard hasItem, rate != 0, !isAtEnd else { return }
    position += seconds * Double(rate)
    guard position >= Self.duration else { return }
    (position, isAtEnd) = (Self.duration, true)
    if stopsAtEnd { fallToPause() }
    lines.append("didPlayToEnd")
  }

  private mutating func setStopsAtEnd(_ stops: Bool) {
    guard stopsAtEnd != stops else { return }
    stopsAtEnd = stops
    lines.append("actionAtItemEnd \(stops ? "pause" : "none")")
    if stops, isAtEnd, hasItem, rate != 0 { fallToPause() }
  }
}
