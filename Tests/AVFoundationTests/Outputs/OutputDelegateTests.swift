import AVFoundation
import PlayheadEngine
import PlayheadTesting
import Testing

@Suite("§6 outputs: delegates and suppressed rendering")
@MainActor struct OutputDelegateTests {
  private final class Listener: NSObject, AVPlayerItemOutputPullDelegate {
    let eventLog: EventLog
    init(_ eventLog: EventLog) { self.eventLog = eventLog }
    func outputMediaDataWillChange(_ sender: AVPlayerItemOutput) { eventLog.add("change") }
    func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) { eventLog.add("flush") }
  }

  /// A delegate of every kind of output: pull and push.
  private final class UniversalListener: NSObject, AVPlayerItemOutputPullDelegate,
    AVPlayerItemLegibleOutputPushDelegate, AVPlayerItemMetadataOutputPushDelegate
  {
    let eventLog: EventLog
    init(_ eventLog: EventLog) { self.eventLog = eventLog }
    func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) { eventLog.add("\(type(of: output))") }
  }

  /// As before, without any of the optional methods.
  private final class SilentListener: NSObject, AVPlayerItemOutputPullDelegate, AVPlayerItemLegibleOutputPushDelegate {}

  private let output = AVPlayerItemVideoOutput()

  private func stage() -> Stage {
    let stage = Stage()
    let item = AVPlayerItem(url: Fixture.url("demo.mp4"))
    item.add(output)
    stage.player.replaceCurrentItem(with: item)
    stage.settle()
    return stage
  }

  /// Waits until threads that depend only on each other have settled.
  private func rest(_ stage: Stage, until condition: () -> Bool) {
    for _ in 0..<2000 where !condition() {
      stage.settle()
      usleep(1000)
    }
  }

  @Test("a media data request is answered once, when a frame other than the last one taken is available")
  func mediaDataChange() throws {
    let stage = stage()
    let listener = Listener(stage.eventLog)
    output.setDelegate(listener, queue: .main)
    #expect(output.delegate === listener)
    #expect(output.delegateQueue?.label == DispatchQueue.main.label)
    let buffer = output.copyPixelBuffer(forItemTime: stage.player.currentTime(), itemTimeForDisplay: nil)
    #expect(buffer != nil)
    output.requestNotificationOfMediaDataChange(withAdvanceInterval: 0.1)
    stage.settle()
    #expect(stage.eventLog.take() == [], "the frame on the screen was taken")
    stage.player.play()
    rest(stage) { !stage.eventLog.lines.isEmpty }
    #expect(stage.eventLog.take() == ["change"])
    stage.run(1)
    #expect(stage.eventLog.take() == [], "one request")
  }

  @Test("a request before the item plays waits for it")
  func earlyRequest() {
    let stage = Stage()
    let listener = Listener(stage.eventLog)
    output.setDelegate(listener, queue: nil)
    output.requestNotificationOfMediaDataChange(withAdvanceInterval: 0)
    let item = AVPlayerItem(url: Fixture.url("demo.mp4"))
    item.add(output)
    stage.player.replaceCurrentItem(with: item)
    rest(stage) { stage.eventLog.lines.contains("change") }
    #expect(stage.eventLog.take().filter { $0 == "change" } == ["change"])
  }

  @Test("seeks and changes of direction flush")
  func flush() {
    let stage = stage()
    let listener = Listener(stage.eventLog)
    output.setDelegate(listener, queue: .main)
    stage.player.seek(to: CMTime(value: 5, timescale: 1))
    stage.settle()
    #expect(stage.eventLog.take() == ["flush"])
    stage.player.rate = -1
    stage.settle()
    #expect(stage.eventLog.take() == ["flush"])
    stage.player.rate = 0
    stage.player.rate = -2
    stage.settle()
    #expect(stage.eventLog.take() == [])
  }

  @Test("a delegate may be a pull and a push delegate: each output reports its flush once")
  func pullAndPush() {
    let stage = stage()
    let (listener, silent) = (UniversalListener(stage.eventLog), SilentListener())
    output.setDelegate(listener, queue: .main)
    let second = AVPlayerItemVideoOutput()
    second.setDelegate(silent, queue: .main)
    stage.player.currentItem?.add(second)
    stage.player.seek(to: CMTime(value: 5, timescale: 1))
    stage.settle()
    #expect(stage.eventLog.take() == ["AVPlayerItemVideoOutput"])
  }

  @Test("a delegate is not retained")
  func weak() {
    output.setDelegate(Listener(EventLog()), queue: .main)
    #expect(output.delegate == nil)
  }

  @Test("an output that suppresses rendering hides frames from views, and restores them")
  func suppresses() {
    #expect(!output.suppressesPlayerRendering)
    let stage = stage()
    let shown = EventLog()
    stage.player.session.attach(CapturingVideoSink(checksums: false) { _ in shown.add("") })
    stage.player.play()
    stage.run(1)
    #expect(shown.take().count > 20)
    output.suppressesPlayerRendering = true
    stage.clock.settle()
    _ = shown.take()
    stage.run(1)
    #expect(shown.take() == [])
    #expect(output.hasNewPixelBuffer(forItemTime: stage.player.currentTime()))
    stage.player.currentItem?.remove(output)
    stage.run(1)
    #expect(shown.take().count > 20)
  }
}
