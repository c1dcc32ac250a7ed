import AVFoundation
import Testing

@Suite("Programs that read, write and export, in Swift 5") struct WritingClientTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func fixture(_ name: String) -> AVURLAsset {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { folder.deleteLastPathComponent() }
    folder.appendPathComponent("Fixtures")
    if let path = ProcessInfo.processInfo.environment["PLAYHEAD_FIXTURES"] { folder = URL(fileURLWithPath: path) }
    return AVURLAsset(url: folder.appendingPathComponent(name))
  }

  @Test("a film is exported to another format")
  func exports() async {
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appendingPathComponent("a.mov")
    let result = await export(
      video: fixture("video-only.mp4"), withPreset: AVAssetExportPresetMediumQuality, atURL: url)
    #expect(result == "completed" && FileManager.default.fileExists(atPath: url.path))
    let other = await export(video: fixture("video-only.mp4"), toFileType: .wav, atURL: url)
    #expect(other == "The preset can't export the video to the output file type.")
  }

  @Test("a range is exported, and its handler examines the status")
  func trims() async {
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appendingPathComponent("a.mp4")
    let range = CMTimeRange(start: CMTime(value: 1, timescale: 1), duration: CMTime(value: 2, timescale: 1))
    await withCheckedContinuation { continuation in
      trim(fixture("h264-bframes.mp4"), to: range, url: url) { session in
        #expect(session.status == .completed)
        continuation.resume()
      }
    }
    #expect(abs(AVURLAsset(url: url).duration.seconds - 2) < 0.001)
  }

  @Test("the audio of a film is read to its end")
  func reads() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try readSamples(of: fixture("gapless48-a.wav"))
    #expect(result.count > 0 && result.status == .completed)
  }

  @Test("a film is encoded again with both of its tracks")
  func reencodes() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appendingPathComponent("a.mp4")
    let encoder = try Reencoder(asset: fixture("h264-bframes.mp4"), outputURL: url)
    let status = await withCheckedContinuation { continuation in
      encoder.run { continuation.resume(returning: $0) }
    }
    #expect(status == .completed)
    let made = AVURLAsset(url: url)
    #expect(made.tracks.map(\.mediaType) == [.video, .audio] && abs(made.duration.seconds - 2) < 0.05)
  }

  @Test("images become a film")
  func images() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appendingPathComponent("a.mov")
    await withCheckedContinuation { continuation in
      do {
        try makeMovie(of: 50, width: 64, height: 48, at: url) { writer in
          #expect(writer.status == .completed)
          continuation.resume()
        }
      } catch {
        Issue.record(error)
        continuation.resume()
      }
    }
    let track = AVURLAsset(url: url).tracks.first
    #expect(track?.naturalSize == CGSize(width: 64, height: 48) && track?.timeRange.duration.seconds == 2)
  }
}
