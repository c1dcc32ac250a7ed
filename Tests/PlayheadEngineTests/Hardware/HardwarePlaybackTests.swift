import CoreMedia
import Foundation
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia
import TestSupport
import Testing

@testable import PlayheadEngine

/// Playback with simulated hardware shows the same frames as with software, whichever way hardware fails.
@Suite struct HardwarePlaybackTests {
  typealias Fault = SimulatedHardwareDecoder.Fault

  /// Two seconds in GOPs of 12 with B-frames.
  private static func file(in folder: URL) throws -> URL {
    try MadeFile.ffmpeg(
      "-f lavfi -i testsrc2=s=128x96:r=25:d=2 -pix_fmt yuv420p -c:v libx264 -preset veryfast -bf 3 -g 12 a.mp4",
      in: folder)
  }

  /// A stage with hardware that has a fault, and an item that requests it; nil for software.
  private func stage(
    _ file: URL, _ hardware: (fault: Fault?, index: Int)?
  ) -> (stage: Stage, item: EngineItem) {
    let provider = hardware.map { SimulatedHardwareDecoder.provider($0.fault, at: $0.index) }
    let stage = Stage(hasAudio: false, hardwareDecoders: provider.map { .provided($0) } ?? .none)
    let item = EngineItem(url: file)
    item.videoDecoding.choice = .vaapi
    stage.session.setItem(item)
    stage.advanceUntilIdle()
    return (stage, item)
  }

  /// The changes of the decoder in the journal.
  private func events(_ item: EngineItem) -> [VideoDecoderEvent] {
    item.journal.entries.compactMap { if case .videoDecoder(let event) = $0.event { event } else { nil } }
  }

  /// The times of all frames that playback shows, forward or backward.
  private func shownTimes(
    _ file: URL, rate: Float, _ hardware: (fault: Fault?, index: Int)?
  ) -> (times: [CMTime], events: [VideoDecoderEvent], interface: HardwareInterface?) {
    let (stage, item) = stage(file, hardware)
    defer { stage.close() }
    if rate < 0 { stage.seek(CMTime(value: 19, timescale: 10)) }
    stage.advanceUntilIdle()
    stage.clearRecords()
    #expect(stage.playToEnd(rate: rate))
    return (stage.shown.map(\.time), events(item), item.videoDecoding.interface)
  }

  /// The faults of the tests: of a packet, a frame, its copy, its time and of the end.
  private static let faults: [Fault] = [
    .sendError, .receiveError, .copyError, .refusal, .silence, .size, .foreignTime, .duplicate, .omission, .drainError,
  ]

  @Test("playback shows the same frames, and the journal the reason", arguments: [1, -1] as [Float])
  func playbackShowsSameFrames(rate: Float) throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try Self.file(in: folder)
    let software = shownTimes(file, rate: rate, nil)
    #expect(software.times.count > 40 && software.events.isEmpty && software.interface == nil)
    let flawless = shownTimes(file, rate: rate, (nil, 0))
    #expect(flawless.times == software.times && flawless.interface == .vaapi)
    #expect(flawless.events == [.hardware(.vaapi)])
    for fault in Self.faults {
      for index in [0, 17] {
        let (times, events, interface) = shownTimes(file, rate: rate, (fault, index))
        #expect(times == software.times, "\(fault) at \(index)")
        #expect(events.count == 2 && events.first == .hardware(.vaapi), "\(fault) at \(index): \(events)")
        #expect(interface == nil, "\(fault) at \(index)")
      }
    }
  }

  @Test("exact seeks and steps reach the same frames") func exactSeeksAndStepsReachSameFrames() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try Self.file(in: folder)
    func times(_ hardware: (fault: Fault?, index: Int)?) -> [CMTime] {
      let stage = stage(file, hardware).stage
      defer { stage.close() }
      return stage.timesOfSeeksAndSteps()
    }
    let software = times(nil)
    #expect(software.allSatisfy(\.isNumeric) && times((nil, 0)) == software)
    for fault in Self.faults {
      for index in [0, 9, 30] { #expect(times((fault, index)) == software, "\(fault) at \(index)") }
    }
  }
}
