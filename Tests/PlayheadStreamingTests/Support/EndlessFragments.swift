import Foundation

/// The fragments of a file repeated at later times, as from an encoder that never ends. No discontinuity marks the
/// repetition.
struct EndlessFragments {
  let sliced: SlicedStream
  /// Timescales by track.
  private let timescales: [UInt32: Double]

  init(_ name: String) throws {
    sliced = try SlicedStream.fragments(name)
    var timescales: [UInt32: Double] = [:]
    for track in Box.all(in: sliced.section ?? Data()).filter({ $0.type == "trak" }) {
      let inner = Box.all(in: track.content)
      guard let head = inner.first(where: { $0.type == "tkhd" }), let media = inner.first(where: { $0.type == "mdhd" })
      else { continue }
      // Version 1 has dates of eight bytes (ISO/IEC 14496-12 §8.3.2, §8.4.2).
      let identifier = head.content.number(at: head.content.first == 1 ? 20 : 12, bytes: 4)
      timescales[UInt32(identifier)] = Double(media.content.number(at: media.content.first == 1 ? 20 : 12, bytes: 4))
    }
    self.timescales = timescales
  }

  /// The duration of the file.
  var period: Double { sliced.segments.reduce(0) { $0 + $1.duration } }
  func duration(_ number: Int) -> Double { sliced.segments[number % sliced.segments.count].duration }

  /// A segment with its times.
  func data(_ number: Int) -> Data {
    let loops = Double(number / sliced.segments.count)
    var data = Data(sliced.segments[number % sliced.segments.count].data)
    let boxes = Box.all(in: data)
    for (index, box) in boxes.enumerated() where box.type == "tfdt" {
      guard let head = boxes[..<index].last(where: { $0.type == "tfhd" }),
        let scale = timescales[UInt32(head.content.number(at: 4, bytes: 4))]
      else { continue }
      let bytes = box.content.first == 1 ? 8 : 4
      let time = box.content.number(at: 4, bytes: bytes) + UInt64((loops * period * scale).rounded())
      for place in 0..<bytes {
        data[box.start + 4 + place] = UInt8(truncatingIfNeeded: time >> UInt64(8 * (bytes - 1 - place)))
      }
    }
    return data
  }

  /// A box of MP4, and the boxes within containers.
  private struct Box {
    var type: String
    /// The offset of its content.
    var start: Int
    var content: Data

    static let holders: Set<String> = ["moov", "trak", "mdia", "moof", "traf"]

    static func all(in data: Data) -> [Box] {
      var found: [Box] = []
      var at = data.startIndex
      while at + 8 <= data.endIndex {
        let size = Int(data.number(at: at - data.startIndex, bytes: 4))
        guard size >= 8, at + size <= data.endIndex else { break }
        let type = String(decoding: data[at + 4..<at + 8], as: UTF8.self)
        let content = data[at + 8..<at + size]
        found.append(Box(type: type, start: at + 8, content: content))
        if holders.contains(type) { found += all(in: content) }
        at += size
      }
      return found
    }
  }
}

extension Data {
  /// A big-endian number at an offset in these bytes.
  fileprivate func number(at offset: Int, bytes: Int) -> UInt64 {
    self[startIndex + offset..<startIndex + offset + bytes].reduce(0) { $0 << 8 | UInt64($1) }
  }
}
