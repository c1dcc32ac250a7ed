import CoreMedia
import Foundation
import PlayheadMedia
import Testing

@testable import PlayheadFFmpeg

/// Boxes of ISO/IEC 14496-12 and the QuickTime File Format.
@Suite struct MP4TagsTests {
  private static func item(_ type: String, _ dataType: Int, _ content: [UInt8]) -> [UInt8] {
    Bytes.box(type, Bytes.box("data", Bytes.big(dataType, 4), [0, 0, 0, 0], content))
  }

  private static func movie(_ parts: [UInt8]..., brand: String = "isom") -> MP4Movie {
    let file =
      Bytes.box("ftyp", Array(brand.utf8), Bytes.big(0, 4))
      + Bytes.box(
        "moov", Bytes.full("mvhd", Bytes.big(0, 8), Bytes.big(1000, 4), Bytes.big(5000, 4)), parts.flatMap { $0 })
    return MP4Movie(MemorySource(Data(file)), isQuickTime: brand == "qt  ")
  }

  private static func userData(_ items: [UInt8]...) -> [UInt8] {
    Bytes.box("udta", Bytes.full("meta", Bytes.full("hdlr", Bytes.big(0, 20)), Bytes.box("ilst", items.flatMap { $0 })))
  }

  @Test func iTunesValues() {
    let list = Self.userData(
      Self.item("©nam", 1, Array("Song é".utf8)), Self.item("©ART", 2, [0x04, 0x3A]), Self.item("tmpo", 21, [0, 120]),
      Self.item("cpil", 21, [1]), Self.item("gnre", 0, [0, 14]), Self.item("trkn", 0, [0, 0, 0, 2, 0, 12, 0, 0]))
    #expect(
      Self.movie(list).tags == [
        MediaTag(.iTunes, "©nam", .text("Song é")), MediaTag(.iTunes, "©ART", .text("к")),
        MediaTag(.iTunes, "tmpo", .integer(120)), MediaTag(.iTunes, "cpil", .integer(1)),
        MediaTag(.iTunes, "gnre", .text("Pop")), MediaTag(.iTunes, "trkn", .bytes([0, 0, 0, 2, 0, 12, 0, 0], .raw)),
      ])
  }

  /// Numbers beyond ID3's list have no name.
  @Test(arguments: [(0, nil), (1, "Blues"), (18, "Rock"), (9000, nil)] as [(Int, String?)])
  func numericGenresAreNamed(number: Int, name: String?) {
    let tags = Self.movie(Self.userData(Self.item("gnre", 0, Bytes.big(number, 2)))).tags
    #expect(tags == [MediaTag(.iTunes, "gnre", name.map { .text($0) } ?? .integer(Int64(number)))])
  }

  /// Cover art of megabytes is not read, only located.
  @Test func coverStaysInFile() throws {
    let cover = [UInt8](repeating: 7, count: 3 << 20)
    let tags = Self.movie(Self.userData(Self.item("covr", 13, cover))).tags
    guard case .stored(let range, .jpeg)? = tags.first?.value else { return #expect(Bool(false)) }
    #expect(range.count == cover.count)
  }

  @Test func iTunesLongForm() {
    let item = Bytes.box(
      "----", Bytes.full("mean", Array("com.apple.iTunes".utf8)), Bytes.full("name", Array("UPC".utf8)),
      Bytes.box("data", Bytes.big(1, 4), Bytes.big(0, 4), Array("0034".utf8)))
    #expect(Self.movie(Self.userData(item)).tags == [MediaTag(.iTunesLongForm, "com.apple.iTunes.UPC", .text("0034"))])
  }

  @Test func quickTimeKeys() {
    let keys = Bytes.full("keys", Bytes.big(1, 4), Bytes.box("mdta", Array("com.apple.quicktime.make".utf8)))
    let list = Bytes.box(
      "ilst",
      Bytes.big(8 + 20, 4) + Bytes.big(1, 4)
        + Bytes.box("data", Bytes.big(1, 4), [0, 0, 0x15, 0xC7], Array("Mill".utf8)))
    let meta = Bytes.box("meta", Bytes.full("hdlr", Bytes.big(0, 20)), keys, list)
    #expect(
      Self.movie(meta, brand: "qt  ").tags == [
        MediaTag(.quickTimeMetadata, "com.apple.quicktime.make", .text("Mill"), language: "eng")
      ])
  }

  /// The same title in two languages: three letters of five bits each, and a number of the Macintosh's list.
  @Test func readsUserDataInLanguages() {
    let german = Bytes.big(4, 2) + [0x10, 0xB5] + Array("Lied".utf8)
    let french = Bytes.big(7, 2) + [0x00, 0x01] + Array("chanson".utf8)
    #expect(
      Self.movie(Bytes.box("udta", Bytes.box("©nam", german + french)), brand: "qt  ").tags == [
        MediaTag(.quickTimeUserData, "©nam", .text("Lied"), language: "deu"),
        MediaTag(.quickTimeUserData, "©nam", .text("chanson"), language: "fra"),
      ])
  }

  @Test func userDataOf3GPP() {
    let title = Bytes.full("titl", [0x15, 0xC7], Array("Clip".utf8), [0])
    let year = Bytes.full("yrrc", Bytes.big(2009, 2))
    #expect(
      Self.movie(Bytes.box("udta", title, year)).tags == [
        MediaTag(.isoUserData, "titl", .text("Clip"), language: "eng"), MediaTag(.isoUserData, "yrrc", .integer(2009)),
      ])
  }

  /// An empty edit of 0.5 s, two seconds of media, and a second at half speed.
  @Test func readsEditListSegments() throws {
    let header = Bytes.full("tkhd", Bytes.big(0, 8), Bytes.big(3, 4))
    let mediaHeader = Bytes.full("mdhd", Bytes.big(0, 8), Bytes.big(100, 4), Bytes.big(400, 4), [0x55, 0xC4, 0, 0])
    func edit(_ duration: Int, _ time: Int, _ rate: Int) -> [UInt8] {
      Bytes.big(duration, 4) + Bytes.big(time, 4) + Bytes.big(rate, 4)
    }
    let list = Bytes.full(
      "elst", Bytes.big(3, 4), edit(500, -1, 0x1_0000), edit(2000, 50, 0x1_0000), edit(1000, 250, 0x8000))
    let track = Bytes.box("trak", header, Bytes.box("mdia", mediaHeader), Bytes.box("edts", list))
    let segments = try #require(Self.movie(track).tracks[3]).details.segments
    #expect(segments.map(\.target.start.seconds) == [0, 0.5, 2.5])
    #expect(segments.map(\.target.duration.seconds) == [0.5, 2, 1])
    #expect(segments.map(\.source.isValid) == [false, true, true])
    #expect(segments.dropFirst().map(\.source.start.seconds) == [0.5, 2.5])
    #expect(segments.dropFirst().map(\.source.duration.seconds) == [2, 0.5])
  }

  @Test func damageEndsBox() {
    let whole =
      Bytes.box("ftyp", Array("isom".utf8), Bytes.big(0, 4))
      + Bytes.box("moov", Self.userData(Self.item("©nam", 1, Array("Song".utf8)), Self.item("trkn", 0, [0, 0, 0, 2])))
    for length in whole.indices { _ = MP4Movie(MemorySource(Data(whole.prefix(length))), isQuickTime: false) }
    for index in whole.indices {
      var damaged = whole
      damaged[index] ^= 0xFF
      _ = MP4Movie(MemorySource(Data(damaged)), isQuickTime: false)
    }
  }
}
