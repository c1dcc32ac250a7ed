import Foundation

/// A small MP4 file composed box by box: text tracks and empty tracks, as chapters and language lists need them.
struct MadeMovie {
  struct Track {
    var identifier: Int
    /// Three letters.
    var language = "und"
    /// Text samples with the second at which each begins; nil for a track of video without samples.
    var texts: [(second: Int, text: String)]?
    var references: [(type: String, tracks: [Int])] = []
    var extendedLanguage: String?
    var userData: [UInt8] = []
    var width = 320
    var height = 240
  }

  var tracks: [Track]
  /// The length of the movie and of its texts.
  var seconds = 10
  var userData: [UInt8] = []

  /// Samples come first, so that their offsets are known when the tables are written.
  var data: Data {
    let brand = Bytes.box("ftyp", Array("isom".utf8), Bytes.big(0, 4))
    var samples: [UInt8] = []
    var places: [Int: [(offset: Int, size: Int)]] = [:]
    for track in tracks {
      places[track.identifier] = (track.texts ?? []).map { entry in
        let sample = Bytes.big(entry.text.utf8.count, 2) + Array(entry.text.utf8)
        defer { samples += sample }
        return (brand.count + 8 + samples.count, sample.count)
      }
    }
    let header = Bytes.full(
      "mvhd", Bytes.big(0, 8), Bytes.big(1000, 4), Bytes.big(seconds * 1000, 4), Bytes.big(0x1_0000, 4),
      Bytes.big(0x100, 2), Bytes.big(0, 10), Self.matrix, Bytes.big(0, 24), Bytes.big(99, 4))
    let boxes = tracks.flatMap { box($0, places[$0.identifier] ?? []) }
    return Data(brand + Bytes.box("mdat", samples) + Bytes.box("moov", header, boxes, userData))
  }

  private static let matrix = [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000].flatMap { Bytes.big($0, 4) }

  private func box(_ track: Track, _ places: [(offset: Int, size: Int)]) -> [UInt8] {
    let isText = track.texts != nil
    let header = Bytes.box(
      "tkhd", [0, 0, 0, 3], Bytes.big(0, 8), Bytes.big(track.identifier, 4), Bytes.big(0, 4),
      Bytes.big(seconds * 1000, 4), Bytes.big(0, 16), Self.matrix, Bytes.big(track.width << 16, 4),
      Bytes.big(track.height << 16, 4))
    let letters = track.language.utf8.reduce(0) { $0 << 5 | (Int($1) - 0x60) }
    let mediaHeader = Bytes.full(
      "mdhd", Bytes.big(0, 8), Bytes.big(1000, 4), Bytes.big(seconds * 1000, 4), Bytes.big(letters, 2), [0, 0])
    let handler = Bytes.full("hdlr", Bytes.big(0, 4), Array((isText ? "text" : "vide").utf8), Bytes.big(0, 13))
    let language = track.extendedLanguage.map { Bytes.full("elng", Array($0.utf8) + [0]) } ?? []
    let information = Bytes.box(
      "minf", isText ? Bytes.box("gmhd") : Bytes.full("vmhd", Bytes.big(0, 8)), table(track, places))
    let references =
      track.references.isEmpty
      ? [] : Bytes.box("tref", track.references.flatMap { Bytes.box($0.type, $0.tracks.flatMap { Bytes.big($0, 4) }) })
    return Bytes.box(
      "trak", header, references, Bytes.box("mdia", mediaHeader, handler, language, information), track.userData)
  }

  private func table(_ track: Track, _ places: [(offset: Int, size: Int)]) -> [UInt8] {
    let starts = (track.texts ?? []).map { $0.second * 1000 } + [seconds * 1000]
    let lengths = zip(starts, starts.dropFirst()).map { $1 - $0 }
    return Bytes.box(
      "stbl", Bytes.full("stsd", Bytes.big(1, 4), entry(track)),
      Bytes.full("stts", Bytes.big(lengths.count, 4), lengths.flatMap { Bytes.big(1, 4) + Bytes.big($0, 4) }),
      Bytes.full(
        "stsc", Bytes.big(places.isEmpty ? 0 : 1, 4),
        places.isEmpty ? [] : Bytes.big(1, 4) + Bytes.big(1, 4) + Bytes.big(1, 4)),
      Bytes.full("stsz", Bytes.big(0, 4), Bytes.big(places.count, 4), places.flatMap { Bytes.big($0.size, 4) }),
      Bytes.full("stco", Bytes.big(places.count, 4), places.flatMap { Bytes.big($0.offset, 4) }))
  }

  private func entry(_ track: Track) -> [UInt8] {
    if track.texts != nil { return Bytes.box("text", Bytes.big(0, 6), Bytes.big(1, 2), Bytes.big(0, 43)) }
    return Bytes.box(
      "avc1", Bytes.big(0, 6), Bytes.big(1, 2), Bytes.big(0, 16), Bytes.big(track.width, 2), Bytes.big(track.height, 2),
      Bytes.big(0x48_0000, 4), Bytes.big(0x48_0000, 4), Bytes.big(0, 4), Bytes.big(1, 2), Bytes.big(0, 32),
      Bytes.big(24, 2), Bytes.big(0xFFFF, 2))
  }
}
