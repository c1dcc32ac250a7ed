import PlayheadMedia
import Testing

@testable import PlayheadFFmpeg

/// Frames as specified by id3.org.
@Suite struct ID3TagsTests {
  private static func texts(_ tags: [MediaTag]) -> [String] { tags.map { "\($0.key)=\($0.text ?? "?")" } }

  @Test func readsEveryTextEncoding() {
    let tags = ID3Tags.read(
      Bytes.id3(
        version: 4, Bytes.frame("TIT2", [0, 0xE9, 0x74, 0xE9]),
        Bytes.frame("TALB", [1, 0xFF, 0xFE, 0x41, 0, 0x3A, 0x04]),
        Bytes.frame("TPE1", [2, 0x00, 0x41, 0x04, 0x3A]), Bytes.frame("TCOM", [3] + Array("Ñandú".utf8))))
    #expect(Self.texts(tags) == ["TIT2=été", "TALB=Aк", "TPE1=Aк", "TCOM=Ñandú"])
  }

  @Test func readsSeveralValuesOfOneFrame() {
    let tags = ID3Tags.read(Bytes.id3(version: 4, Bytes.frame("TPE1", [3] + Array("one\0two\0\0".utf8))))
    #expect(Self.texts(tags) == ["TPE1=one", "TPE1=two"])
  }

  @Test func commentsHaveLanguageAndDescription() {
    let tags = ID3Tags.read(
      Bytes.id3(
        Bytes.frame("COMM", [0] + Array("engnote\0text".utf8)),
        Bytes.frame("USLT", [1] + Array("deu".utf8) + [0xFF, 0xFE, 0, 0, 0xFF, 0xFE, 0x41, 0]),
        Bytes.frame("TXXX", [0] + Array("ASIN\0B00".utf8))))
    #expect(
      tags == [
        MediaTag(.id3, "COMM", .text("text"), language: "eng", info: "note"),
        MediaTag(.id3, "USLT", .text("A"), language: "deu"), MediaTag(.id3, "TXXX", .text("B00"), info: "ASIN"),
      ])
  }

  /// A line feed before its text begins a line (id3v2.3 §4.10); the times are milliseconds.
  @Test func synchronizedLyricsBecomeTimedText() {
    func line(_ text: String, _ time: Int) -> [UInt8] { Array("\n\(text)\0".utf8) + Bytes.big(time, 4) }
    let head = [0] + Array("eng".utf8)
    let tags = ID3Tags.read(
      Bytes.id3(
        Bytes.frame("SYLT", head + [2, 1] + Array("sung\0".utf8) + line("first", 1001) + line("second", 61_555)),
        Bytes.frame("SYLT", head + [1, 1, 0] + line("by frames", 40)),
        Bytes.frame("SYLT", head + [2, 1, 0] + Array("no end".utf8))))
    #expect(
      tags == [
        MediaTag(.id3, "SYLT", .text("[00:01.00]first\n[01:01.55]second"), language: "eng", info: "sung"),
        MediaTag(.id3, "SYLT", .text("by frames"), language: "eng"),
      ])
  }

  @Test(arguments: [
    ("17", "Rock"), ("(17)", "Rock"), ("(17)Other", "Other"), ("(RX)", "Remix"), ("Jazz", "Jazz"), ("(900)", "(900)"),
  ])
  func namesNumericGenres(_ stored: String, _ shown: String) {
    #expect(ID3Tags.read(Bytes.id3(Bytes.frame("TCON", [0] + Array(stored.utf8)))).first?.text == shown)
  }

  @Test func version22UsesShortNames() {
    let bytes = Bytes.id3(version: 2, Array("TT2".utf8) + [0, 0, 5, 0] + Array("Song".utf8))
    #expect(ID3Tags.read(bytes) == [MediaTag(.id3, "TIT2", .text("Song"))])
  }

  /// FF 00 represents FF where the header declares it.
  @Test func revertsUnsynchronization() {
    let stored: [UInt8] = Bytes.frame("TIT2", [1, 0xFF, 0xFE, 0x41, 0])
    let written = stored.flatMap { $0 == 0xFF ? [0xFF, 0x00] : [$0] }
    #expect(ID3Tags.read(Bytes.id3(flags: 0x80, written)).first?.text == "A")
  }

  /// iTunes wrote version 2.4 with whole numbers for sizes.
  @Test func acceptsSizesWithoutSevenBitEncoding() {
    let long = [UInt8](repeating: 0x61, count: 200)
    let tags = ID3Tags.read(
      Bytes.id3(version: 4, Bytes.frame("TIT2", [3] + long), Bytes.frame("TALB", [3] + Array("b".utf8))))
    #expect(tags.map(\.key) == ["TIT2", "TALB"])
    #expect(tags.first?.text?.count == 200)
  }

  @Test func damageEndsTag() {
    let whole = Bytes.id3(Bytes.frame("TIT2", [0] + Array("Song".utf8)), Bytes.frame("APIC", [9, 9]))
    for length in 0..<whole.count { _ = ID3Tags.read(Array(whole.prefix(length))) }
    for index in whole.indices {
      var damaged = whole
      damaged[index] ^= 0xFF
      _ = ID3Tags.read(damaged)
    }
    #expect(ID3Tags.read(Bytes.id3(Bytes.frame("TIT2", []) + [0xFF, 0xFF])).isEmpty)
  }

  @Test func readsVersion1Fields() {
    func field(_ text: String, _ length: Int) -> [UInt8] {
      Array(text.utf8) + [UInt8](repeating: 0x20, count: length - text.utf8.count)
    }
    let fields = [("Song", 30), ("Band", 30), ("Disc", 30), ("2004", 4), ("note", 28)]
    let bytes: [UInt8] = Array("TAG".utf8) + fields.flatMap { field($0.0, $0.1) } + [0, 7, 17]
    #expect(
      Self.texts(ID3Tags.readVersion1(bytes)) == [
        "TIT2=Song", "TPE1=Band", "TALB=Disc", "TYER=2004", "COMM=note", "TRCK=7", "TCON=Rock",
      ])
  }
}
