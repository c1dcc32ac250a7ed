import AVFoundation
import PlayheadEngine
import PlayheadItems
import PlayheadTesting
import Testing

@Suite("§0.3 observing key paths")
struct ObserveTests {
  @Test("options have Apple's raw values")
  func rawValues() {
    #expect(NSKeyValueObservingOptions.new.rawValue == 1)
    #expect(NSKeyValueObservingOptions.old.rawValue == 2)
    #expect(NSKeyValueObservingOptions.initial.rawValue == 4)
    #expect(NSKeyValueObservingOptions.prior.rawValue == 8)
    #expect(NSKeyValueChange.setting.rawValue == 1)
  }

  @Test("initial notifies once, synchronously, with the new and no old value")
  func initial() {
    let stage = Stage()
    let eventLog = stage.eventLog
    let token = stage.player.observe(\.volume, options: [.initial, .new, .old]) { player, change in
      eventLog.add("\(change.newValue ?? -1) \(change.oldValue.map { "\($0)" } ?? "nil") \(change.isPrior)")
    }
    #expect(eventLog.take() == ["1.0 nil false"])
    withExtendedLifetime(token) {}
  }

  @Test("without options the notification has no values")
  func noOptions() {
    let stage = Stage()
    let eventLog = stage.eventLog
    let token = stage.player.observe(\.volume) { player, change in
      eventLog.add("\(player.volume) \(change.newValue == nil) \(change.oldValue == nil)")
    }
    stage.player.volume = 0.5
    stage.clock.settle()
    #expect(eventLog.take() == ["0.5 true true"])
    withExtendedLifetime(token) {}
  }

  @Test("prior notifies before the change, marked, without a new value")
  func prior() {
    let stage = Stage()
    let eventLog = stage.eventLog
    let token = stage.player.observe(\.rate, options: [.prior, .new, .old]) { _, change in
      eventLog.add("prior \(change.isPrior) new \(change.newValue ?? -1) old \(change.oldValue ?? -1)")
    }
    stage.player.rate = 1
    stage.clock.settle()
    #expect(eventLog.take() == ["prior true new -1.0 old 0.0", "prior false new 1.0 old 0.0"])
    withExtendedLifetime(token) {}
  }

  @Test("an optional property yields a nested optional")
  func optional() {
    let stage = Stage()
    let eventLog = stage.eventLog
    let item = AVPlayerItem(url: Fixture.url("demo.mp4"))
    let token = stage.player.observe(\.currentItem, options: [.new, .old, .initial]) { _, change in
      let new: AVPlayerItem?? = change.newValue
      let old: AVPlayerItem?? = change.oldValue
      eventLog.add("new \(name(new)) old \(name(old))")
    }
    @Sendable func name(_ value: AVPlayerItem??) -> String {
      guard let inner = value else { return "absent" }
      return inner == nil ? "nil" : inner === item ? "item" : "other"
    }
    stage.player.replaceCurrentItem(with: item)
    stage.clock.settle()
    stage.player.replaceCurrentItem(with: nil)
    stage.clock.settle()
    #expect(eventLog.take() == ["new nil old absent", "new item old nil", "new nil old item"])
    withExtendedLifetime(token) {}
  }

  @Test("a key path through the item follows the item")
  func nested() {
    let stage = Stage()
    let eventLog = stage.eventLog
    let token = stage.player.observe(\.currentItem?.status, options: [.new]) { player, _ in
      eventLog.add(player.currentItem.map { "\($0.status)" } ?? "nil")
    }
    stage.player.replaceCurrentItem(with: AVPlayerItem(url: Fixture.url("demo.mp4")))
    stage.settle()
    stage.player.replaceCurrentItem(with: AVPlayerItem(url: Fixture.url("empty.mp4")))
    stage.settle()
    stage.player.replaceCurrentItem(with: nil)
    stage.settle()
    #expect(eventLog.take() == ["unknown", "readyToPlay", "unknown", "failed", "nil"])
    withExtendedLifetime(token) {}
  }

  private final class ClientPlayer: AVPlayer, @unchecked Sendable {}

  @Test("key paths of a subclass see changes of the superclass's properties")
  func subclass() {
    let clock = ManualClock()
    let player = ClientPlayer(environment: PlaybackEnvironment(clock: clock, audio: nil, delivery: clock))
    let eventLog = EventLog()
    let first = player.observe(\.rate, options: .new) { player, change in
      eventLog.add("subclass \(type(of: player) == ClientPlayer.self) \(change.newValue ?? -1)")
    }
    let second = (player as AVPlayer).observe(\.rate, options: .new) { _, change in
      eventLog.add("superclass \(change.newValue ?? -1)")
    }
    player.rate = 2
    clock.settle()
    #expect(eventLog.take() == ["subclass true 2.0", "superclass 2.0"])
    withExtendedLifetime((first, second)) {}
    player.session.close()
  }

  @Test("only real changes of status, rate and currentItem are reported; setting the same item is none")
  func realChanges() {
    let stage = Stage("demo.mp4")
    stage.watch(stage.player.currentItem)
    stage.settle()
    let statuses = stage.eventLog.take().filter { $0.contains("status") }
    #expect(statuses == ["player.status readyToPlay", "item.status readyToPlay"])
    stage.player.replaceCurrentItem(with: stage.player.currentItem)
    stage.player.volume = stage.player.volume
    stage.player.currentItem?.step(byCount: 1)
    stage.settle()
    #expect(stage.eventLog.take().filter { !$0.contains("timeJumped") } == [])
  }

  /// SwiftAudioEx and the programs that use it enter their paused state only with such a call.
  @Test("pause() and rate = 0 report timeControlStatus also while the player is paused")
  func pauseWhilePaused() {
    let stage = Stage("demo.mp4")
    stage.settle()
    stage.watch(stage.player.currentItem)
    let eventLog = EventLog()
    let token = stage.player.observe(\.timeControlStatus, options: [.old, .new]) { _, change in
      eventLog.add("\(change.oldValue.map { "\($0)" } ?? "nil") \(change.newValue.map { "\($0)" } ?? "nil")")
    }
    stage.player.pause()
    stage.settle()
    #expect(stage.eventLog.take() == ["player.timeControlStatus paused"])
    #expect(eventLog.take() == ["paused paused"])
    stage.player.rate = 0
    stage.settle()
    #expect(stage.eventLog.take() == ["player.timeControlStatus paused"])
    stage.player.play()
    stage.run { stage.player.timeControlStatus == .playing }
    _ = stage.eventLog.take()
    // A real change is reported once, and so is a repeated value.
    stage.player.pause()
    stage.settle()
    #expect(stage.eventLog.take() == ["player.rate 0.0", "player.timeControlStatus paused"])
    stage.player.pause()
    stage.settle()
    #expect(stage.eventLog.take() == ["player.timeControlStatus paused"])
    withExtendedLifetime(token) {}
  }

  @Test("a repeated timeControlStatus also reaches observers of its string key, from any thread")
  func pauseWhilePausedByKey() {
    let stage = Stage()
    let observer = RepeatObserver(stage.eventLog)
    stage.player.addObserver(observer, forKeyPath: "timeControlStatus", options: .new, context: nil)
    stage.player.pause()
    stage.settle()
    #expect(stage.eventLog.take() == ["timeControlStatus 0"])
    let player = stage.player
    let thread = Thread { player.pause() }
    thread.start()
    while !thread.isFinished { usleep(1000) }
    stage.settle()
    #expect(stage.eventLog.take() == ["timeControlStatus 0"])
    stage.player.removeObserver(observer, forKeyPath: "timeControlStatus")
  }

  private final class RepeatObserver: NSObject, NSKeyValueObserver {
    let eventLog: EventLog
    init(_ eventLog: EventLog) { self.eventLog = eventLog }
    func observeValue(
      forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
      context: UnsafeMutableRawPointer?
    ) { eventLog.add("\(keyPath ?? "") \((change?[.newKey] as? NSNumber)?.intValue ?? -1)") }
  }

  @Test("invalidate is idempotent, and a token ends when it is released")
  func ends() {
    let stage = Stage()
    let eventLog = stage.eventLog
    var token: NSKeyValueObservation? = stage.player.observe(\.rate) { _, _ in eventLog.add("call") }
    token?.invalidate()
    token?.invalidate()
    stage.player.rate = 1
    stage.clock.settle()
    token = stage.player.observe(\.rate) { _, _ in eventLog.add("call") }
    token = nil
    stage.player.rate = 0
    stage.clock.settle()
    #expect(eventLog.take() == [])
    withExtendedLifetime(token) {}
  }

  @Test("a pending change is not delivered after invalidate")
  func endsBeforeDelivery() {
    let stage = Stage()
    let eventLog = stage.eventLog
    let token = stage.player.observe(\.rate) { _, _ in eventLog.add("call") }
    stage.player.rate = 1
    token.invalidate()
    stage.clock.settle()
    #expect(eventLog.take() == [])
  }

  @Test("observers retain neither the player nor the item")
  func retainsNothing() {
    let clock = ManualClock()
    weak var weakPlayer: AVPlayer?
    weak var weakItem: AVPlayerItem?
    var tokens: [NSKeyValueObservation] = []
    do {
      let player = AVPlayer(environment: PlaybackEnvironment(clock: clock, audio: nil, delivery: clock))
      let item = AVPlayerItem(url: Fixture.url("demo.mp4"))
      weakPlayer = player
      weakItem = item
      tokens = [
        player.observe(\.rate) { _, _ in }, item.observe(\.status) { _, _ in },
        player.observe(\.currentItem?.status) { _, _ in },
      ]
      player.replaceCurrentItem(with: item)
      clock.settle()
    }
    clock.advance(by: .seconds(1))
    #expect(weakPlayer == nil)
    #expect(weakItem == nil)
    withExtendedLifetime(tokens) {}
  }
}
