import CoreMedia
import Foundation
import PlayheadNetworking
import PlayheadTesting
import Synchronization
import TestSupport
import Testing

/// Errors at the end of a file affect only the damaged data: everything read before plays, as in FFmpeg.
@Suite(.serialized, .enabled(if: MadeFile.hasFFmpeg, "there is no ffmpeg to make the files with"))
struct ReadErrorTests {
  /// Frames of video and seconds of audio as ffmpeg decodes them.
  private func counted(_ file: URL, in folder: URL) throws -> (frames: Int, seconds: Double) {
    func lines(_ stream: String) throws -> [[String]] {
      let report = try? MadeFile.ffmpeg(
        "-threads 1 -i \(file.lastPathComponent) -map 0:\(stream) -fps_mode passthrough -f framecrc report.txt",
        in: folder)
      let text = try report.map { try String(contentsOf: $0, encoding: .utf8) } ?? ""
      return text.split(separator: "\n").map { $0.split(whereSeparator: { $0 == "," || $0 == " " }).map(String.init) }
    }
    let audio = try lines("a")
    let rate = audio.first { $0.first == "#sample_rate" }.flatMap { Double($0.last ?? "") } ?? 1
    // The fourth column: the duration of a frame in the time base, which is the sample rate.
    let samples = audio.filter { $0.first == "0" }.compactMap { Double($0[3]) }.reduce(0, +)
    return (try lines("v").count { $0.first == "0" }, samples / rate)
  }

  private func play(_ url: URL, sources: any ByteSourceProvider = StandardByteSourceProvider()) -> Stage {
    let stage = Stage(sources: { _ in sources })
    stage.open(url)
    stage.playToEnd()
    return stage
  }

  /// Their demuxers return an error where a packet is truncated, or assign one time to all packets (RealAudio 1.0).
  @Test(arguments: [
    "-f lavfi -i sine=d=4:r=44100 -c:a wavpack cut.wv",
    "-f lavfi -i sine=d=4:r=44100 -c:a adpcm_ima_apm -f apm cut.apm",
    "-f lavfi -i sine=d=4:r=44100 -f wsaud cut.aud",
    "-f lavfi -i sine=d=4:r=8000 -ac 1 -c:a real_144 -f rm cut.ra",
    "-f lavfi -i testsrc=d=4:r=25:s=176x144 -f lavfi -i sine=d=4:r=44100 -c:v rv20 -c:a ac3 cut.rm",
    "-f lavfi -i testsrc=d=4:r=25:s=176x144 -f lavfi -i sine=d=4:r=44100 -c:v cinepak -f film_cpk cut.cpk",
    "-f lavfi -i testsrc=d=4:r=25:s=176x144 -f lavfi -i sine=d=4:r=44100 cut.swf",
  ]) func truncatedFilesPlayAsFarAsFFmpegDecodes(_ command: String) throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try MadeFile.ffmpeg(command, in: folder)
    let whole = try Data(contentsOf: file)
    try whole.prefix(whole.count * 7 / 10).write(to: file)
    let expected = try counted(file, in: folder)
    try #require(expected.seconds > 1.5)
    let stage = play(file)
    #expect(stage.eventLog.last == "playedToEnd")
    #expect(abs(stage.shown.count - expected.frames) <= 1)
    let recording = try #require(Recording(stage.capturedAudio))
    #expect(abs(recording.seconds - expected.seconds) < 0.1, "\(recording.seconds) s instead of \(expected.seconds) s")
  }

  /// Cryo APC has no index and no packets: audio follows its header to the end of the file (IMA ADPCM, two samples a
  /// byte).
  @Test func packetlessAudioPlaysToLastByte() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    func little(_ number: UInt32) -> Data { withUnsafeBytes(of: number.littleEndian) { Data($0) } }
    let header = Data("CRYO_APC1.20".utf8) + [88_200, 22_050, 0, 0, 1].map { little($0) }.reduce(Data(), +)
    let file = folder.appendingPathComponent("made.apc")
    try (header + Data((0..<33_333).map { UInt8(truncatingIfNeeded: $0 * 37) })).write(to: file)
    let stage = play(file)
    #expect(stage.eventLog.last == "playedToEnd")
    let recording = try #require(Recording(stage.capturedAudio))
    #expect(abs(recording.seconds - 33_333 / 22_050.0) < 0.01)
  }

  /// The disk fails in the middle: queued packets play, then the failure is reported.
  @Test func queuedPacketsPlayBeforeReadErrorIsReported() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let clip = try MadeFile.ffmpeg(
      "-f lavfi -i testsrc=d=8:r=25:s=176x144 -f lavfi -i sine=d=8:r=48000 -c:v mpeg4 -c:a ac3 film.mkv", in: folder)
    let size = try Data(contentsOf: clip).count
    let broken = play(clip, sources: BrokenDisk(end: Int64(size / 2)))
    #expect(broken.eventLog.last == "failedToPlayToEnd readFailed(errno: 5)")
    let whole = try Data(contentsOf: clip)
    // Data after the last whole buffer of libavformat cannot be read either.
    try whole.prefix(size / 2 / 65_536 * 65_536).write(to: clip)
    let expected = try counted(clip, in: folder)
    try #require(expected.frames > 50)
    #expect(broken.shown.count >= expected.frames - 1)
    let recording = try #require(Recording(broken.capturedAudio))
    #expect(recording.seconds > expected.seconds - 0.1)
  }

  /// With several threads the decoder reports the error of a frame when it is drained, before it returns the later
  /// ones.
  @Test(arguments: [1, 2, 3, 4]) func showsFramesBehindDamagedOne(fromTheEnd distance: Int) throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let clip = try MadeFile.ffmpeg(
      "-f lavfi -i testsrc=d=2:r=10:s=176x144 -c:v libx264 -preset ultrafast -g 1 -pix_fmt yuv420p film.mkv", in: folder
    )
    var data = [UInt8](try Data(contentsOf: clip))
    // Slices of an IDR frame: four bytes of length, then the NAL unit header (ITU-T H.264 §7.3.1).
    let slices = data.indices.dropLast(8).filter { place in
      data[place + 4] == 0x65 && data[place] == 0 && data[place + 1] == 0
        && place + 4 + Int(data[place + 2]) << 8 + Int(data[place + 3]) <= data.count && data[place + 2] > 1
    }
    try #require(slices.count == 20)
    let damaged = slices[slices.count - 1 - distance]
    for place in damaged + 4..<damaged + 200 { data[place] = 0 }
    try Data(data).write(to: clip)
    let stage = play(clip)
    #expect(stage.eventLog.last == "playedToEnd")
    let times = stage.shown.map { Int(($0.time.seconds * 10).rounded()) }
    #expect(times == (0..<20).filter { $0 != 19 - distance })
  }
}

/// Files whose bytes cannot be read from an offset on.
private struct BrokenDisk: ByteSourceProvider {
  let end: Int64
  func source(for url: URL, options: RequestOptions) throws(ByteSourceError) -> any ByteSource {
    BrokenFile(base: try FileByteSource(path: url.path), end: end)
  }
}

private final class BrokenFile: WrappedFile {
  let base: FileByteSource
  private let end: Int64
  private let place = Atomic<Int64>(0)

  init(base: FileByteSource, end: Int64) {
    (self.base, self.end) = (base, end)
  }

  func seek(to offset: Int64) throws(ByteSourceError) {
    place.store(offset, ordering: .relaxed)
    try base.seek(to: offset)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    let start = place.load(ordering: .relaxed)
    guard start < end else { throw .system(code: EIO, path: "film") }
    let count = Int(min(Int64(buffer.count), end - start))
    let read = try base.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]))
    place.store(start + Int64(read), ordering: .relaxed)
    return read
  }
}
