import CPlayheadFFmpeg
import CoreMedia
import Foundation
import PlayheadFFmpeg
import PlayheadMedia
import PlayheadNetworking
import PlayheadTesting
import TestSupport

/// A fixture cut into segments at its keyframes, as a server stores it.
struct SlicedStream {
  struct MissingVideo: Error {}

  struct Segment {
    var data: Data
    var duration: Double
  }

  var section: Data?
  var segments: [Segment]
  var suffix: String

  /// A transport stream: each segment begins with the tables in its first two packets.
  static func transport(_ name: String) throws -> SlicedStream {
    let url = try Fixtures.url(name)
    let data = try Data(contentsOf: url)
    var demuxer = try Demuxer(source: FileByteSource(path: url.path))
    guard let video = demuxer.info.preferredTrack(.video) else { throw MissingVideo() }
    var cuts: [(offset: Int, time: Double)] = []
    while let packet = try demuxer.readPacket() {
      guard packet.streamIndex == video.index, packet.isKey, let offset = packet.fileOffset else { continue }
      cuts.append((Int(offset) / 188 * 188, packet.presentationTime.seconds))
    }
    let tables = table(of: data)
    let end = demuxer.info.duration.seconds
    let segments = cuts.indices.map { index in
      let from = index == 0 ? 0 : cuts[index].offset
      let to = index + 1 < cuts.count ? cuts[index + 1].offset : data.count
      let start = index == 0 ? 0 : cuts[index].time
      return Segment(
        data: (index == 0 ? Data() : tables) + data[from..<to],
        duration: (index + 1 < cuts.count ? cuts[index + 1].time : end) - start)
    }
    return SlicedStream(section: nil, segments: segments, suffix: "ts")
  }

  /// The first packets of the program's tables: identifier 0, and the one that follows it.
  private static func table(of data: Data) -> Data {
    var found = Data()
    var hasProgram = false
    for start in stride(from: 0, to: min(data.count - 188, 188 * 50), by: 188) {
      let identifier = (Int(data[start + 1]) & 0x1F) << 8 | Int(data[start + 2])
      if identifier == 0, !hasProgram {
        found += data[start..<start + 188]
        hasProgram = true
      } else if hasProgram, identifier == 0x1000 {
        return found + data[start..<start + 188]
      }
    }
    return found
  }

  /// A fragmented MP4: one segment for each fragment. `clear`: another one with the same times, for a file whose
  /// times cannot be read.
  static func fragments(_ name: String, timedAs clear: String? = nil) throws -> SlicedStream {
    let url = try Fixtures.url(name)
    let data = try Data(contentsOf: url)
    var section = Data()
    var pieces: [Data] = []
    var at = 0
    while at + 8 <= data.count {
      let size = data[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
      let type = String(decoding: data[at + 4..<at + 8], as: UTF8.self)
      let box = data[at..<at + size]
      switch type {
      case "ftyp", "moov": section += box
      case "moof": pieces.append(Data(box))
      case "mdat": if !pieces.isEmpty { pieces[pieces.count - 1] += box }
      default: break
      }
      at += size
    }
    var demuxer = try Demuxer(source: FileByteSource(path: try Fixtures.url(clear ?? name).path))
    let video = demuxer.info.preferredTrack(.video)?.index
    var times: [Double] = []
    while let packet = try demuxer.readPacket() {
      if packet.streamIndex == video, packet.isKey { times.append(packet.presentationTime.seconds) }
    }
    times.append(demuxer.info.duration.seconds)
    let segments = pieces.enumerated().map { Segment(data: $1, duration: times[$0 + 1] - times[$0]) }
    return SlicedStream(section: section, segments: segments, suffix: "m4s")
  }

  func path(_ folder: String, _ index: Int) -> String { "\(folder)/\(index).\(suffix)" }

  /// The text of its playlist. `tags` are inserted before a segment.
  func playlist(kind: String = "VOD", tags: (Int) -> [String] = { _ in [] }, ends: Bool = true) -> String {
    var lines = [
      "#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:\(Int((segments.map(\.duration).max() ?? 1).rounded(.up)))",
    ]
    if !kind.isEmpty { lines.append("#EXT-X-PLAYLIST-TYPE:\(kind)") }
    if section != nil { lines.append("#EXT-X-MAP:URI=\"init.mp4\"") }
    for (index, segment) in segments.enumerated() {
      lines += tags(index) + [String(format: "#EXTINF:%.6f,", segment.duration), "\(index).\(suffix)"]
    }
    if ends { lines.append("#EXT-X-ENDLIST") }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Serves it with a playlist `index.m3u8` below a folder.
  func serve(_ folder: String, on server: FaultServer, playlist: String? = nil) {
    server.serve("\(folder)/index.m3u8", ServedResource(.data(Data((playlist ?? self.playlist()).utf8))))
    if let section { server.serve("\(folder)/init.mp4", ServedResource(.data(section))) }
    for (index, segment) in segments.enumerated() {
      server.serve(path(folder, index), ServedResource(.data(segment.data)))
    }
  }

  /// Encrypted completely (RFC 8216 §4.3.2.4), each segment with its own key and vector.
  func encrypted(_ secret: (Int) -> (key: [UInt8], vector: [UInt8])) -> SlicedStream {
    var copy = self
    for index in segments.indices {
      let (key, vector) = secret(index)
      let filling = 16 - segments[index].data.count % 16
      let plain = Array(segments[index].data) + [UInt8](repeating: UInt8(filling), count: filling)
      var output = [UInt8](repeating: 0, count: plain.count)
      var chained = vector
      let context = av_aes_alloc()
      av_aes_init(context, key, 128, 0)
      av_aes_crypt(context, &output, plain, Int32(plain.count / 16), &chained, 0)
      av_free(UnsafeMutableRawPointer(context))
      copy.segments[index].data = Data(output)
    }
    return copy
  }
}

/// The lines of a dump.
struct DumpedLines {
  var lines: [String] = []
  var frames: [String] { lines.filter { $0.hasPrefix("video") } }
  var audioFrames = 0
  var events: [String] { lines.filter { $0.hasPrefix("event") } }

  init(_ url: URL) {
    var all: [String] = []
    let summary = PlaybackDump.run(url: url) { all.append($0) }
    lines = all
    audioFrames = summary.audioFrames
  }
}
