import TestSupport
import Testing

@testable import PlayheadAudio

@Suite struct AudioRendererTests {
  private let ring = AudioRing(format: AudioFormat(sampleRate: 48_000, channelCount: 2), seconds: 1)
  private let renderer: AudioRenderer

  init() { renderer = AudioRenderer(ring: ring) }

  private func render(_ count: Int) -> [Float] {
    var samples = [Float](repeating: 9, count: count * 2)
    samples.withUnsafeMutableBufferPointer { _ = renderer.render(into: $0.baseAddress!, count: count) }
    return samples
  }

  @Test func outputsSilenceWhileNotConsuming() {
    AudioRingTests.write(ring, [Float](repeating: 1, count: 200))
    #expect(render(50) == [Float](repeating: 0, count: 100))
    #expect(ring.fill == 100)
    #expect(renderer.takeStarvedFrames() == 0)
  }

  @Test func underrunIsSilentAndCounted() {
    AudioRingTests.write(ring, [Float](repeating: 1, count: 20))
    renderer.setConsuming(true)
    #expect(render(15) == [Float](repeating: 1, count: 20) + [Float](repeating: 0, count: 10))
    #expect(renderer.takeStarvedFrames() == 5)
    #expect(renderer.takeStarvedFrames() == 0)
  }

  @Test func mapsDevicePositionsToRing() {
    AudioRingTests.write(ring, [Float](repeating: 1, count: 400))
    #expect(renderer.ringPosition(ofDeviceFrame: 0) == nil)
    _ = render(30)
    renderer.setConsuming(true)
    _ = render(100)
    renderer.setConsuming(false)
    _ = render(70)
    renderer.setConsuming(true)
    _ = render(50)
    // Device: 30 of silence, ring 0..<100, 70 of silence, ring 100..<150.
    #expect(renderer.ringPosition(ofDeviceFrame: 30) == 0)
    #expect(renderer.ringPosition(ofDeviceFrame: 129) == 99)
    #expect(renderer.ringPosition(ofDeviceFrame: 150) == 100)
    #expect(renderer.ringPosition(ofDeviceFrame: 210) == 110)
  }

  /// A step of one sample larger than a hundredth of full scale is audible as a click (10 ms are 480 samples here).
  @Test(arguments: [(Float(1), Float(0)), (0, 1), (1, 0.25), (0.3, 0.8)])
  func gainChangesWithoutClick(from: Float, to: Float) {
    renderer.setConsuming(true)
    AudioRingTests.write(ring, [Float](repeating: 1, count: 40_000))
    renderer.setGain(from)
    _ = render(1000)
    renderer.setGain(to)
    // In blocks of all sizes that devices request.
    let samples = [1, 7, 64, 200, 500, 1000].flatMap(render)
    var last = from
    for frame in 0..<samples.count / 2 {
      #expect(samples[2 * frame] == samples[2 * frame + 1])
      #expect(abs(samples[2 * frame] - last) < 0.01)
      last = samples[2 * frame]
    }
    #expect(last == to)
    #expect(samples[2 * 490] == to)
  }

  @Test func fullVolumeIsBitExact() {
    renderer.setConsuming(true)
    let samples = (0..<2000).map { Float($0) / 2000 }
    AudioRingTests.write(ring, samples)
    #expect(render(1000) == samples)
  }

  @Test func nextMediaTimeIsOfFirstUnreadSample() {
    #expect(renderer.nextMediaTime == nil)
    ring.addAnchor(media: 3_000_000_000, rate: 1, epoch: 0)
    AudioRingTests.write(ring, [Float](repeating: 1, count: 9600))
    renderer.setConsuming(true)
    #expect(renderer.nextMediaTime == 3_000_000_000)
    _ = render(4800)
    #expect(renderer.nextMediaTime == 3_100_000_000)
  }

  /// After `setConsuming(false)` has returned the ring may be reset: no callback accesses it any more.
  @Test func stopConsumingWaitsForCallback() {
    let renderer = renderer
    let ring = ring
    let isOver = Counter()
    concurrently(
      {
        let block = UnsafeMutablePointer<Float>.allocate(capacity: 256)
        while isOver.value == 0 { renderer.render(into: block, count: 128) }
        block.deallocate()
      },
      {
        for epoch in 1...2000 {
          renderer.setConsuming(false)
          let position = ring.position
          ring.reset(epoch: epoch)
          AudioRingTests.write(ring, [Float](repeating: 1, count: 64), epoch: epoch)
          #expect(ring.fill == 32 && ring.position >= position)
          renderer.setConsuming(true)
        }
        isOver.add()
      })
  }
}
