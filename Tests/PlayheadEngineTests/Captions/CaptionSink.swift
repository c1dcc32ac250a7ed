import CoreMedia
import Foundation
import PlayheadMedia
import PlayheadText
import TestSupport

@testable import PlayheadCaptionTracks
@testable import PlayheadClock
@testable import PlayheadPipeline

/// A video sink that records the captions over each frame.
final class CaptionSink: VideoSink {
  struct CaptionSample: Sendable, Equatable {
    var time: Double
    var texts: [String]
    /// Whether it came with a frame.
    var hasFrame: Bool
  }

  private let seen = Collected<CaptionSample>()
  var all: [CaptionSample] { seen.all }
  var lead: HostDuration { .zero }
  func clear() {}

  func present(_ presented: PresentedFrame) {
    add(presented.captions, presented.frame.presentationTime, hasFrame: true)
  }

  func presentCaptions(_ captions: ItemCaptions, at time: CMTime, deadline: HostTime) {
    add(captions, time, hasFrame: false)
  }

  private func add(_ captions: ItemCaptions, _ time: CMTime, hasFrame: Bool) {
    let texts = captions.scene(at: time).layers.flatMap { $0.cues.map(\.cue.text) }
    seen.add(CaptionSample(time: time.seconds, texts: texts, hasFrame: hasFrame))
  }

  /// The shown captions, without repetitions, each with the time of the first frame that showed it.
  var eventLog: [(time: Double, texts: [String])] {
    var eventLog: [(Double, [String])] = []
    for seen in all where eventLog.last?.1 != seen.texts { eventLog.append((seen.time, seen.texts)) }
    return eventLog
  }
}

/// Videos with captions, made for a test.
enum CaptionMedia {
  static let hasFFmpeg: Bool = ["/usr/bin/ffmpeg", "/usr/local/bin/ffmpeg"].contains {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// Muxes `clip` with the captions of `text` into Matroska; removed with the test's folder.
  static func matroska(_ clip: String, _ text: String, name: String) throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("captions-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let captions = folder.appendingPathComponent("a.srt")
    try Data(text.utf8).write(to: captions)
    let result = folder.appendingPathComponent(name)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "ffmpeg", "-nostdin", "-v", "error", "-y", "-i", try Fixtures.url(clip).path, "-i", captions.path, "-map", "0:v",
      "-map", "1", "-c:v", "copy", "-c:s", "srt", result.path,
    ]
    try process.run()
    process.waitUntilExit()
    return result
  }
}
