import Testing

@testable import PlayheadAudio

@Suite struct PassthroughSamplesTests {
  @Test("every word is the same after its way through the ring") func wordsAreUnchanged() {
    let words = (Int(Int16.min)...Int(Int16.max)).map { Int16($0) }
    let bytes = words.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    let samples = PassthroughSamples.samples(of: bytes)
    #expect(samples.map(PassthroughSamples.word) == words)
    #expect(PassthroughSamples.samples(of: [1]).isEmpty)
    for sample in [Float.nan, .infinity, -.infinity, 1, -2, 0.123_456] {
      #expect(PassthroughSamples.word(of: sample) == 0)
    }
  }

  @Test("the volume leaves bursts intact or silent") func volumeLeavesBurstsIntactOrSilent() {
    let ring = AudioRing(format: AudioFormat(.ac3, frameRate: 48_000), seconds: 1)
    ring.reset(epoch: 1)
    let words: [Float] = (0..<2_000).map { Float($0 % 100 - 50) / 32_768 }
    _ = words.withUnsafeBufferPointer { ring.write($0, epoch: 1) }
    let renderer = AudioRenderer(ring: ring)
    renderer.setConsuming(true)
    renderer.fade(to: 0.5, over: 0)
    var block = [Float](repeating: 9, count: 400)
    func render() -> [Float] {
      block.withUnsafeMutableBufferPointer { buffer in
        _ = buffer.baseAddress.map { renderer.render(into: $0, count: 200) }
      }
      return block
    }
    renderer.setGain(0.3)
    #expect(render() == Array(words[..<400]))
    renderer.setGain(0)
    #expect(render() == [Float](repeating: 0, count: 400))
    renderer.setGain(1)
    #expect(render() == Array(words[800..<1_200]))
  }
}
