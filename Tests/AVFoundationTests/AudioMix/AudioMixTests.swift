import PlayheadItems
import PlayheadTesting
import Testing
@testable import AVFoundation

/// Volume over time, in the samples that the device receives. The source is a wave file in which every sample is
/// 16,384, half of full scale, at 8,000 Hz: the output is the volume itself, halved.
@Suite("§10 audio mix")
@MainActor struct AudioMixTests {
  private static let rate = 8000
  private let file: WaveFile
  private let recording = Recording()
  private let stage: Stage
  private let item: AVPlayerItem

  init() throws {
    file = try WaveFile([Int16](repeating: 16_384, count: 4 * Self.rate))
    item = AVPlayerItem(url: file.url)
    let recording = recording
    stage = Stage { environment in
      var environment = environment
      environment.audio = CapturingAudio { recording.add($0) }
      return AVPlayer(environment: environment)
    }
  }

  private func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 8000) }

  private func mix(_ change: (AVMutableAudioMixInputParameters) -> Void) -> AVMutableAudioMix {
    let parameters = AVMutableAudioMixInputParameters(track: item.source.tracks(withMediaType: .audio).first)
    change(parameters)
    let mix = AVMutableAudioMix()
    mix.inputParameters = [parameters]
    return mix
  }

  private func play(_ seconds: Double = 5) {
    stage.player.replaceCurrentItem(with: item)
    stage.settle()
    stage.player.play()
    stage.run(seconds)
  }

  @Test("a volume ramp is sample accurate; the volume is 1 before and constant after it")
  func ramp() {
    item.audioMix = mix {
      $0.setVolumeRamp(
        fromStartVolume: 1, toEndVolume: 0.25, timeRange: CMTimeRange(start: time(1), duration: time(2)))
    }
    play()
    let samples = recording.samples
    #expect(samples.count == 4 * Self.rate)
    for (index, sample) in samples.enumerated() {
      let part = max(0, min(1, (Double(index) / Double(Self.rate) - 1) / 2))
      let requested = 0.5 * (1 - 0.75 * part)
      guard abs(Double(sample) - requested) > 1e-6 else { continue }
      Issue.record("sample \(index): \(sample), not \(requested)")
      break
    }
  }

  @Test("a volume step is sample accurate, also after a seek")
  func steps() {
    item.audioMix = mix {
      $0.setVolume(0.5, at: time(1))
      $0.setVolume(0, at: time(3))
    }
    play()
    let samples = recording.samples
    #expect(samples[7999] == 0.5 && samples[8000] == 0.25)
    #expect(samples[23_999] == 0.25 && samples[24_000] == 0)
    stage.player.seek(to: time(2.5), toleranceBefore: .zero, toleranceAfter: .zero)
    stage.settle()
    let before = samples.count
    stage.player.play()
    stage.run(2)
    let again = Array(recording.samples.dropFirst(before))
    #expect(again.count == 12_000)
    #expect(again.prefix(4000).allSatisfy { $0 == 0.25 } && again.dropFirst(4000).allSatisfy { $0 == 0 })
  }

  @Test("a new mix is audible within 250 ms while playing; parameters of other tracks are ignored")
  func replaced() {
    let other = mix { $0.trackID = 99 }
    other.inputParameters.first.map { #expect($0.trackID == 99) }
    item.audioMix = other
    play(1)
    #expect(recording.samples.allSatisfy { $0 == 0.5 })
    let before = recording.samples.count
    item.audioMix = mix { $0.setVolume(0, at: .zero) }
    stage.run(1)
    #expect(recording.samples.dropFirst(before + Self.rate / 4 + 2048).allSatisfy { $0 == 0 })
    #expect(recording.samples.count > before + Self.rate / 2)
  }

  @Test("mixes are copied, also by items")
  func copies() throws {
    let parameters = AVMutableAudioMixInputParameters()
    parameters.trackID = 1
    let mix = AVMutableAudioMix()
    mix.inputParameters = [parameters]
    item.audioMix = mix
    parameters.trackID = 2
    mix.inputParameters = []
    #expect(item.audioMix?.inputParameters.map(\.trackID) == [1])
    let copy = try #require(item.copy() as? AVPlayerItem)
    #expect(copy.audioMix?.inputParameters.map(\.trackID) == [1])
    let mutable = try #require(item.audioMix?.mutableCopy() as? AVMutableAudioMix)
    mutable.inputParameters = []
    #expect(item.audioMix?.inputParameters.count == 1)
    item.audioMix = nil
    #expect(item.audioMix == nil)
  }

  @Test("volume ramps can be queried")
  func ramps() {
    let parameters = AVMutableAudioMixInputParameters(track: nil)
    var (start, end, range): (Float, Float, CMTimeRange) = (-1, -1, .invalid)
    #expect(!parameters.getVolumeRamp(for: time(1), startVolume: &start, endVolume: &end, timeRange: &range))
    #expect(start == -1)
    parameters.setVolumeRamp(
      fromStartVolume: 0, toEndVolume: 1, timeRange: CMTimeRange(start: time(1), duration: time(2)))
    #expect(parameters.getVolumeRamp(for: time(2), startVolume: &start, endVolume: &end, timeRange: &range))
    #expect(start == 0 && end == 1 && range == CMTimeRange(start: time(1), duration: time(2)))
    #expect(parameters.getVolumeRamp(for: time(5), startVolume: &start, endVolume: &end, timeRange: &range))
    #expect(start == 1 && end == 1 && range.start == time(3) && range.duration == .positiveInfinity)
    #expect(!parameters.getVolumeRamp(for: time(0.5), startVolume: nil, endVolume: nil, timeRange: nil))
    // A ramp over a part of another one leaves the rest of it as it was.
    parameters.setVolumeRamp(
      fromStartVolume: 0, toEndVolume: 0, timeRange: CMTimeRange(start: time(2), duration: time(0.5)))
    #expect(parameters.getVolumeRamp(for: time(1.5), startVolume: &start, endVolume: &end, timeRange: &range))
    #expect(end == 0.5 && range.end == time(2))
    #expect(parameters.getVolumeRamp(for: time(2.75), startVolume: &start, endVolume: &end, timeRange: &range))
    #expect(start == 0.75 && end == 1)
  }
}
