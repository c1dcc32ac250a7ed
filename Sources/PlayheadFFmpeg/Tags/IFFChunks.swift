import PlayheadMedia

/// The chunks of RIFF and FORM files (WAV, AIFF); used only to find an embedded ID3 tag.
struct IFFChunks {
  /// Reads ranges of the file.
  private let reader: BoxReader
  /// The size of the file in bytes.
  private let size: Int64

  /// Creates a reader of a file with a known size.
  init(_ reader: BoxReader, size: Int64) {
    self.reader = reader
    self.size = size
  }

  /// The frames of the embedded ID3 tag; nil if there is none, or if the file is not RIFF or FORM.
  func id3() -> [MediaTag]? {
    guard let head = reader.exactBytes(0..<12) else { return nil }
    let isLittle = TagBytes.latin1(head[0..<4]) == "RIFF"
    guard isLittle || TagBytes.latin1(head[0..<4]) == "FORM" else { return nil }
    var position: Int64 = 12
    for _ in 0..<TagLimits.count where position + 8 <= size {
      guard let chunk = reader.exactBytes(position..<position + 8) else { return nil }
      var bytes = TagBytes(chunk[4...])
      guard let length = isLittle ? bytes.littleNumber(4) : bytes.number(4) else { return nil }
      let start = position + 8
      if TagBytes.latin1(chunk[0..<4]).lowercased() == "id3 ", length <= TagLimits.bytes {
        return reader.exactBytes(start..<min(size, start + Int64(length))).map(ID3Tags.read)
      }
      // Chunks begin at even positions.
      position = start + Int64(length) + Int64(length & 1)
    }
    return nil
  }
}
