import AVFoundation
import CoreMedia
import Foundation
import Synchronization
import TestSupport
import Testing
import UniformTypeIdentifiers

/// Segments that a writer passes to its delegate, played from a playlist by ffmpeg and by Playhead.
@Suite("Segments of AVAssetWriter") struct SegmentWriterTests {
  /// Collects segments.
  private final class Collector: NSObject, AVAssetWriterDelegate {
    struct Segment: Sendable {
      var data: Data
      var type: AVAssetSegmentType
      var report: AVAssetSegmentReport?
    }
    let segments = Mutex<[Segment]>([])

    func assetWriter(
      _ writer: AVAssetWriter, didOutputSegmentData segmentData: Data, segmentType: AVAssetSegmentType,
      segmentReport: AVAssetSegmentReport?
    ) {
      segments.withLock { $0.append(Segment(data: segmentData, type: segmentType, report: segmentReport)) }
    }
  }

  private static func writer(_ collector: Collector, interval: CMTime) throws -> AVAssetWriter {
    let writer = AVAssetWriter(contentType: try #require(UTType(AVFileType.mp4.rawValue)))
    writer.delegate = collector
    writer.outputFileTypeProfile = .mpeg4AppleHLS
    writer.preferredOutputSegmentInterval = interval
    return writer
  }

  private static var video: [String: Any] { [AVVideoCodecKey: AVVideoCodecType.h264] }
  private static var audio: [String: Any] { [AVFormatIDKey: kAudioFormatMPEG4AAC] }

  /// Appends the samples of several inputs in the order of their times.
  private static func append(_ sources: [[CMSampleBuffer]], to inputs: [AVAssetWriterInput]) {
    var next = sources.map { _ in 0 }
    while let index = sources.indices.filter({ next[$0] < sources[$0].count }).min(by: {
      sources[$0][next[$0]].presentationTimeStamp < sources[$1][next[$1]].presentationTimeStamp
    }) {
      guard inputs[index].append(sources[index][next[index]]) else { return }
      next[index] += 1
    }
    for input in inputs { input.markAsFinished() }
  }

  /// Stores segments with their playlist, whose durations are those of the reports.
  private static func store(_ segments: [Collector.Segment], in folder: URL) throws -> URL {
    var lines = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:3", "#EXT-X-PLAYLIST-TYPE:VOD"]
    for (number, segment) in segments.enumerated() {
      let name = segment.type == .initialization ? "init.mp4" : "\(number).m4s"
      try segment.data.write(to: folder.appendingPathComponent(name))
      if segment.type == .initialization {
        lines.append("#EXT-X-MAP:URI=\"init.mp4\"")
      } else {
        let video = segment.report?.trackReports.first { $0.mediaType == .video }
        lines += ["#EXTINF:\(try #require(video).duration.seconds),", name]
      }
    }
    let playlist = folder.appendingPathComponent("index.m3u8")
    try Data((lines + ["#EXT-X-ENDLIST", ""]).joined(separator: "\n").utf8).write(to: playlist)
    return playlist
  }

  @Test(
    "encoded media is cut at sync samples every two seconds, and plays as a stream", .enabled(if: Probe.isInstalled))
  func interval() async throws {
    let folder = try TemporaryFolder()
    let fixture = AVURLAsset(url: try Fixtures.url("h264-bframes.mp4"))
    let frames = Array(try TrackSamples.read(fixture, .video, TrackSamples.biPlanar).prefix(150))
    let sounds = try TrackSamples.read(fixture, .audio, TrackSamples.pcm)
      .filter { $0.presentationTimeStamp.seconds < 5 }
    let collector = Collector()
    let writer = try Self.writer(collector, interval: CMTime(value: 2, timescale: 1))
    let inputs = [
      AVAssetWriterInput(mediaType: .video, outputSettings: Self.video),
      AVAssetWriterInput(mediaType: .audio, outputSettings: Self.audio),
    ]
    for input in inputs { writer.add(input) }
    try #require(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    Self.append([frames, sounds], to: inputs)
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    let segments = collector.segments.withLock { $0 }
    #expect(segments.map(\.type) == [.initialization, .separable, .separable, .separable])
    let reports = segments.compactMap { $0.report?.trackReports.first { $0.mediaType == .video } }
    #expect(reports.map { ($0.earliestPresentationTimeStamp.seconds * 30).rounded() } == [0, 60, 120])
    #expect(reports.map { ($0.duration.seconds * 30).rounded() } == [60, 60, 30])
    for (segment, report) in zip(segments.dropFirst(), reports) {
      let first = try #require(report.firstVideoSampleInformation)
      #expect(first.isSyncSample && first.offset + first.length <= segment.data.count)
      // The sample begins with the length of its first NAL unit (ISO/IEC 14496-15 §5.3.4.2).
      let start = segment.data.startIndex + first.offset
      let unit = segment.data[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
      #expect(unit > 0 && unit + 4 <= first.length)
    }
    let playlist = try Self.store(segments, in: folder.url)
    let types = try Probe.lines(
      playlist.path, "-allowed_extensions ALL -select_streams v -show_entries frame=pict_type,key_frame")
    #expect(types.count == 150)
    let keys = types.enumerated().filter { $0.element.hasPrefix("1") }.map(\.offset)
    #expect(Set([0, 60, 120]).isSubset(of: keys))
    // Playhead plays the stream: the numbers drawn into its frames.
    let generator = AVAssetImageGenerator(asset: AVURLAsset(url: playlist))
    generator.requestedTimeToleranceBefore = .zero
    generator.requestedTimeToleranceAfter = .zero
    for number in [0, 59, 60, 149] {
      // The timeline of a stream begins with the priming of the audio: 1024 of 48,000 samples a second.
      let time = CMTime(value: CMTimeValue(number), timescale: 30) + CMTime(value: 1024, timescale: 48_000)
      let (image, _) = try await generator.image(at: time)
      #expect(FrameNumber.read(image) == number)
    }
  }

  @Test("flushSegment ends a segment before the next frame, which becomes a sync sample")
  func flush() async throws {
    let fixture = AVURLAsset(url: try Fixtures.url("h264-bframes.mp4"))
    let frames = Array(try TrackSamples.read(fixture, .video, TrackSamples.biPlanar).prefix(40))
    let collector = Collector()
    let writer = try Self.writer(collector, interval: .indefinite)
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: Self.video)
    writer.add(input)
    try #require(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    for (number, frame) in frames.enumerated() {
      if number == 7 || number == 30 { writer.flushSegment() }
      try #require(input.append(frame))
    }
    input.markAsFinished()
    await writer.finishWriting()
    let reports = collector.segments.withLock { $0 }.compactMap { $0.report?.trackReports.first }
    #expect(reports.map { ($0.earliestPresentationTimeStamp.seconds * 30).rounded() } == [0, 7, 30])
    #expect(reports.allSatisfy { $0.firstVideoSampleInformation?.isSyncSample == true })
  }

  @Test("compressed samples are cut at the sync samples that they have")
  func copied() async throws {
    let fixture = AVURLAsset(url: try Fixtures.url("h264-bframes.mp4"))
    let packets = try TrackSamples.read(fixture, .video, nil)
    let collector = Collector()
    let writer = try Self.writer(collector, interval: CMTime(value: 3, timescale: 2))
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: nil)
    writer.add(input)
    try #require(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    for packet in packets { try #require(input.append(packet)) }
    await writer.finishWriting()
    let reports = collector.segments.withLock { $0 }.compactMap { $0.report?.trackReports.first }
    // The fixture has a sync sample each second: the first one after 1.5, 3, 4.5, 6, 7.5 and 9 seconds.
    #expect(reports.map { $0.earliestPresentationTimeStamp.seconds.rounded() } == [0, 2, 3, 5, 6, 8, 9])
  }

  @Test("a writer of segments fails without a delegate, a profile or an interval")
  func misconfigured() throws {
    let writer = AVAssetWriter(contentType: .mpeg4Movie)
    writer.add(AVAssetWriterInput(mediaType: .video, outputSettings: Self.video))
    let isStarted = writer.startWriting()
    #expect(!isStarted && writer.status == .failed && writer.error != nil)
    #expect(UTType("org.example.unknown") == nil && UTType(filenameExtension: "MOV") == .quickTimeMovie)
  }
}
