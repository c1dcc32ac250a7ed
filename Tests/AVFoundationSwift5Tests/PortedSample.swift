// A player as programs for Apple's systems have it. `Scripts/port` turns it into PortedSample.swift of the tests.
import AVFoundation

class SamplePlayer: NSKeyValueObserverObject {
  let player = AVPlayer()
  var events: [String] = []
  private var timer: Timer?
  private var link: CADisplayLink?
  private var item: AVPlayerItem?

  func open(_ item: AVPlayerItem) {
    self.item = item
    NotificationCenter.default.addObserver(
      self, selector: SamplePlayer.didPlayToEnd(_:), name: .AVPlayerItemDidPlayToEndTime, object: item)
    NotificationCenter.default.addObserver(
      self, selector: SamplePlayer.stalled, name: .AVPlayerItemPlaybackStalled, object: nil)
    item.addObserver(self, forKeyPath: "status", options: [.new], context: nil)
    item.addObserver(
      self, forKeyPath: "playbackLikelyToKeepUp", options: .new, context: nil)
    player.addObserver(self, forKeyPath: "currentItem.status", options: .new, context: nil)
    player.replaceCurrentItem(with: item)
  }

  func start() {
    timer = Timer.scheduledTimer(
      timeInterval: 0.01, target: self, selector: SamplePlayer.tick(_:), userInfo: nil, repeats: false)
    link = CADisplayLink(target: self, selector: SamplePlayer.step)
    link?.add(to: .main, forMode: .common)
  }

  func stop() {
    NotificationCenter.default.removeObserver(self)
    item?.removeObserver(self, forKeyPath: "status")
    item?.removeObserver(self, forKeyPath: "playbackLikelyToKeepUp")
    player.removeObserver(self, forKeyPath: "currentItem.status")
    timer?.invalidate()
    link?.invalidate()
  }

  private func didPlayToEnd(_ notification: Notification) {
    events.append("end \(notification.object as? AVPlayerItem === item)")
  }

  func stalled() { events.append("stalled") }
  private func tick(_ timer: Timer) { events.append("tick \(timer.isValid ? "valid" : "invalid")") }
  func step() { events.append("step") }

  override func observeValue(
    forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?, context: UnsafeMutableRawPointer?
  ) {
    // "@objc" and #selector(tick(_:)) in comments and strings stay.
    events.append("key \(keyPath ?? "") " + (keyPath == "@objc #keyPath(AVPlayer.rate)" ? "never" : ""))
  }

  /// Needs decisions.
  var rate = 1.0
}
