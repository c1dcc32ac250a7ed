import CoreMedia
import Foundation
import PlayheadItems
import TestSupport
import Testing

@testable import PlayheadEngine

/// A transport stream with one damaged time.
@Suite struct DamagedTimestampTests {
  /// The offset of the PTS in the first PES packet with PTS and DTS after an offset (ISO 13818-1 §2.4.3.6).
  private func timestamp(in data: Data, after offset: Int) throws -> Int {
    for place in offset..<(data.count - 20) where data[place] == 0 && data[place + 1] == 0 && data[place + 2] == 1 {
      let isVideo = (0xE0...0xEF).contains(data[place + 3])
      if isVideo, data[place + 6] & 0xC0 == 0x80, data[place + 7] & 0xC0 == 0xC0 { return place + 9 }
    }
    throw CocoaError(.fileReadCorruptFile)
  }

  /// The offset of the presentation time and of the decode time after it.
  @Test(arguments: [0, 5]) func oneDamagedTimeDoesNotExtendPlayback(field: Int) throws {
    var data = try Data(contentsOf: Fixtures.url("start-offset.ts"))
    let place = try timestamp(in: data, after: data.count / 2) + field
    // The highest bits: 2^32 ticks of 90 kHz are more than thirteen hours.
    data[place] ^= 0x08
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("damaged.ts")
    try data.write(to: file)

    let intact = Stage()
    try intact.open("start-offset.ts")
    intact.advanceUntilIdle()
    #expect(intact.playToEnd())
    let damaged = Stage()
    damaged.session.setItem(EngineItem(url: file))
    damaged.advanceUntilIdle()
    let start = damaged.clock.now
    #expect(damaged.playToEnd())
    #expect(damaged.eventLog.contains("playedToEnd"))
    #expect(abs((damaged.session.currentTime() - intact.session.currentTime()).seconds) < 0.1)
    #expect((damaged.clock.now - start).seconds < intact.session.currentTime().seconds + 1)
  }
}
