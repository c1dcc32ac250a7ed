import CoreMedia
import Testing

@testable import PlayheadHLS

@Suite struct RepeatedPacketsTests {
  private func retained(_ packets: [(stream: Int, time: Int64)], by repeated: inout RepeatedPackets) -> [Int64] {
    var times: [Int64] = []
    for packet in packets {
      let time = CMTime(value: packet.time, timescale: 10)
      if !repeated.contain(stream: packet.stream, decodeTime: time) { times.append(packet.time) }
    }
    return times
  }

  @Test func dropsPacketsReadBeforeFailure() {
    var repeated = RepeatedPackets()
    #expect(retained([(0, 1), (1, 1), (0, 2), (0, 3)], by: &repeated) == [1, 1, 2, 3])
    repeated.expect()
    repeated.partEnded()
    #expect(retained([(0, 1), (1, 1), (0, 2), (0, 3), (1, 2), (0, 4), (1, 3)], by: &repeated) == [2, 4, 3])
  }

  @Test func deliversOlderPacketsAfterFirstNewOne() {
    var repeated = RepeatedPackets()
    _ = retained([(0, 5)], by: &repeated)
    repeated.expect()
    repeated.partEnded()
    #expect(retained([(0, 5), (0, 6), (0, 2)], by: &repeated) == [6, 2])
  }

  @Test func dropsNothingAfterNextPart() {
    var repeated = RepeatedPackets()
    _ = retained([(0, 5), (1, 5)], by: &repeated)
    repeated.expect()
    repeated.partEnded()
    #expect(retained([(0, 6)], by: &repeated) == [6])
    repeated.partEnded()
    #expect(retained([(1, 4)], by: &repeated) == [4])
  }

  @Test func deliversPacketsWithoutDecodeTime() {
    var repeated = RepeatedPackets()
    _ = retained([(0, 5)], by: &repeated)
    repeated.expect()
    repeated.partEnded()
    let isLeftOut = repeated.contain(stream: 0, decodeTime: .invalid)
    #expect(!isLeftOut)
  }
}
