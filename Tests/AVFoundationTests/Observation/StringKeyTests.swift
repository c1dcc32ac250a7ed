import PlayheadClock
import Testing

@testable import AVFoundation

@Suite("§0.3 observing string keys")
struct StringKeyTests {
  /// The observer of the seed programs, with the addition that Linux needs.
  private final class Observer: NSObject, NSKeyValueObserver {
    let eventLog = EventLog()

    func observeValue(
      forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
      context: UnsafeMutableRawPointer?
    ) {
      let values = change ?? [:]
      var line = "\(keyPath ?? "") kind \(values[.kindKey] as? Int ?? -1)"
      if let new = values[.newKey] { line += " new \(new)" }
      if let old = values[.oldKey] { line += " old \(old)" }
      if values[.notificationIsPriorKey] as? Bool == true { line += " prior" }
      eventLog.add(line)
    }
  }

  private final class InheritingObserver: NSKeyValueObserverObject {
    let eventLog = EventLog()

    override func observeValue(
      forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
      context: UnsafeMutableRawPointer?
    ) {
      eventLog.add("\(keyPath ?? "") \((change?[.newKey] as? Float) ?? -1)")
      super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
    }
  }

  @Test("keys of the seed programs: status, loadedTimeRanges, playbackBufferEmpty, playbackLikelyToKeepUp")
  func seedKeys() {
    let stage = Stage()
    let item = AVPlayerItem(url: Fixture.url("demo.mp4"))
    let observer = Observer()
    for key in ["status", "playbackBufferEmpty", "playbackLikelyToKeepUp"] {
      item.addObserver(observer, forKeyPath: key, options: [.new, .old], context: nil)
    }
    item.addObserver(observer, forKeyPath: "loadedTimeRanges", options: [], context: nil)
    stage.player.replaceCurrentItem(with: item)
    stage.settle()
    #expect(
      observer.eventLog.take() == [
        "loadedTimeRanges kind 1", "playbackBufferEmpty kind 1 new 0 old 1",
        "playbackLikelyToKeepUp kind 1 new 1 old 0",
        "status kind 1 new 1 old 0",
      ])
    for key in ["status", "playbackBufferEmpty", "playbackLikelyToKeepUp", "loadedTimeRanges"] {
      item.removeObserver(observer, forKeyPath: key)
    }
  }

  /// Observes any object, as helpers of programs do.
  private func observe<Object: NSObject>(_ object: Object, _ key: String, by observer: NSKeyValueObserverObject) {
    object.addObserver(observer, forKeyPath: key, options: [.new], context: nil)
  }

  private final class Owner<Object: NSObject> {
    let object: Object
    init(_ object: Object) { self.object = object }
    func remove(_ observer: NSObject, _ key: String) { object.removeObserver(observer, forKeyPath: key) }
  }

  @Test("generic code observes NSObject subclasses")
  func generic() {
    let stage = Stage()
    let observer = InheritingObserver()
    observe(stage.player, "rate", by: observer)
    stage.player.rate = 2
    stage.settle()
    #expect(observer.eventLog.take() == ["rate 2.0"])
    Owner(stage.player).remove(observer, "rate")
    stage.player.rate = 0
    stage.settle()
    #expect(observer.eventLog.take() == [])
  }

  @Test("values are objects that cast to Bool, Int, NSNumber, enumerations and times")
  func values() throws {
    let stage = Stage("demo.mp4")
    stage.settle()
    let item = try #require(stage.player.currentItem)
    let status = try #require(item.value(forObservableKey: "status").flatMap { $0 })
    #expect(status as? Int == 1)
    #expect((status as? NSNumber).flatMap { AVPlayerItem.Status(rawValue: $0.intValue) } == .readyToPlay)
    let isLikely = try #require(item.value(forObservableKey: "playbackLikelyToKeepUp").flatMap { $0 })
    #expect(isLikely as? Bool == true)
    let duration = try #require(item.value(forObservableKey: "duration").flatMap { $0 })
    #expect((duration as? NSValue)?.timeValue == item.duration)
    #expect(item.value(forObservableKey: "noSuchKey") == nil)
  }

  @Test("without options the notification has no values, and initial is synchronous")
  func options() {
    let stage = Stage()
    let observer = Observer()
    stage.player.addObserver(observer, forKeyPath: "rate", options: [], context: nil)
    stage.player.addObserver(observer, forKeyPath: "volume", options: [.initial, .new, .old], context: nil)
    #expect(observer.eventLog.take() == ["volume kind 1 new 1.0"])
    stage.player.play()
    stage.clock.settle()
    #expect(observer.eventLog.take() == ["rate kind 1"])
    stage.player.removeObserver(observer, forKeyPath: "rate")
    stage.player.removeObserver(observer, forKeyPath: "volume")
  }

  @Test("§0.3 prior: a notification before the change, marked, with the old and no new value")
  func prior() {
    let stage = Stage()
    let observer = Observer()
    stage.player.addObserver(observer, forKeyPath: "rate", options: [.prior, .new, .old], context: nil)
    stage.player.rate = 1
    stage.clock.settle()
    #expect(observer.eventLog.take() == ["rate kind 1 old 0.0 prior", "rate kind 1 new 1.0 old 0.0"])
    stage.player.removeObserver(observer, forKeyPath: "rate")
  }

  @Test("§0.3 an object may be deallocated while it is observed")
  func released() {
    let observer = Observer()
    weak var gone: AVPlayer?
    do {
      let player = AVPlayer()
      gone = player
      player.addObserver(observer, forKeyPath: "rate", options: .new, context: nil)
    }
    #expect(gone == nil)
    #expect(observer.eventLog.take() == [])
  }

  @Test("key paths pass through objects; nil is NSNull")
  func keyPath() {
    let stage = Stage()
    let observer = Observer()
    stage.player.addObserver(observer, forKeyPath: "currentItem.status", options: [.new, .old, .initial], context: nil)
    stage.player.replaceCurrentItem(with: AVPlayerItem(url: Fixture.url("demo.mp4")))
    stage.settle()
    #expect(
      observer.eventLog.take() == [
        "currentItem.status kind 1 new <null>", "currentItem.status kind 1 new 0 old <null>",
        "currentItem.status kind 1 new 1 old 0",
      ])
    stage.player.removeObserver(observer, forKeyPath: "currentItem.status")
  }

  @Test("registering twice delivers twice; a context distinguishes them")
  func twice() {
    let stage = Stage()
    let observer = Observer()
    var first: UInt8 = 0
    withUnsafeMutablePointer(to: &first) { context in
      stage.player.addObserver(observer, forKeyPath: "rate", options: .new, context: context)
      stage.player.addObserver(observer, forKeyPath: "rate", options: .new, context: nil)
      stage.player.rate = 1
      stage.clock.settle()
      #expect(observer.eventLog.take() == ["rate kind 1 new 1.0", "rate kind 1 new 1.0"])
      stage.player.removeObserver(observer, forKeyPath: "rate", context: context)
      stage.player.rate = 0
      stage.clock.settle()
      #expect(observer.eventLog.take() == ["rate kind 1 new 0.0"])
      stage.player.removeObserver(observer, forKeyPath: "rate")
    }
  }

  @Test("a subclass of NSKeyValueObserverObject overrides observeValue as on Apple's systems")
  func inherited() {
    let stage = Stage()
    let observer = InheritingObserver()
    stage.player.addObserver(observer, forKeyPath: "rate", options: .new, context: nil)
    stage.player.rate = 2
    stage.clock.settle()
    #expect(observer.eventLog.take() == ["rate 2.0"])
    stage.player.removeObserver(observer, forKeyPath: "rate")
  }

  #if compiler(>=6.2)  // exit tests
    @Test("removing an unregistered observer is a programmer error")
    func removesUnregistered() async {
      await #expect(processExitsWith: .failure) {
        AVPlayer().removeObserver(NSObject(), forKeyPath: "rate")
      }
    }

    @Test("an unknown key is a programmer error")
    func unknownKey() async {
      await #expect(processExitsWith: .failure) {
        AVPlayer().addObserver(NSKeyValueObserverObject(), forKeyPath: "isMuted", options: [], context: nil)
      }
    }
  #endif
}
