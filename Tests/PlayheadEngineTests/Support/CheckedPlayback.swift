import CoreMedia
import Foundation
import PlayheadDump
import PlayheadMedia
import TestSupport
import Testing

@testable import PlayheadEngine
@testable import PlayheadItems

/// A session that plays a file, with the checksums of its frames.
struct CheckedPlayback {
  let stage: Stage
  let item: EngineItem
  private let frames = Collected<(time: CMTime, checksum: UInt32)>()

  init(_ file: URL, deinterlaces: Bool = false, filters: (inout VideoFilterSettings) -> Void = { _ in }) {
    stage = Stage(hasAudio: false, deinterlaces: deinterlaces)
    item = EngineItem(url: file)
    item.videoDecoding.changeFilters(filters)
    let frames = frames
    stage.session.attach(CapturingVideoSink { frames.add(($0.time, $0.checksum)) })
    stage.session.setItem(item)
    stage.advanceUntilIdle()
  }

  /// The newest frame.
  var last: (time: CMTime, checksum: UInt32)? { frames.all.last }

  /// The checksums of all frames that playback shows, by their times, with the one before it.
  func play(rate: Float) -> [CMTime: UInt32] {
    #expect(stage.playToEnd(rate: rate))
    return Dictionary(frames.all.map { ($0.time, $0.checksum) }) { $1 }
  }

  /// The frame that a paused seek shows.
  func seek(_ seconds: Double) -> (time: CMTime, checksum: UInt32)? {
    frames.forget()
    _ = stage.seekAndWait(CMTime(seconds: seconds, preferredTimescale: 1000))
    stage.advanceUntilIdle()
    return last
  }

  /// The frame after a step.
  func step(by count: Int) -> (time: CMTime, checksum: UInt32)? {
    stage.session.step(by: count)
    stage.advanceUntilIdle()
    return last
  }
}
