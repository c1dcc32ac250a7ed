import Foundation
import TestSupport
import Testing

@testable import PlayheadEngine
@testable import PlayheadItems

/// Undecodable files fail with their cause, and files without keyframe flags play.
@Suite(.serialized) struct UndecodableMediaTests {
  private func failure(_ url: URL) -> MediaError.Kind? {
    let stage = Stage()
    stage.open(url)
    stage.playToEnd()
    #expect(!stage.eventLog.contains("playedToEnd"))
    return stage.events.compactMap { _, event in
      if case .itemChanged(_, let item) = event { item.error?.kind } else { nil }
    }.last
  }

  @Test func encryptedSamplesAreReportedAsProtected() throws {
    guard case .isProtected = try failure(Fixtures.url("cenc.mp4")) else {
      Issue.record("its protection is not told")
      return
    }
  }

  @Test(.enabled(if: MadeFile.hasFFmpeg, "there is no ffmpeg to make the file with"))
  func failsWhenNothingIsDecoded() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let clip = try MadeFile.ffmpeg("-f lavfi -i testsrc=d=1:r=10:s=64x48 -c:v mjpeg film.mkv", in: folder)
    // Every start-of-image marker is overwritten: the container is intact, the frames are not.
    var data = try Data(contentsOf: clip)
    while let place = data.range(of: Data([0xFF, 0xD8, 0xFF])) {
      data.replaceSubrange(
        place.lowerBound..<min(place.lowerBound + 300, data.count), with: Data(repeating: 0, count: 300))
    }
    try data.write(to: clip)
    #expect(failure(clip) == .decodeFailed(codec: "mjpeg"))
  }

  @Test(.enabled(if: MadeFile.hasFFmpeg, "there is no ffmpeg to make the file with"))
  func playsPacketsWithoutKeyframeFlags() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let clip = try MadeFile.ffmpeg("-f lavfi -i testsrc=d=2:r=10:s=64x48 -c:v flv -g 300 film.mkv", in: folder)
    var data = [UInt8](try Data(contentsOf: clip))
    // Simple blocks of track 1 (RFC 9559 §10.2): the element's identifier, its size, the track, two bytes of time, the
    // flags.
    for place in data.indices where data[place] == 0xA3 && place + 1 < data.count {
      let track = place + 2 + data[place + 1].leadingZeroBitCount
      guard track + 3 < data.count, data[track] == 0x81, data[track + 3] == 0x80 else { continue }
      data[track + 3] = 0
    }
    try Data(data).write(to: clip)
    let stage = Stage()
    stage.open(clip)
    #expect(stage.playToEnd())
    #expect(stage.shown.count == 20)
    #expect(stage.eventLog.last == "playedToEnd")
  }
}
