import TestSupport
import Testing

@testable import PlayheadAudio

@Suite struct DeviceFrameMapTests {
  @Test func emptyMapHasNoPosition() {
    #expect(DeviceFrameMap().ringPosition(ofDeviceFrame: 0) == nil)
  }

  @Test func interpolatesWithinSpan() {
    let log = DeviceFrameMap()
    log.append(deviceFrame: 1000, ringPosition: 50, count: 100)
    #expect(log.ringPosition(ofDeviceFrame: 1000) == 50)
    #expect(log.ringPosition(ofDeviceFrame: 1099) == 149)
    #expect(log.ringPosition(ofDeviceFrame: 1100) == 150)
  }

  @Test func positionHoldsDuringSilence() {
    let log = DeviceFrameMap()
    log.append(deviceFrame: 1000, ringPosition: 50, count: 100)
    log.append(deviceFrame: 2000, ringPosition: 150, count: 10)
    #expect(log.ringPosition(ofDeviceFrame: 1500) == 150)
    #expect(log.ringPosition(ofDeviceFrame: 2005) == 155)
    #expect(log.ringPosition(ofDeviceFrame: 9999) == 160)
    #expect(log.ringPosition(ofDeviceFrame: 0) == 50)
  }

  /// Against a plain list: random spans and silences, extended or restarted, more than the map holds.
  @Test func newestSpansAreExact() {
    var numbers = SeededNumbers(7)
    for _ in 0..<200 {
      let log = DeviceFrameMap()
      var map: [(device: Int64, ring: Int64)] = []
      var breaks: [Int] = []
      var device: Int64 = 0
      var ring: Int64 = 0
      for _ in 0..<150 {
        switch Int.random(in: 0..<4, using: &numbers) {
        case 0:
          device += .random(in: 1...50, using: &numbers)
        case 1:
          // A jump: the ring was cleared and refilled.
          ring += .random(in: 1...50, using: &numbers)
        default:
          let count = Int64.random(in: 1...30, using: &numbers)
          log.append(deviceFrame: device, ringPosition: ring, count: count)
          if map.last?.device != device - 1 || map.last?.ring != ring - 1 { breaks.append(map.count) }
          for index in 0..<count { map.append((device + index, ring + index)) }
          device += count
          ring += count
        }
      }
      // The last 64 continuous spans must be known.
      let known = breaks.count > 64 ? breaks[breaks.count - 64] : 0
      for entry in map[known...] { #expect(log.ringPosition(ofDeviceFrame: entry.device) == entry.ring) }
    }
  }

  /// Written by one thread while another reads: an answer is either nil or correct, never a mixture of two spans.
  @Test func concurrentReadsNeverMixSpans() {
    let log = DeviceFrameMap()
    let written = Counter()
    concurrently(
      {
        for index in 0..<100_000 {
          // Device frame f is always ring frame f + 7 × (f ÷ 10); each span is separate.
          log.append(deviceFrame: Int64(index * 10), ringPosition: Int64(index * 17), count: 10)
          written.add()
        }
      },
      {
        while written.value < 100_000 {
          let frame = Int64(max(0, written.value - 1) * 10 + 3)
          guard let position = log.ringPosition(ofDeviceFrame: frame) else { continue }
          // Overwritten spans are answered with the earliest known one.
          #expect(position == frame / 10 * 17 + 3 || position % 17 == 0 && position > frame / 10 * 17)
        }
      })
    let last: Int64 = 99_999 * 17 + 5
    #expect(log.ringPosition(ofDeviceFrame: 999_995) == last)
  }
}
