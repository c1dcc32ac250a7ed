import AVFoundation
import CoreMedia
import Foundation
import TestSupport
import Testing

/// Files exported without encoding, compared by what ffmpeg decodes from them and from their sources.
@Suite("AVAssetExportSession") struct AssetExportTests {
  private static func session(_ name: String) throws -> AVAssetExportSession {
    let asset = AVURLAsset(url: try Fixtures.url(name))
    return try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough))
  }

  /// The checksums of all decoded frames of a stream, one a line, without their times.
  private static func hashes(_ file: URL, _ stream: String) throws -> [Substring] {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let made = try MadeFile.ffmpeg(
      "-i \(file.path) -map 0:\(stream) -fps_mode passthrough -f framemd5 out.txt", in: folder)
    let text = try String(contentsOf: made, encoding: .utf8)
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .compactMap { $0.split(separator: ",").last?.drop { $0 == " " } }
  }

  private static func names(in folder: TemporaryFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
  }

  @Test(
    "a whole file has the same frames, audio and metadata in another container", .enabled(if: MadeFile.hasFFmpeg),
    arguments: [
      ("h264-bframes.mp4", AVFileType.mov, "a.mov"), ("demo.mp4", AVFileType.mp4, "a.mp4"),
      ("hevc.mp4", AVFileType.mov, "a.mov"), ("rotated.mp4", AVFileType.mp4, "a.mp4"),
      ("edit-list.mp4", AVFileType.mp4, "a.mp4"),
    ])
  func wholeFile(_ name: String, _ type: AVFileType, _ output: String) async throws {
    let folder = try TemporaryFolder()
    let session = try Self.session(name)
    #expect(session.supportedFileTypes.contains(type) && session.status == .unknown)
    let file = folder.url.appendingPathComponent(output)
    try await session.export(to: file, as: type)
    #expect(session.status == .completed && session.progress == 1 && session.error == nil)
    #expect(try Self.names(in: folder) == [output])
    let source = try Fixtures.url(name)
    #expect(try Self.hashes(file, "V") == Self.hashes(source, "V"))
    let (old, new) = (AVURLAsset(url: source), AVURLAsset(url: file))
    #expect(new.tracks.map(\.mediaType).contains(.video))
    #expect(new.tracks.first?.preferredTransform == old.tracks.first?.preferredTransform)
    #expect(abs(new.duration.seconds - old.duration.seconds) < 0.05)
  }

  @Test(
    "a range of MP4 is exact to the frame", .enabled(if: MadeFile.hasFFmpeg),
    arguments: ["h264-bframes.mp4", "video-only.mp4"], [41..<77, 30..<60, 7..<8])
  func range(_ name: String, _ numbers: Range<Int>) async throws {
    let folder = try TemporaryFolder()
    let session = try Self.session(name)
    session.timeRange = CMTimeRange(
      start: CMTime(value: CMTimeValue(numbers.lowerBound), timescale: 30),
      end: CMTime(value: CMTimeValue(numbers.upperBound), timescale: 30))
    session.shouldOptimizeForNetworkUse = true
    let file = folder.url.appendingPathComponent("part.mp4")
    try await session.export(to: file, as: .mp4)
    let all = try Self.hashes(try Fixtures.url(name), "v")
    #expect(try Self.hashes(file, "v") == Array(all[numbers]))
    let duration = AVURLAsset(url: file).duration.seconds
    #expect(abs(duration - Double(numbers.count) / 30) < 0.001)
  }

  @Test("audio is copied to containers of its own", .enabled(if: MadeFile.hasFFmpeg))
  func audio() async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("a.flac")
    try await Self.session("audio.flac").export(to: file, as: .init(rawValue: "org.xiph.flac"))
    #expect(try Self.hashes(file, "a").joined() == Self.hashes(try Fixtures.url("audio.flac"), "a").joined())
  }

  @Test("metadata of the program replaces that of the asset")
  func metadata() async throws {
    let folder = try TemporaryFolder()
    let session = try Self.session("video-only.mp4")
    let title = AVMutableMetadataItem()
    title.identifier = .commonIdentifierTitle
    title.value = "A title" as NSString
    session.metadata = [title]
    let file = folder.url.appendingPathComponent("a.mp4")
    try await session.export(to: file, as: .mp4)
    let found = AVURLAsset(url: file).commonMetadata.first { $0.commonKey == .commonKeyTitle }
    #expect(found?.stringValue == "A title")
  }

  @Test("an existing file is left alone, and an unsupported type is refused")
  func failures() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("a.mp4", Data("mine".utf8))
    let existing = try Self.session("video-only.mp4")
    await #expect(throws: AVError.self) { try await existing.export(to: file, as: .mp4) }
    #expect((existing.error as? AVError)?.code == .fileAlreadyExists && existing.status == .failed)
    #expect(try Data(contentsOf: file) == Data("mine".utf8))
    let other = try Self.session("video-only.mp4")
    #expect(!other.supportedFileTypes.contains(.mp3))
    await #expect(throws: AVError.self) {
      try await other.export(to: folder.url.appendingPathComponent("a.mp3"), as: .mp3)
    }
    #expect((other.error as? AVError)?.code == .exportFailed)
    #expect(try Self.names(in: folder) == ["a.mp4"])
  }

  @Test("an export that is cancelled while it encodes leaves nothing")
  func cancelled() async throws {
    let folder = try TemporaryFolder()
    let asset = AVURLAsset(url: try Fixtures.url("h264-bframes.mp4"))
    // The whole file takes seconds to encode; the first part of it, a fraction of one.
    let session = try #require(
      AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHEVCHighestQuality))
    session.outputURL = folder.url.appendingPathComponent("a.mp4")
    session.outputFileType = .mp4
    await withCheckedContinuation { continuation in
      session.exportAsynchronously { continuation.resume() }
      session.cancelExport()
    }
    #expect(session.status == .cancelled)
    #expect((session.error as? AVError)?.code == .operationCancelled)
    #expect(try Self.names(in: folder).isEmpty)
  }

  @Test("an export that is cancelled before its start does not begin")
  func cancelledBefore() async throws {
    let folder = try TemporaryFolder()
    let session = try Self.session("demo.mp4")
    session.outputURL = folder.url.appendingPathComponent("a.mp4")
    session.outputFileType = .mp4
    session.cancelExport()
    await withCheckedContinuation { continuation in session.exportAsynchronously { continuation.resume() } }
    #expect(session.status == .cancelled)
    #expect(try Self.names(in: folder).isEmpty)
  }

  @Test(
    "reordered frames of Matroska, which stores no decode times, are copied", .enabled(if: MadeFile.hasFFmpeg),
    arguments: [("a.mkv", "org.matroska.mkv"), ("a.mp4", "public.mpeg-4"), ("a.mov", "com.apple.quicktime-movie")])
  func matroska(_ name: String, _ type: String) async throws {
    let folder = try TemporaryFolder()
    let made = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: made) }
    let source = try MadeFile.ffmpeg("-i \(try Fixtures.url("h264-bframes.mp4").path) -c copy in.mkv", in: made)
    let session = try #require(
      AVAssetExportSession(asset: AVURLAsset(url: source), presetName: AVAssetExportPresetPassthrough))
    let file = folder.url.appendingPathComponent(name)
    try await session.export(to: file, as: AVFileType(type))
    #expect(try Self.hashes(file, "v") == Self.hashes(source, "v"))
    let numbers = try TrackSamples.read(AVURLAsset(url: file), .video, TrackSamples.biPlanar).map(TrackSamples.number)
    #expect(numbers == (0..<numbers.count).map { $0 } && numbers.count == 300)
  }

  @Test("a header without samples is not exported to an empty file", .enabled(if: MadeFile.hasFFmpeg))
  func header() async throws {
    let folder = try TemporaryFolder()
    let made = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: made) }
    let whole = try Data(
      contentsOf: MadeFile.ffmpeg(
        "-i \(try Fixtures.url("h264-bframes.mp4").path) -c copy -movflags +frag_keyframe+empty_moov in.mp4", in: made))
    let fragment = try #require(whole.range(of: Data("moof".utf8)))
    let source = made.appendingPathComponent("header.mp4")
    try whole[..<(fragment.lowerBound - 4)].write(to: source)
    let session = try #require(
      AVAssetExportSession(asset: AVURLAsset(url: source), presetName: AVAssetExportPresetPassthrough))
    await #expect(throws: AVError.self) {
      try await session.export(to: folder.url.appendingPathComponent("a.mkv"), as: AVFileType("org.matroska.mkv"))
    }
    #expect((session.error as? AVError)?.code == .noSourceTrack)
    #expect(try Self.names(in: folder).isEmpty)
  }

  @Test("a session exports once, and says so when it is used again")
  func again() async throws {
    let folder = try TemporaryFolder()
    let session = try Self.session("video-only.mp4")
    try await session.export(to: folder.url.appendingPathComponent("a.mp4"), as: .mp4)
    let second = folder.url.appendingPathComponent("b.mp4")
    await #expect(throws: AVError.self) { try await session.export(to: second, as: .mp4) }
    #expect(try Self.names(in: folder) == ["a.mp4"])
  }

  @Test("states are reported in order, with growing progress, and end with the export")
  func states() async throws {
    let folder = try TemporaryFolder()
    let session = try Self.session("demo.mp4")
    let states = session.states(updateInterval: 0)
    async let ended: Void = session.export(to: folder.url.appendingPathComponent("a.mp4"), as: .mp4)
    var names: [String] = []
    for await state in states {
      let name =
        switch state {
        case .pending: "pending"
        case .waiting: "waiting"
        case .exporting: "exporting"
        }
      if names.last != name { names.append(name) }
      if case .exporting(let progress) = state { #expect((0...1).contains(progress.fractionCompleted)) }
    }
    try await ended
    #expect(names == ["pending", "waiting", "exporting"])
  }

  @Test("streams, compositions and unknown presets have no session; states end with the export")
  func sessions() async throws {
    let stream = AVURLAsset(url: URL(fileURLWithPath: "/nowhere/a.m3u8"))
    #expect(AVAssetExportSession(asset: stream, presetName: AVAssetExportPresetPassthrough) == nil)
    #expect(AVAssetExportSession(asset: AVMutableComposition(), presetName: AVAssetExportPresetPassthrough) == nil)
    let asset = AVURLAsset(url: try Fixtures.url("video-only.mp4"))
    #expect(AVAssetExportSession(asset: asset, presetName: "AVAssetExportPreset0x0") == nil)
    #expect(
      AVAssetExportSession.exportPresets(compatibleWith: asset)
        == AVAssetExportSession.allExportPresets().filter { $0 != AVAssetExportPresetAppleM4A })
    let folder = try TemporaryFolder()
    let session = try Self.session("video-only.mp4")
    let size = try FileManager.default.attributesOfItem(atPath: try Fixtures.url("video-only.mp4").path)[.size]
    let ratio = Double(session.estimatedOutputFileLength) / Double(try #require(size as? Int))
    #expect((0.5...1.5).contains(ratio))
    async let ended: Void = session.export(to: folder.url.appendingPathComponent("a.mp4"), as: .mp4)
    for await _ in session.states(updateInterval: 0.01) {}
    try await ended
    #expect(session.status == .completed)
  }
}
