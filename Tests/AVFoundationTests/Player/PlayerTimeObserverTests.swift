import AVFoundation
import Testing

@Suite("§3.6 time observers")
struct PlayerTimeObserverTests {
  private func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 600) }

  @Test("periodic observers fire at multiples of the interval, when playback starts and when it stops")
  func periodic() {
    let stage = Stage("demo.mp4")
    let eventLog = stage.eventLog
    stage.settle()
    let token = stage.player.addPeriodicTimeObserver(forInterval: time(0.5), queue: nil) {
      eventLog.add("\($0.seconds)")
    }
    stage.player.play()
    stage.run { stage.player.currentTime() > time(2.2) }
    stage.player.pause()
    stage.settle()
    var events = eventLog.take()
    let last = events.removeLast()
    #expect(events == ["0.0", "0.5", "1.0", "1.5", "2.0"])
    #expect(Double(last) ?? 0 >= 2.2)
    stage.player.removeTimeObserver(token)
  }

  @Test("at rate 2 an interval of a second fires every half second")
  func rate() {
    let stage = Stage("demo.mp4")
    let eventLog = stage.eventLog
    stage.settle()
    let token = stage.player.addPeriodicTimeObserver(forInterval: time(1), queue: .main) {
      eventLog.add("\($0.seconds)")
    }
    stage.player.rate = 2
    stage.run { stage.player.currentTime() > time(4.2) }
    #expect(eventLog.take() == ["0.0", "1.0", "2.0", "3.0", "4.0"])
    stage.player.removeTimeObserver(token)
  }

  @Test("a time jump fires periodic observers with the new position")
  func jump() {
    let stage = Stage("demo.mp4")
    let eventLog = stage.eventLog
    stage.settle()
    let token = stage.player.addPeriodicTimeObserver(forInterval: time(1), queue: nil) { eventLog.add("\($0.seconds)") }
    stage.player.seek(to: time(12.5), toleranceBefore: .zero, toleranceAfter: .zero)
    stage.settle()
    #expect(eventLog.take() == ["12.5"])
    stage.player.removeTimeObserver(token)
  }

  @Test(
    "the first call after loading and after a seek to zero has exactly zero",
    arguments: ["demo.mp4", "edit-list.mp4", "audio-only.m4a"])
  func zero(name: String) {
    let stage = Stage(name)
    let eventLog = stage.eventLog
    let token = stage.player.addPeriodicTimeObserver(forInterval: time(0.5), queue: nil) { time in
      eventLog.add(time == .zero ? "zero" : "\(time.seconds)")
    }
    stage.settle()
    stage.player.play()
    stage.run { stage.player.currentTime() > time(0.7) }
    let first = eventLog.take()
    #expect(first.first == "zero" && first.last == "0.5", "\(first)")
    // With any tolerance the last sync sample counts, which may precede an edit list's beginning.
    stage.player.seek(to: .zero)
    stage.run { !eventLog.lines.isEmpty }
    #expect(eventLog.take().first == "zero")
    stage.player.pause()
    stage.settle()
    _ = eventLog.take()
    stage.player.seek(to: .zero)
    stage.settle()
    #expect(eventLog.take() == ["zero"])
    #expect(stage.player.currentTime() == .zero)
    stage.player.removeTimeObserver(token)
  }

  @Test("boundary observers fire when playback crosses a time, not when a seek passes it")
  func boundary() {
    let stage = Stage("demo.mp4")
    let eventLog = stage.eventLog
    stage.settle()
    let times = [1.0, 2.0, 5.0].map { NSValue(time: time($0)) }
    let player = stage.player
    let token = player.addBoundaryTimeObserver(forTimes: times, queue: nil) {
      eventLog.add(
        CMTimeCopyDescription(allocator: nil, time: CMTime(value: Int64(player.currentTime().seconds), timescale: 1))
          ?? "")
    }
    player.play()
    stage.run { player.currentTime() > time(1.5) }
    player.seek(to: time(4), toleranceBefore: .zero, toleranceAfter: .zero)
    stage.run(3)
    #expect(eventLog.take() == ["{1/1 = 1.000}", "{5/1 = 5.000}"])
    player.removeTimeObserver(token)
  }

  @Test(
    "boundaries between two nanoseconds fire once, at every rate, and backward",
    arguments: [1, 0.7, 3, -1] as [Float])
  func thirds(rate: Float) {
    let stage = Stage("h264-bframes.mp4")
    let eventLog = stage.eventLog
    stage.settle()
    if rate < 0 {
      stage.player.seek(to: time(10), toleranceBefore: .zero, toleranceAfter: .zero)
      stage.settle()
    }
    let thirds = [CMTime(value: 10, timescale: 3), CMTime(value: 20, timescale: 3)].map { NSValue(time: $0) }
    let token = stage.player.addBoundaryTimeObserver(forTimes: thirds, queue: nil) { eventLog.add("a third") }
    stage.player.rate = rate
    stage.run { stage.player.timeControlStatus == .paused }
    #expect(eventLog.take() == ["a third", "a third"])
    stage.player.removeTimeObserver(token)
  }

  @Test("nothing fires without an item; observers survive an item change")
  func items() {
    let stage = Stage()
    let eventLog = stage.eventLog
    let token = stage.player.addPeriodicTimeObserver(forInterval: time(1), queue: nil) { eventLog.add("\($0.seconds)") }
    stage.player.play()
    stage.run(2)
    #expect(eventLog.take() == [])
    stage.player.replaceCurrentItem(with: AVPlayerItem(url: Fixture.url("demo.mp4")))
    stage.run { stage.player.currentTime() > time(1.5) }
    #expect(eventLog.take().last == "1.0")
    stage.player.removeTimeObserver(token)
  }

  @Test("after removeTimeObserver, or after the token is released, no call begins")
  func removed() {
    let stage = Stage("demo.mp4")
    let eventLog = stage.eventLog
    stage.settle()
    let token = stage.player.addPeriodicTimeObserver(forInterval: time(1), queue: nil) { _ in eventLog.add("removed") }
    var dropped: Any? = stage.player.addPeriodicTimeObserver(forInterval: time(1), queue: nil) { _ in
      eventLog.add("dropped")
    }
    stage.player.removeTimeObserver(token)
    withExtendedLifetime(dropped) {}
    dropped = nil
    stage.player.play()
    stage.run(3)
    #expect(eventLog.take() == [])
  }

  @Test("a call on another queue is skipped while the previous one has not returned")
  func busy() {
    let stage = Stage("demo.mp4", hasAudio: false)
    let eventLog = stage.eventLog
    stage.settle()
    let queue = DispatchQueue(label: "test")
    let (entered, mayContinue) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let token = stage.player.addPeriodicTimeObserver(forInterval: time(0.1), queue: queue) { _ in
      eventLog.add("call")
      entered.signal()
      mayContinue.wait()
    }
    stage.player.play()
    stage.run(1)
    entered.wait()
    stage.run(3)
    #expect(eventLog.take() == ["call"])
    mayContinue.signal()
    stage.player.pause()
    stage.player.removeTimeObserver(token)
    queue.sync {}
  }

  #if compiler(>=6.2)  // exit tests
    @Test("a nonpositive interval, an empty list, and unknown tokens are a programmer error")
    func refused() async {
      await #expect(processExitsWith: .failure) {
        _ = AVPlayer().addPeriodicTimeObserver(forInterval: .zero, queue: nil) { _ in }
      }
      await #expect(processExitsWith: .failure) {
        _ = AVPlayer().addPeriodicTimeObserver(forInterval: .indefinite, queue: nil) { _ in }
      }
      await #expect(processExitsWith: .failure) { _ = AVPlayer().addBoundaryTimeObserver(forTimes: [], queue: nil) {} }
      await #expect(processExitsWith: .failure) {
        let (first, second) = (AVPlayer(), AVPlayer())
        let token = first.addPeriodicTimeObserver(forInterval: CMTime(value: 1, timescale: 1), queue: nil) { _ in }
        second.removeTimeObserver(token)
      }
      await #expect(processExitsWith: .failure) {
        let player = AVPlayer()
        let token = player.addPeriodicTimeObserver(forInterval: CMTime(value: 1, timescale: 1), queue: nil) { _ in }
        player.removeTimeObserver(token)
        player.removeTimeObserver(token)
      }
    }
  #endif
}
