import AVFoundation
import PlayheadAudio
import PlayheadClock
import PlayheadTesting
import TestSupport
import Testing

/// Audio that a program enqueues, as it arrives at the device.
@Suite struct SampleAudioTests {
  private let stand = SynchronizerStand()

  /// A tenth of a second of a sine of 440 Hz from a sample on.
  private func tone(from first: Int) -> [Float] { Tone.sine(440, sampleRate: 48000, count: 4800, from: first) }

  private func enqueueTone(_ renderer: AVSampleBufferAudioRenderer, tenths: Range<Int>) throws {
    for tenth in tenths {
      renderer.enqueue(
        try SynchronizerStand.pcm(tone(from: tenth * 4800), at: CMTime(value: Int64(tenth), timescale: 10)))
    }
  }

  @Test func playsPCMExactly() throws {
    let audio = stand.makeAudio()
    stand.synchronizer.addRenderer(audio)
    try enqueueTone(audio, tenths: 0..<20)
    stand.run(0.1)
    #expect(audio.status == .rendering && audio.hasSufficientMediaDataForReliablePlaybackStart && stand.blocks.isEmpty)
    let start = stand.clock.now
    stand.synchronizer.setRate(1, time: .zero)
    stand.run(1)
    let time = stand.synchronizer.currentTime().seconds
    #expect(abs(time - (stand.clock.now - start).seconds) < 0.05)
    #expect(abs(stand.synchronizer.timebase.time.seconds - time) < 1e-6 && stand.synchronizer.timebase.rate == 1)
    stand.run(2)
    #expect(stand.samples == (0..<20).flatMap { tone(from: $0 * 4800) })
    #expect(stand.blocks.first?.time == .zero)
    // The clock continues when the audio has ended.
    #expect(stand.synchronizer.currentTime().seconds > 2.9)
  }

  /// The clock follows the audible position: each block is played when the clock has its time.
  @Test func clockFollowsTheAudiblePosition() throws {
    let audio = stand.makeAudio()
    stand.synchronizer.addRenderer(audio)
    try enqueueTone(audio, tenths: 0..<30)
    stand.run(0.1)
    stand.synchronizer.setRate(1, time: CMTime(value: 1, timescale: 2))
    stand.run(1.5)
    #expect(stand.blocks.first?.time == CMTime(value: 1, timescale: 2))
    let offset = stand.synchronizer.currentTime().seconds - Double(stand.clock.now.nanoseconds) / 1e9
    for block in stand.blocks.suffix(20) {
      #expect(abs(block.time.seconds - Double(block.hostTime.nanoseconds) / 1e9 - offset) < 0.03)
    }
  }

  @Test func gapsAreSilentAndLateBuffersAreDropped() throws {
    let audio = stand.makeAudio()
    stand.synchronizer.addRenderer(audio)
    let ones = [Float](repeating: 0.5, count: 4800)
    for tenth in [0, 1, 4, 2, 5] as [Int64] {
      audio.enqueue(try SynchronizerStand.pcm(ones, at: CMTime(value: tenth, timescale: 10)))
    }
    stand.run(0.1)
    stand.synchronizer.setRate(1, time: .zero)
    stand.run(1)
    let silence = [Float](repeating: 0, count: 9600)
    #expect(stand.samples == ones + ones + silence + ones + ones)
    #expect(audio.status == .rendering)
  }

  @Test func playsFasterAtAHigherRate() throws {
    let audio = stand.makeAudio()
    stand.synchronizer.addRenderer(audio)
    try enqueueTone(audio, tenths: 0..<20)
    stand.run(0.1)
    stand.synchronizer.setRate(2, time: .zero)
    stand.run(0.8)
    #expect(stand.synchronizer.currentTime().seconds > 1.4 && stand.synchronizer.currentTime().seconds < 1.7)
    let samples = stand.samples
    #expect(abs(Double(samples.count) / 48000 - 0.8) < 0.1)
    // The pitch remains.
    #expect(abs(Tone.frequency(of: Array(samples.dropFirst(9600)), sampleRate: 48000) - 440) < 5)
  }

  @Test func decodesAAC() throws {
    let file = try SampleFile("demo.mp4", .audio, seconds: 3)
    let audio = stand.makeAudio()
    stand.synchronizer.addRenderer(audio)
    for buffer in file.buffers { audio.enqueue(buffer) }
    stand.run(0.2)
    #expect(audio.status == .rendering && audio.error == nil)
    stand.synchronizer.setRate(1, time: .zero)
    stand.run(3)
    let format = try #require(stand.blocks.first?.format)
    #expect(format.sampleRate == 48000 && format.channelCount == 2)
    let seconds = Double(stand.samples.count) / 2 / 48000
    #expect(seconds > 2.9 && stand.samples.contains { abs($0) > 0.1 })
  }

  @Test func volumeAndMuting() throws {
    let audio = stand.makeAudio()
    stand.synchronizer.addRenderer(audio)
    audio.volume = 0.5
    for tenth in 0..<10 {
      audio.enqueue(
        try SynchronizerStand.pcm([Float](repeating: 0.5, count: 4800), at: CMTime(value: Int64(tenth), timescale: 10)))
    }
    stand.run(0.1)
    stand.synchronizer.setRate(1, time: .zero)
    stand.run(0.5)
    #expect(stand.samples.last == 0.25)
    audio.isMuted = true
    stand.run(0.4)
    #expect(stand.samples.last == 0)
    audio.volume = .nan
    #expect(audio.volume == 1)
  }

  @Test func flushesFromATimeThatIsNotPlayed() throws {
    let audio = stand.makeAudio()
    stand.synchronizer.addRenderer(audio)
    try enqueueTone(audio, tenths: 0..<10)
    stand.run(0.1)
    stand.synchronizer.setRate(1, time: .zero)
    stand.run(0.2)
    let log = stand.log
    audio.flush(fromSourceTime: CMTime(value: 8, timescale: 10)) { log.add("flushed \($0)") }
    audio.flush(fromSourceTime: .zero) { log.add("flushed \($0)") }
    audio.flush(fromSourceTime: .invalid) { log.add("flushed \($0)") }
    stand.run(1)
    #expect(log.take() == ["flushed true", "flushed false", "flushed false"])
    #expect(stand.samples == (0..<8).flatMap { tone(from: $0 * 4800) })
  }

  @Test func failsForForeignFormatsUntilFlush() throws {
    let audio = stand.makeAudio()
    stand.synchronizer.addRenderer(audio)
    let video = try SampleFile("h264-bframes.mp4", .video, seconds: 0.1)
    audio.enqueue(video.buffers[0])
    stand.run(0.1)
    #expect(audio.status == .failed && (audio.error as? AVError)?.code == .decoderNotFound)
    #expect(!audio.isReadyForMoreMediaData)
    audio.flush()
    try enqueueTone(audio, tenths: 0..<3)
    stand.run(0.1)
    #expect(audio.status == .rendering && audio.error == nil)
    // An impossible rate, and sizes that exceed the data.
    var basic = AudioStreamBasicDescription()
    basic.mFormatID = kAudioFormatLinearPCM
    basic.mSampleRate = .nan
    let format = try CMFormatDescription(audioStreamBasicDescription: basic)
    audio.enqueue(
      try CMSampleBuffer(
        dataBuffer: CMBlockBuffer(length: 8, flags: .assureMemoryNow), formatDescription: format, numSamples: .max,
        sampleTimings: [], sampleSizes: [1]))
    stand.run(0.1)
    #expect(audio.status == .failed)
  }
}
