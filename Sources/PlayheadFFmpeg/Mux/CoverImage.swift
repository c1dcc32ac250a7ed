import CPlayheadFFmpeg
import PlayheadBasics

/// The type and the size of the stored bytes of a cover, which containers declare.
struct CoverImage {
  /// libavcodec's identifier of the image codec.
  let codec: AVCodecID
  /// The width in pixels.
  let width: Int
  /// The height in pixels.
  let height: Int

  /// The MIME type, for attachments.
  var mimeType: String { "image/" + (names?.type ?? "jpeg") }
  /// A file name, for attachments.
  var fileName: String { "cover." + (names?.ending ?? "jpg") }

  private var names: (type: String, ending: String)? {
    codec == AV_CODEC_ID_PNG ? ("png", "png") : codec == AV_CODEC_ID_BMP ? ("bmp", "bmp") : nil
  }

  /// Reads the header of an image; nil for other formats than JPEG, PNG and BMP, and for damaged ones.
  init?(_ bytes: [UInt8]) {
    func number(_ place: Int, _ count: Int) -> Int? {
      guard place >= 0, place + count <= bytes.count else { return nil }
      return bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
    }
    var size: (width: Int, height: Int)?
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      // The IHDR chunk is the first one (ISO/IEC 15948 §5.6).
      codec = AV_CODEC_ID_PNG
      if let width = number(16, 4), let height = number(20, 4) { size = (width, height) }
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      codec = AV_CODEC_ID_MJPEG
      size = Self.jpegSize(bytes)
    } else if bytes.starts(with: [0x42, 0x4D]), bytes.count >= 26 {
      codec = AV_CODEC_ID_BMP
      func little(_ place: Int) -> Int {
        Int(Int32(truncatingIfNeeded: (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }).magnitude)
      }
      size = (little(18), little(22))
    } else {
      return nil
    }
    guard let size, (1...65_535).contains(size.width), (1...65_535).contains(size.height) else { return nil }
    (width, height) = (size.width, size.height)
  }

  /// The size in the frame header (ITU-T T.81 §B.2.2).
  private static func jpegSize(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
    var place = 2
    while place + 9 <= bytes.count {
      guard bytes[place] == 0xFF else { return nil }
      let marker = bytes[place + 1]
      if marker == 0xFF {
        place += 1
        continue
      }
      // SOF0 to SOF15 without DHT, JPG and DAC.
      if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
        return (Int(bytes[place + 7]) << 8 | Int(bytes[place + 8]), Int(bytes[place + 5]) << 8 | Int(bytes[place + 6]))
      }
      if marker == 0x01 || (0xD0...0xD8).contains(marker) {
        place += 2
      } else {
        let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
        guard length >= 2 else { return nil }
        place += 2 + length
      }
    }
    return nil
  }
}
