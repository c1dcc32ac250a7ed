import CoreMedia
import Foundation
import PlayheadFFmpeg
import PlayheadNetworking
import PlayheadSamples
import TestSupport
import Testing

/// Copies of files for devices that do not know their containers.
@Suite struct ContainerCopyTests {
  private func copy(
    _ name: String, _ arguments: String, to containers: [String], isCancelled: Bool = false
  ) throws -> (container: String, codecs: [String], seconds: Double, leftOver: Int)? {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try MadeFile.ffmpeg("\(arguments) \(name)", in: folder)
    let target = folder.appendingPathComponent("target")
    try FileManager.default.createDirectory(at: target, withIntermediateDirectories: false)
    let original = try Demuxer(source: FileByteSource(path: file.path), probesFully: true).info
    let made = ContainerCopy.make(
      of: file, options: RequestOptions(), info: original, containers: containers, in: target
    ) { isCancelled }
    let files = try FileManager.default.contentsOfDirectory(atPath: target.path)
    guard let made else {
      #expect(files.isEmpty)
      return nil
    }
    let demuxer = try Demuxer(source: FileByteSource(path: made.file.path), probesFully: true)
    let info = demuxer.info
    return (made.container, info.tracks.map(\.codecName), info.duration.seconds, files.count)
  }

  private let film = "-f lavfi -i testsrc=d=2:r=25:s=64x48 -f lavfi -i sine=d=2 -c:v libx264 -c:a aac"

  @Test func tracksAreCopiedIntoFirstContainerThatStoresThem() throws {
    let result = try #require(try copy("a.flv", film, to: ["mp4", "mpegts"]))
    #expect(result.container == "mp4" && result.codecs == ["h264", "aac"] && result.leftOver == 1)
    #expect(abs(result.seconds - 2) < 0.1)
  }

  @Test func containerThatCannotStoreTheTracksIsSkipped() throws {
    let vorbis = "-f lavfi -i testsrc=d=1:r=10:s=64x48 -f lavfi -i sine=d=1 -c:v libvpx -c:a libvorbis"
    #expect(try copy("a.mkv", vorbis, to: ["mpegts", "matroska"])?.container == "matroska")
    #expect(try copy("a.mkv", vorbis, to: ["mpegts"]) == nil)
  }

  @Test func codecThatDevicesDoNotExpectIsNotCopied() throws {
    // The muxers store FFV1 in MP4 and Opus in MPEG-TS.
    let lossless = "-f lavfi -i testsrc=d=1:r=10:s=64x48 -f lavfi -i sine=d=1 -c:v ffv1 -c:a flac"
    #expect(try copy("a.mkv", lossless, to: ["mp4", "mpegts"]) == nil)
    #expect(try copy("a.mkv", lossless, to: ["mp4", "matroska"])?.container == "matroska")
    let opus = "-f lavfi -i testsrc=d=1:r=10:s=64x48 -f lavfi -i sine=d=1 -c:v libx264 -c:a libopus"
    #expect(try copy("a.mkv", opus, to: ["mpegts", "mp4"])?.container == "mp4")
  }

  @Test func cancelledCopyLeavesNothing() throws {
    #expect(try copy("a.flv", film, to: ["mp4"], isCancelled: true) == nil)
  }
}
