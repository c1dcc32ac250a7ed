import Testing

@testable import PlayheadAudio

@Suite struct OutputFaderTests {
  /// Renders frames of full scale.
  private func render(_ fader: borrowing OutputFader, _ count: Int, channels: Int = 2) -> [Float] {
    var samples = [Float](repeating: 1, count: count * channels)
    samples.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      fader.apply(to: start, count: count, channels: channels, sampleRate: 1000)
    }
    return samples
  }

  @Test func changesNothingByDefault() {
    #expect(render(OutputFader(), 8) == [Float](repeating: 1, count: 16))
  }

  @Test func fadeIsLinearAcrossBlocks() {
    let fader = OutputFader()
    fader.fade(to: 0, over: 1, sampleRate: 1000)
    let samples = (0..<10).flatMap { _ in render(fader, 150, channels: 1) }
    for frame in samples.indices { #expect(abs(samples[frame] - max(0, 1 - Float(frame + 1) / 1000)) < 1e-5) }
  }

  /// A step of 1 / (3600 · 1000) in a `Float` near 1 would be off by a fifth.
  @Test func longFadeIsNotRounded() {
    let fader = OutputFader()
    fader.fade(to: 0, over: 3600, sampleRate: 1000)
    _ = render(fader, 900_000, channels: 1)
    #expect(abs(fader.current - 0.75) < 1e-6)
  }

  @Test func fadeStartsAtThePresentVolume() {
    let fader = OutputFader()
    fader.fade(to: 0, over: 1, sampleRate: 1000)
    _ = render(fader, 500)
    fader.fade(to: 1, over: 1, sampleRate: 1000)
    _ = render(fader, 500)
    #expect(abs(fader.current - 0.75) < 1e-6)
  }

  @Test func shortestChangeTakes10Milliseconds() {
    let fader = OutputFader()
    fader.fade(to: 0, over: 0, sampleRate: 1000)
    let samples = render(fader, 12, channels: 1)
    #expect(samples[0] > 0.8 && samples[9] < 1e-6 && samples[11] == 0)
  }

  @Test func initialVolumeIsNotFaded() {
    let fader = OutputFader()
    fader.start(at: 0.5)
    fader.fade(to: 0.5, over: 0, sampleRate: 1000)
    #expect(render(fader, 4, channels: 1) == [0.5, 0.5, 0.5, 0.5])
  }

  @Test func balanceReducesTheOtherChannel() {
    let fader = OutputFader()
    fader.setBalance(-0.5)
    let samples = render(fader, 20)
    #expect(samples[38] == 1 && samples[39] == 0.5)
    fader.setBalance(1)
    let others = render(fader, 20)
    #expect(others[38] == 0 && others[39] == 1)
  }

  @Test(arguments: [1, 6]) func balanceLeavesOtherChannelCountsUnchanged(channels: Int) {
    let fader = OutputFader()
    fader.setBalance(1)
    #expect(render(fader, 20, channels: channels).allSatisfy { $0 == 1 })
  }
}
