import AVFoundation
import MediaToolbox
import PlayheadEngine
import PlayheadItems
import PlayheadTesting
import Testing

/// Taps in the audio path. The source is that of `AudioMixTests`: every sample is half of full scale.
@Suite("§10 audio taps", .serialized)
@MainActor struct AudioTapTests {
  /// The arguments of the callbacks.
  final class Log {
    var eventLog: [String] = []
    var frames = 0
    var starts: [Double] = []
    var maxFrames = 0
    var format = AudioStreamBasicDescription()
    var end = 0.0
  }

  private let log = Log()
  private let recording = Recording()

  /// A tap that halves the samples, as programs write it.
  private func tap(_ flags: MTAudioProcessingTapCreationFlags) -> MTAudioProcessingTap? {
    var callbacks = MTAudioProcessingTapCallbacks(
      version: kMTAudioProcessingTapCallbacksVersion_0,
      clientInfo: UnsafeMutableRawPointer(Unmanaged.passUnretained(log).toOpaque()),
      init: { _, clientInfo, tapStorageOut in tapStorageOut.pointee = clientInfo },
      finalize: { tap in Self.log(tap).eventLog.append("finalize") },
      prepare: { tap, maxFrames, format in
        Self.log(tap).eventLog.append("prepare")
        Self.log(tap).maxFrames = maxFrames
        Self.log(tap).format = format.pointee
      },
      unprepare: { tap in Self.log(tap).eventLog.append("unprepare") },
      process: { tap, numberFrames, flags, bufferListInOut, numberFramesOut, flagsOut in
        var range = CMTimeRange.invalid
        let status = MTAudioProcessingTapGetSourceAudio(
          tap, numberFrames, bufferListInOut, flagsOut, &range, numberFramesOut)
        guard status == noErr else { return }
        let log = Self.log(tap)
        log.frames += numberFramesOut.pointee
        if flags & kMTAudioProcessingTapFlag_StartOfStream != 0 { log.starts.append(range.start.seconds) }
        log.end = range.end.seconds
        for buffer in UnsafeMutableAudioBufferListPointer(bufferListInOut) {
          for index in UnsafeMutableBufferPointer<Float>(buffer).indices {
            UnsafeMutableBufferPointer<Float>(buffer)[index] *= 0.5
          }
        }
      })
    var tap: MTAudioProcessingTap?
    #expect(MTAudioProcessingTapCreate(kCFAllocatorDefault, &callbacks, flags, &tap) == noErr)
    return tap
  }

  nonisolated private static func log(_ tap: MTAudioProcessingTap) -> Log {
    Unmanaged<Log>.fromOpaque(MTAudioProcessingTapGetStorage(tap)).takeUnretainedValue()
  }

  private func stage() -> Stage {
    let recording = recording
    return Stage { environment in
      var environment = environment
      environment.audio = CapturingAudio { recording.add($0) }
      return AVPlayer(environment: environment)
    }
  }

  private func play(_ file: WaveFile, _ tap: MTAudioProcessingTap?, on stage: Stage, volume: Float? = nil) {
    let item = AVPlayerItem(url: file.url)
    let parameters = AVMutableAudioMixInputParameters()
    parameters.trackID = 1
    parameters.audioTapProcessor = tap
    if let volume { parameters.setVolume(volume, at: .zero) }
    let mix = AVMutableAudioMix()
    mix.inputParameters = [parameters]
    item.audioMix = mix
    stage.player.replaceCurrentItem(with: item)
    stage.settle()
    stage.player.play()
  }

  @Test("every sample passes the tap once with its time, between prepare and unprepare, then it is finalized")
  func tapLifetime() throws {
    let file = try WaveFile([Int16](repeating: 16_384, count: 16_001))
    do {
      let stage = stage()
      play(file, tap(kMTAudioProcessingTapCreationFlag_PostEffects), on: stage)
      stage.run(3)
      #expect(recording.samples.count == 16_001)
      #expect(recording.samples.allSatisfy { $0 == 0.25 })
      #expect(log.frames == 16_001 && log.starts == [0])
      #expect(abs(log.end - 16_001.0 / 8000) < 1e-6)
      #expect(log.format.mSampleRate == 8000 && log.format.mChannelsPerFrame == 1 && log.format.mBitsPerChannel == 32)
      #expect(log.format.mFormatFlags & kAudioFormatFlagIsNonInterleaved != 0 && log.maxFrames >= 1024)
      stage.player.replaceCurrentItem(with: nil)
      stage.settle()
    }
    #expect(log.eventLog == ["prepare", "unprepare", "finalize"])
  }

  @Test("flags place the tap before or after the volume")
  func order() throws {
    let file = try WaveFile([Int16](repeating: 16_384, count: 4000))
    for (flags, isBefore) in [
      (kMTAudioProcessingTapCreationFlag_PreEffects, true), (kMTAudioProcessingTapCreationFlag_PostEffects, false),
    ] {
      var peak: Float = 0
      let stage = stage()
      withUnsafeMutablePointer(to: &peak) { place in
        nonisolated(unsafe) let place = place
        var callbacks = MTAudioProcessingTapCallbacks(
          version: 0, clientInfo: nil, init: nil, finalize: nil, prepare: nil, unprepare: nil,
          process: { tap, frames, _, list, given, flags in
            MTAudioProcessingTapGetSourceAudio(tap, frames, list, flags, nil, given)
            for sample in UnsafeMutableBufferPointer<Float>(list.pointee.mBuffers) {
              place.pointee = max(place.pointee, sample)
            }
          })
        var tap: Unmanaged<MTAudioProcessingTap>?
        MTAudioProcessingTapCreate(nil, &callbacks, flags, &tap)
        play(file, tap?.takeRetainedValue(), on: stage, volume: 0.5)
        stage.run(1)
        stage.player.session.close()
      }
      #expect(peak == (isBefore ? 0.5 : 0.25))
    }
  }

  @Test("a seek sets the start-of-stream flag; a tap without output is silent")
  func seeks() throws {
    let file = try WaveFile([Int16](repeating: 16_384, count: 32_000))
    let stage = stage()
    play(file, tap(kMTAudioProcessingTapCreationFlag_PostEffects), on: stage)
    stage.run(1)
    stage.player.seek(to: CMTime(value: 3, timescale: 1), toleranceBefore: .zero, toleranceAfter: .zero)
    stage.run(2)
    #expect(log.starts.first == 0 && log.starts.last == 3)
    let before = recording.samples.count
    var callbacks = MTAudioProcessingTapCallbacks(
      version: 0, clientInfo: nil, init: nil, finalize: nil, prepare: nil, unprepare: nil,
      process: { _, _, _, _, _, _ in })
    var silent: MTAudioProcessingTap?
    MTAudioProcessingTapCreate(nil, &callbacks, kMTAudioProcessingTapCreationFlag_PreEffects, &silent)
    play(file, silent, on: stage)
    stage.run(1)
    let samples = recording.samples.dropFirst(before)
    #expect(samples.count > 4000 && samples.allSatisfy { $0 == 0 })
  }

  @Test("invalid arguments are rejected")
  func refused() throws {
    var callbacks = MTAudioProcessingTapCallbacks(
      version: 7, clientInfo: nil, init: nil, finalize: nil, prepare: nil, unprepare: nil,
      process: { _, _, _, _, _, _ in })
    var made: MTAudioProcessingTap?
    let place = kMTAudioProcessingTapCreationFlag_PreEffects
    #expect(MTAudioProcessingTapCreate(nil, &callbacks, place, &made) == kMTAudioProcessingTapInvalidArgumentErr)
    callbacks.version = kMTAudioProcessingTapCallbacksVersion_0
    #expect(MTAudioProcessingTapCreate(nil, &callbacks, 0, &made) == kMTAudioProcessingTapInvalidArgumentErr)
    #expect(made == nil)
    let tap = try #require(self.tap(place))
    let list = AudioBufferList.allocate(maximumBuffers: 2)
    defer { free(list.unsafeMutablePointer) }
    #expect(list.count == 2 && list[1].mData == nil)
    #expect(
      MTAudioProcessingTapGetSourceAudio(tap, 16, list.unsafeMutablePointer, nil, nil, nil)
        == kMTAudioProcessingTapInvalidArgumentErr, "not within the callback")
  }
}
