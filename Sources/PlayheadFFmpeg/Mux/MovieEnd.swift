import Foundation
import PlayheadBasics
import PlayheadNetworking

/// Shortens the edits of a written MP4 file to a duration: samples after the end, to which others refer, are hidden.
///
/// libavformat writes edits that begin anywhere but end with the last sample.
package enum MovieEnd {
  /// Sets the end of the presentation. A file that is shorter, or has no edits, is left unchanged.
  ///
  /// - Parameter seconds: The duration.
  /// - Throws: An error of the file system.
  package static func set(_ seconds: Double, ofFileAt path: String) throws {
    let source = try FileByteSource(path: path)
    try source.prepare()
    guard let size = source.size else { return }
    let reader = BoxReader(source)
    guard let movie = reader.boxes(in: 0..<size).first(where: { $0.type == "moov" }) else { return }
    let parts = reader.boxes(in: movie.content)
    guard let header = parts.first(where: { $0.type == "mvhd" }), let timescale = reader.header(header)?.timescale
    else {
      return
    }
    let end = Int64(saturating: (seconds * Double(timescale)).rounded())
    var changes: [Change] = []
    var longest: Int64 = 0
    for track in parts where track.type == "trak" {
      let boxes = reader.boxes(in: track.content)
      guard
        let list = boxes.first(where: { $0.type == "edts" }).flatMap({ edits in
          reader.boxes(in: edits.content).first { $0.type == "elst" }
        })
      else { continue }
      let (version, edits) = (reader.bytes(at: list.content.lowerBound, count: 1)?[0] ?? 0, reader.edits(list))
      let (width, entry): (Int64, Int64) = version == 1 ? (8, 20) : (4, 12)
      var before: Int64 = 0
      for (index, edit) in edits.enumerated() {
        let duration = max(0, min(edit.duration, end - before))
        if duration != edit.duration {
          let place = list.content.lowerBound + 8 + Int64(index) * entry
          changes.append(Change(offset: place, width: Int(width), value: duration))
        }
        before += duration
      }
      longest = max(longest, before)
      if let head = boxes.first(where: { $0.type == "tkhd" }) {
        let wide = reader.bytes(at: head.content.lowerBound, count: 1)?[0] == 1
        changes.append(
          Change(offset: head.content.lowerBound + (wide ? 28 : 20), width: wide ? 8 : 4, value: before))
      }
    }
    guard longest > 0 else { return }
    let wide = reader.bytes(at: header.content.lowerBound, count: 1)?[0] == 1
    changes.append(
      Change(offset: header.content.lowerBound + (wide ? 24 : 16), width: wide ? 8 : 4, value: longest))
    let file = try FileHandle(forUpdating: SystemPath.url(path))
    defer { try? file.close() }
    for change in changes {
      try file.seek(toOffset: UInt64(change.offset))
      try file.write(contentsOf: change.bytes)
    }
  }

  /// A number to write into the file.
  private struct Change {
    var offset: Int64
    var width: Int
    var value: Int64
    /// The big-endian bytes.
    var bytes: Data {
      Data((0..<width).map { UInt8(truncatingIfNeeded: value >> Int64(8 * (width - 1 - $0))) })
    }
  }
}
