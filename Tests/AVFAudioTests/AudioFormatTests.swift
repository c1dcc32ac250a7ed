import CoreMedia
import Foundation
import PlayheadAudio
import Testing

@testable import AVFAudio

@Suite struct AudioFormatTests {
  @Test func standardFormatIsNonInterleavedFloat() throws {
    let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 2))
    #expect(format.isStandard && !format.isInterleaved && format.commonFormat == .pcmFormatFloat32)
    #expect(format.sampleRate == 44_100 && format.channelCount == 2)
    #expect(format.streamDescription.pointee.mBytesPerFrame == 4)
    #expect(format == AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 2))
    #expect(format != AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
    #expect(AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 0) == nil)
    #expect(AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 3) == nil)
  }

  @Test func interleavedIntegersShareAFrame() throws {
    let format = try #require(
      AVAudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 8000, channels: 2, interleaved: true))
    #expect(format.streamDescription.pointee.mBytesPerFrame == 4 && format.isInterleaved && !format.isStandard)
    #expect(format.settings[AVLinearPCMIsFloatKey] as? Bool == false)
    #expect(format.settings[AVLinearPCMIsNonInterleaved] as? Bool == false)
    #expect(AVAudioFormat(commonFormat: .otherFormat, sampleRate: 8000, channels: 2, interleaved: true) == nil)
  }

  @Test func compressedFormatsHaveNoCommonFormat() throws {
    var description = AudioStreamBasicDescription()
    #expect(AVAudioFormat(streamDescription: &description) == nil, "no channels")
    description.mFormatID = kAudioFormatMPEG4AAC
    description.mChannelsPerFrame = 2
    let format = try #require(AVAudioFormat(streamDescription: &description))
    #expect(format.commonFormat == .otherFormat && format.settings[AVLinearPCMBitDepthKey] == nil)
    #expect(format.settings[AVFormatIDKey] as? UInt32 == kAudioFormatMPEG4AAC)
  }
}

@Suite struct AudioLevelsTests {
  private func measure(_ levels: AudioLevels, _ samples: [Float], at seconds: Double, isStart: Bool) {
    var samples = samples
    samples.withUnsafeMutableBufferPointer {
      levels.process($0, at: CMTime(seconds: seconds, preferredTimescale: 1_000_000), isStart: isStart)
    }
  }

  @Test func levelsBelongToTheirMediaTime() {
    let levels = AudioLevels(channelCount: 1)
    #expect(levels.levels(at: 1) == [.silence])
    _ = levels.prepare(AudioFormat(sampleRate: 1000, channelCount: 1), maxFrames: 4096)
    // A tenth of a second of full scale, then half a second at a tenth of it.
    measure(levels, [Float](repeating: 1, count: 100), at: 0, isStart: true)
    measure(levels, [Float](repeating: -0.1, count: 500), at: 0.1, isStart: false)
    #expect(levels.levels(at: 0.099) == [AudioLevels.Level(average: 0, peak: 0)])
    #expect(abs(levels.levels(at: 0.59)[0].average - -20) < 0.001)
    #expect(abs(levels.levels(at: 0.59)[0].peak - -20) < 0.001)
    // Half of the blocks are loud: the peak is theirs.
    #expect(levels.levels(at: 0.13)[0].peak == 0)
  }

  @Test func seekForgetsEarlierLevels() {
    let levels = AudioLevels(channelCount: 1)
    _ = levels.prepare(AudioFormat(sampleRate: 1000, channelCount: 1), maxFrames: 4096)
    measure(levels, [Float](repeating: 1, count: 100), at: 5, isStart: true)
    measure(levels, [Float](repeating: 0.1, count: 100), at: 2, isStart: true)
    #expect(abs(levels.levels(at: 9)[0].peak - -20) < 0.001)
  }

  @Test func channelsThatAreNotPlayedAreSilent() {
    let levels = AudioLevels(channelCount: 6)
    _ = levels.prepare(AudioFormat(sampleRate: 1000, channelCount: 2), maxFrames: 4096)
    measure(levels, [Float](repeating: 1, count: 200), at: 0, isStart: true)
    #expect(levels.levels(at: 0.1).map(\.peak) == [0, 0, -160, -160, -160, -160])
  }
}
