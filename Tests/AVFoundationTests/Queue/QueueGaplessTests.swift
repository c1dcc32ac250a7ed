import AVFoundation
import PlayheadEngine
import PlayheadTesting
import Synchronization
import Testing

@Suite("§4.1 gapless transitions")
struct QueueGaplessTests {
  /// One sine of 441 Hz, 352,800 samples at 44.1 kHz, cut at sample 176,411: its period is 100 samples. For Opus 480 Hz
  /// and 384,000 samples at 48 kHz, cut at 192,011.
  @Test(
    "audio split over two items is continuous to the sample",
    arguments: ["wav", "flac", "alac.m4a", "mp3", "m4a", "ogg", "opus"])
  func gaplessAudio(_ format: String) {
    let recording = Recording()
    let items = ["a", "b"].map { AVPlayerItem(url: Fixture.url("gapless-\($0).\(format)")) }
    let stage = Stage(queue: items, recording: recording)
    stage.player.play()
    stage.run { stage.player.currentItem == nil }
    stage.settle()
    let samples = recording.samples
    #expect(samples.count == (format == "opus" ? 384_000 : 352_800))
    let loudest = samples.map(abs).max() ?? 0
    #expect(loudest > 0.05)
    // Lossy codecs fade in and out; only the transition must be inaudible.
    let seam = format == "opus" ? 192_011 : 176_411
    guard samples.count > seam + 4_000 else { return }
    let steps = (seam - 4_000..<seam + 4_000).map { abs(samples[$0] - samples[$0 - 100]) }
    let limit: Float = ["wav", "flac", "alac.m4a"].contains(format) ? 0.001 : 0.2
    #expect((steps.max() ?? 1) < limit * loudest)
  }

  @Test("the next item's first frame follows the last one without a gap")
  func gaplessVideo() {
    let seen = Mutex<[(time: CMTime, duration: CMTime, at: HostTime)]>([])
    let items = (0..<2).map { _ in AVPlayerItem(url: Fixture.url("h264-bframes.mp4")) }
    let stage = Stage(queue: items)
    let sink = CapturingVideoSink(checksums: false) { frame in
      seen.withLock { $0.append((frame.time, frame.duration, frame.hostTime)) }
    }
    stage.player.session.attach(sink)
    stage.settle()
    seen.withLock { $0 = [] }
    stage.player.play()
    stage.run { stage.player.currentItem == nil }
    let frames = seen.withLock { $0 }
    guard let join = frames.indices.dropFirst().first(where: { frames[$0].time < frames[$0 - 1].time }) else {
      Issue.record("the second item was not seen")
      return
    }
    let (last, first) = (frames[join - 1], frames[join])
    #expect(first.time == .zero)
    let distance = Double((first.at - last.at).nanoseconds) / 1e9
    #expect(abs(distance - last.duration.seconds) < 0.02, "seconds between the frames: \(distance)")
  }
}
