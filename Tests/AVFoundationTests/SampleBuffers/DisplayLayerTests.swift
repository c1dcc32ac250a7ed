import AVFoundation
import PlayheadClock
import PlayheadItems
import PlayheadPipeline
import PlayheadSamples
import PlayheadTesting
import TestSupport
import Testing

/// Layers that show what a program enqueues. The fixtures have a number in each frame.
@Suite struct DisplayLayerTests {
  /// A layer on a manual clock, whose timebase the test controls.
  final class Stand: @unchecked Sendable {
    let clock = ManualClock()
    let layer: AVSampleBufferDisplayLayer
    let recorder: FrameRecorder
    let timebase: CMTimebase
    let log = EventLog()

    init() throws {
      let clock = clock
      layer = AVSampleBufferDisplayLayer(
        environment: PlaybackEnvironment(clock: clock, audio: nil, delivery: clock))
      recorder = FrameRecorder(clock)
      timebase = try CMTimebase(sourceClock: CMClock { CMTime(nanoseconds: clock.now.nanoseconds) })
      layer.controlTimebase = timebase
      layer.sinkHost?.attach(recorder)
    }

    func settle() { clock.settle() }
    func run(_ seconds: Double) { clock.advance(by: .seconds(seconds)) }
    func close() { layer.sampleBufferRenderer.engine.close() }
    deinit { close() }
  }

  @Test(arguments: ["h264-bframes.mp4", "hevc.mp4"])
  func showsFramesInOrderAtTheirTimes(_ name: String) throws {
    let stand = try Stand()
    let file = try SampleFile(name, .video, seconds: 3)
    for buffer in file.buffers { stand.layer.enqueue(buffer) }
    try stand.timebase.setRate(1)
    stand.run(4)
    let shown = stand.recorder.shown
    // 30 frames a second from 0 on; all of them are shown, also those that the decoder holds at the end.
    #expect(shown.map(\.number) == file.numbers)
    #expect(file.buffers.count >= 88)
    for frame in shown { #expect(abs(frame.seconds - Double(frame.number ?? -1) / 30) < 0.001) }
    #expect(stand.layer.status == .rendering && stand.layer.error == nil)
  }

  @Test func showsFirstFrameWhileStoppedAndContinues() throws {
    let stand = try Stand()
    let file = try SampleFile("h264-bframes.mp4", .video, seconds: 2)
    stand.layer.enqueue(file.buffers[0])
    stand.settle()
    #expect(stand.recorder.shown.map(\.number) == [0])
    // The decoder was drained for the first frame; the samples that follow need it nevertheless.
    for buffer in file.buffers.dropFirst() { stand.layer.enqueue(buffer) }
    try stand.timebase.setRate(2)
    stand.run(2)
    #expect(stand.recorder.shown.map(\.number) == file.numbers)
  }

  @Test func showsPixelBuffersImmediately() throws {
    let stand = try Stand()
    let file = try SampleFile("h264-bframes.mp4", .video, seconds: 1)
    for buffer in file.buffers { stand.layer.enqueue(buffer) }
    stand.settle()
    let first = try #require(stand.layer.sampleBufferRenderer.displayedPixelBuffer())
    let format = CMFormatDescription(imageBuffer: first)
    let stale = try CMSampleBuffer(
      imageBuffer: first, formatDescription: format,
      sampleTiming: CMSampleTimingInfo(
        duration: .invalid, presentationTimeStamp: CMTime(value: 900, timescale: 1), decodeTimeStamp: .invalid))
    stand.layer.flush()
    stale.sampleAttachments[0][.displayImmediately] = true
    let count = stand.recorder.shown.count
    stand.layer.enqueue(stale)
    stand.settle()
    #expect(stand.recorder.shown.count == count + 1)
    #expect(
      CVPixelBufferGetWidth(try #require(stand.layer.sampleBufferRenderer.displayedPixelBuffer()))
        == CVPixelBufferGetWidth(first))
  }

  @Test func flushDropsPendingFramesAndKeepsTheImage() throws {
    let stand = try Stand()
    let log = stand.log
    let center = NotificationCenter.default
    let token = center.addObserver(
      forName: .AVSampleBufferDisplayLayerReadyForDisplayDidChange, object: stand.layer, queue: nil
    ) { note in log.add("ready \((note.object as? AVSampleBufferDisplayLayer)?.isReadyForDisplay == true)") }
    defer { center.removeObserver(token) }
    let file = try SampleFile("h264-bframes.mp4", .video, seconds: 4)
    for buffer in file.buffers.prefix(60) { stand.layer.enqueue(buffer) }
    try stand.timebase.setRate(1)
    stand.run(0.51)
    #expect(stand.recorder.shown.last?.number == 15)
    stand.layer.flush()
    stand.run(0.5)
    #expect(stand.recorder.shown.last?.number == 15 && stand.layer.isReadyForDisplay)
    // The next sync sample after the position.
    let next = try #require(
      file.buffers.indices.dropFirst(30).first { file.buffers[$0].sampleAttachments[0][.notSync] as? Bool == false })
    for buffer in file.buffers[next...] { stand.layer.enqueue(buffer) }
    stand.run(file.buffers[next].presentationTimeStamp.seconds - stand.timebase.time.seconds + 0.01)
    #expect(stand.recorder.shown.last?.number == Int((file.buffers[next].presentationTimeStamp.seconds * 30).rounded()))
    stand.layer.flushAndRemoveImage()
    stand.settle()
    #expect(!stand.layer.isReadyForDisplay && stand.recorder.clearCount > 0)
    #expect(log.take() == ["ready true", "ready false"])
  }

  @Test func ignoresFramesWhoseTimesGoBackwards() throws {
    let stand = try Stand()
    let file = try SampleFile("h264-bframes.mp4", .video, seconds: 0.5)
    for buffer in file.buffers { stand.layer.enqueue(buffer) }
    try stand.timebase.setRate(1)
    stand.run(1)
    for buffer in file.buffers { stand.layer.enqueue(buffer) }
    stand.run(1)
    #expect(stand.recorder.shown.map(\.number) == file.numbers)
    #expect(stand.layer.status == .rendering)
  }

  @Test func failsForSamplesThatCannotBeDecodedUntilFlush() throws {
    let stand = try Stand()
    let log = stand.log
    let center = NotificationCenter.default
    let token = center.addObserver(forName: .AVSampleBufferDisplayLayerFailedToDecode, object: stand.layer, queue: nil)
    {
      let error = $0.userInfo?[AVSampleBufferDisplayLayerFailedToDecodeNotificationErrorKey]
      log.add("failed \((error as? AVError)?.code.rawValue ?? 0)")
    }
    let status = stand.layer.observe(\.status, options: [.new]) { layer, _ in log.add("status \(layer.status.rawValue)")
    }
    defer { center.removeObserver(token) }
    let audio = try SampleFile("demo.mp4", .audio, seconds: 0.1)
    stand.layer.enqueue(audio.buffers[0])
    stand.settle()
    #expect(log.take() == ["status 2", "failed -11833"])
    #expect(stand.layer.requiresFlushToResumeDecoding && !stand.layer.isReadyForMoreMediaData)
    let file = try SampleFile("h264-bframes.mp4", .video, seconds: 1)
    stand.layer.enqueue(file.buffers[0])
    stand.settle()
    #expect(stand.recorder.shown.isEmpty && log.take() == [])
    stand.layer.flush()
    stand.layer.enqueue(file.buffers[0])
    stand.settle()
    #expect(stand.recorder.shown.map(\.number) == [0] && stand.layer.status == .rendering)
    // Sizes that do not match the data.
    let short = try CMSampleBuffer(
      dataBuffer: file.buffers[0].dataBuffer, formatDescription: file.format, numSamples: 1,
      sampleTimings: file.buffers[0].sampleTimingInfos(), sampleSizes: [1 << 30])
    stand.layer.flush()
    stand.layer.enqueue(short)
    stand.settle()
    #expect((stand.layer.error as? AVError)?.code == .invalidSourceMedia)
    // No data, no format, no times, an invalidated buffer.
    let empty = try CMSampleBuffer(
      dataBuffer: nil, formatDescription: nil, numSamples: 1, sampleTimings: [], sampleSizes: [])
    let invalid = try CMSampleBuffer(copying: file.buffers[1])
    try invalid.invalidate()
    for buffer in [empty, invalid] {
      stand.layer.flush()
      stand.layer.enqueue(buffer)
      stand.settle()
    }
    withExtendedLifetime(status) {}
  }

  /// The block is called on its queue until enough is enqueued, and again when some of it has been taken.
  @Test func requestsDataUntilStopped() throws {
    let stand = try Stand()
    let file = try SampleFile("h264-bframes.mp4", .video)
    let queue = DispatchQueue(label: "feed")
    nonisolated(unsafe) var next = 0
    let layer = stand.layer
    layer.requestMediaDataWhenReady(on: queue) {
      while layer.isReadyForMoreMediaData, next < file.buffers.count {
        layer.enqueue(file.buffers[next])
        next += 1
      }
      if next == file.buffers.count { layer.stopRequestingMediaData() }
    }
    /// The clock does not count the queue's thread: lets it come to rest.
    func rest() {
      for _ in 0..<20 {
        stand.settle()
        queue.sync {}
      }
    }
    rest()
    let first = queue.sync { next }
    #expect(first > 30 && first < 300 && !layer.isReadyForMoreMediaData)
    try stand.timebase.setRate(1)
    for _ in 0..<120 {
      stand.run(0.1)
      rest()
    }
    #expect(queue.sync { next } == 300)
    #expect(stand.recorder.shown.map(\.number) == file.numbers)
  }

  @Test func placesVideoByItsGravity() throws {
    let stand = try Stand()
    let file = try SampleFile("h264-bframes.mp4", .video, seconds: 0.2)
    stand.layer.enqueue(file.buffers[0])
    stand.settle()
    let square = CGRect(x: 0, y: 0, width: 400, height: 400)
    let ratio = Double(file.format.dimensions.width) / Double(file.format.dimensions.height)
    let place = try #require(stand.layer.videoPlace(in: square))
    #expect(abs(place.width / place.height - ratio) < 1e-9 && place.width == 400)
    stand.layer.videoGravity = .resize
    #expect(stand.layer.videoPlace(in: square) == square)
    let image = try #require(stand.layer.videoImage(width: 640, height: 360))
    #expect(FrameNumber.read(image) == 0)
  }
}
