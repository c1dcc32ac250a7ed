// A player as programs for Apple's systems have it. `Scripts/port` turns it into PortedSample.swift of the tests.
import AVFoundation

@objcMembers
class SamplePlayer: NSObject {
  let player = AVPlayer()
  var events: [String] = []
  private var timer: Timer?
  private var link: CADisplayLink?
  private var item: AVPlayerItem?

  func open(_ item: AVPlayerItem) {
    self.item = item
    NotificationCenter.default.addObserver(
      self, selector: #selector(didPlayToEnd(_:)), name: .AVPlayerItemDidPlayToEndTime, object: item)
    NotificationCenter.default.addObserver(
      self, selector: #selector(SamplePlayer.stalled), name: .AVPlayerItemPlaybackStalled, object: nil)
    item.addObserver(self, forKeyPath: #keyPath(AVPlayerItem.status), options: [.new], context: nil)
    item.addObserver(
      self, forKeyPath: #keyPath(AVPlayerItem.isPlaybackLikelyToKeepUp), options: .new, context: nil)
    player.addObserver(self, forKeyPath: #keyPath(AVPlayer.currentItem.status), options: .new, context: nil)
    player.replaceCurrentItem(with: item)
  }

  func start() {
    timer = Timer.scheduledTimer(
      timeInterval: 0.01, target: self, selector: #selector(tick(_:)), userInfo: nil, repeats: false)
    link = CADisplayLink(target: self, selector: #selector(self.step))
    link?.add(to: .main, forMode: .common)
  }

  func stop() {
    NotificationCenter.default.removeObserver(self)
    item?.removeObserver(self, forKeyPath: #keyPath(AVPlayerItem.status))
    item?.removeObserver(self, forKeyPath: #keyPath(AVPlayerItem.isPlaybackLikelyToKeepUp))
    player.removeObserver(self, forKeyPath: #keyPath(AVPlayer.currentItem.status))
    timer?.invalidate()
    link?.invalidate()
  }

  @objc
  private func didPlayToEnd(_ notification: Notification) {
    events.append("end \(notification.object as? AVPlayerItem === item)")
  }

  @objc func stalled() { events.append("stalled") }
  @objc private func tick(_ timer: Timer) { events.append("tick \(timer.isValid ? "valid" : "invalid")") }
  @objc(step) func step() { events.append("step") }

  override func observeValue(
    forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?, context: UnsafeMutableRawPointer?
  ) {
    // "@objc" and #selector(tick(_:)) in comments and strings stay.
    events.append("key \(keyPath ?? "") " + (keyPath == "@objc #keyPath(AVPlayer.rate)" ? "never" : ""))
  }

  /// Needs decisions.
  @objc dynamic var rate = 1.0
}
