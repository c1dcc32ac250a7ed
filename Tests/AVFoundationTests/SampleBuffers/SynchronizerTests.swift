import AVFoundation
import PlayheadClock
import PlayheadPipeline
import PlayheadTesting
import TestSupport
import Testing

@Suite struct SynchronizerTests {
  private let stand = SynchronizerStand()

  @Test func newSynchronizerIsStoppedAtZero() {
    let synchronizer = stand.synchronizer
    #expect(synchronizer.rate == 0 && synchronizer.currentTime() == .zero && synchronizer.renderers.isEmpty)
    #expect(synchronizer.delaysRateChangeUntilHasSufficientMediaData)
    #expect(throws: CMTimebase.Error.readOnly) { try synchronizer.timebase.setRate(1) }
  }

  @Test func runsByTheHostClockWithoutAudio() {
    let synchronizer = stand.synchronizer
    let log = stand.log
    let token = NotificationCenter.default.addObserver(
      forName: AVSampleBufferRenderSynchronizer.rateDidChangeNotification, object: synchronizer, queue: nil
    ) { _ in log.add("rate") }
    defer { NotificationCenter.default.removeObserver(token) }
    synchronizer.setRate(1, time: CMTime(value: 5, timescale: 1))
    stand.run(2)
    #expect(synchronizer.currentTime().seconds == 7)
    synchronizer.rate = 0.5
    stand.run(2)
    #expect(synchronizer.currentTime().seconds == 8)
    synchronizer.setRate(0, time: CMTime(value: 1, timescale: 3))
    stand.run(1)
    #expect(synchronizer.currentTime() == CMTime(value: 1, timescale: 3))
    synchronizer.setRate(.nan, time: .invalid)
    #expect(synchronizer.rate == 0)
    stand.run(0)
    #expect(log.take() == ["rate", "rate", "rate", "rate"])
  }

  @Test func startsAtAHostTime() {
    let synchronizer = stand.synchronizer
    let host = CMTime(value: stand.clock.now.nanoseconds + 1_000_000_000, timescale: 1_000_000_000)
    synchronizer.setRate(2, time: CMTime(value: 10, timescale: 1), atHostTime: host)
    stand.run(0.5)
    #expect(synchronizer.currentTime().seconds == 10)
    stand.run(1)
    #expect(synchronizer.currentTime().seconds == 11)
  }

  @Test func callsObserversAtTheirTimes() {
    let synchronizer = stand.synchronizer
    let (log, clock) = (stand.log, stand.clock)
    let start = clock.now
    let periodic = synchronizer.addPeriodicTimeObserver(forInterval: CMTime(value: 1, timescale: 2), queue: nil) {
      log.add("\($0.seconds) at \((clock.now - start).seconds)")
    }
    let boundary = synchronizer.addBoundaryTimeObserver(
      forTimes: [NSValue(time: CMTime(value: 3, timescale: 4)), NSValue(time: .invalid)], queue: nil
    ) { log.add("boundary at \((clock.now - start).seconds)") }
    synchronizer.setRate(1, time: .zero)
    stand.run(1.2)
    #expect(
      log.take() == ["0.0 at 0.0", "0.5 at 0.5", "boundary at 0.75", "1.0 at 1.0"])
    synchronizer.removeTimeObserver(periodic)
    synchronizer.removeTimeObserver("nothing")
    synchronizer.setRate(1, time: .zero)
    stand.run(1)
    #expect(log.take() == ["boundary at 1.95"])
    synchronizer.removeTimeObserver(boundary)
    synchronizer.setRate(1, time: .zero)
    stand.run(1)
    #expect(log.take() == [])
  }

  @Test func delaysRateUntilThereAreSamples() throws {
    let synchronizer = stand.synchronizer
    let audio = stand.makeAudio()
    synchronizer.addRenderer(audio)
    synchronizer.setRate(1, time: .zero)
    stand.run(1)
    #expect(synchronizer.rate == 1 && synchronizer.currentTime() == .zero)
    for tenth in 0..<10 {
      audio.enqueue(
        try SynchronizerStand.pcm([Float](repeating: 0.1, count: 4800), at: CMTime(value: Int64(tenth), timescale: 10)))
    }
    stand.run(0.5)
    #expect(abs(synchronizer.currentTime().seconds - 0.5) < 0.1 && stand.blocks.first?.time == .zero)
    let other = AVSampleBufferRenderSynchronizer(environment: stand.environment)
    other.addRenderer(stand.makeAudio())
    other.delaysRateChangeUntilHasSufficientMediaData = false
    other.rate = 1
    stand.run(1)
    #expect(other.currentTime().seconds == 1)
  }

  @Test func rendererBelongsToOneSynchronizer() throws {
    let second = AVSampleBufferRenderSynchronizer(environment: stand.environment)
    let audio = stand.makeAudio()
    let layer = AVSampleBufferDisplayLayer(environment: stand.environment)
    stand.synchronizer.addRenderer(audio)
    stand.synchronizer.addRenderer(audio)
    second.addRenderer(audio)
    stand.synchronizer.addRenderer(layer)
    stand.synchronizer.addRenderer(layer.sampleBufferRenderer)
    #expect(stand.synchronizer.renderers.count == 2 && second.renderers.isEmpty)
    #expect(audio.timebase === stand.synchronizer.timebase || audio.timebase == stand.synchronizer.timebase)
    let log = stand.log
    second.removeRenderer(audio, at: .invalid) { log.add("second \($0)") }
    stand.synchronizer.delaysRateChangeUntilHasSufficientMediaData = false
    stand.synchronizer.setRate(1, time: .zero)
    stand.synchronizer.removeRenderer(audio, at: CMTime(value: 1, timescale: 1)) { log.add("first \($0)") }
    stand.run(0.9)
    #expect(log.take() == ["second false"] && stand.synchronizer.renderers.count == 2)
    stand.run(0.2)
    #expect(log.take() == ["first true"] && stand.synchronizer.renderers.count == 1)
    second.addRenderer(audio)
    #expect(second.renderers.count == 1)
  }

  /// Samples of a renderer that belongs to no synchronizer are decoded but not played.
  @Test func rendererWithoutSynchronizerIsSilent() throws {
    let audio = stand.makeAudio()
    for tenth in 0..<5 {
      audio.enqueue(
        try SynchronizerStand.pcm([Float](repeating: 0.1, count: 4800), at: CMTime(value: Int64(tenth), timescale: 10)))
    }
    stand.run(1)
    #expect(stand.blocks.isEmpty && audio.status == .rendering && audio.timebase.rate == 0)
  }

  @Test func showsVideoWithAudio() throws {
    let layer = AVSampleBufferDisplayLayer(environment: stand.environment)
    let recorder = FrameRecorder(stand.clock)
    layer.sinkHost?.attach(recorder)
    let audio = stand.makeAudio()
    stand.synchronizer.addRenderer(layer)
    stand.synchronizer.addRenderer(audio)
    let video = try SampleFile("h264-bframes.mp4", .video, seconds: 2)
    for buffer in video.buffers { layer.enqueue(buffer) }
    for buffer in try SampleFile("h264-bframes.mp4", .audio, seconds: 2).buffers { audio.enqueue(buffer) }
    stand.run(0.5)
    #expect(recorder.shown.map(\.number) == [0])
    stand.synchronizer.setRate(1, time: .zero)
    stand.run(3)
    let numbers = recorder.shown.map(\.number)
    #expect(numbers == video.numbers)
    // Each frame appears with the audio of its time.
    for frame in recorder.shown.dropFirst(30) {
      let block = stand.blocks.last { $0.time <= frame.time }
      let heard = try #require(block)
      let host = Double(heard.hostTime.nanoseconds) / 1e9 - 1 + (frame.time - heard.time).seconds
      if heard.time.seconds > 1.9 { continue }
      #expect(abs(frame.seconds - host) < 0.03)
    }
  }
}
