import Synchronization
import Testing

@testable import PlayheadCommand

@Suite struct TextTests {
  @Test(arguments: [
    (0, "0:00", "0:00.000"), (5.9, "0:05", "0:05.900"), (59.9996, "0:59", "1:00.000"), (60, "1:00", "1:00.000"),
    (3599, "59:59", "59:59.000"), (3600, "1:00:00", "1:00:00.000"), (36_061.25, "10:01:01", "10:01:01.250"),
    (-1.5, "-0:01", "-0:01.500"), (-0.0001, "0:00", "0:00.000"),
  ])
  func formatsTimes(seconds: Double, clock: String, precise: String) {
    #expect(TimeText.clock(seconds) == clock)
    #expect(TimeText.precise(seconds) == precise)
  }

  @Test("unknown time shows dashes", arguments: [nil, .nan, .infinity, -.infinity] as [Double?])
  func unknownTimeShowsDashes(seconds: Double?) {
    #expect(TimeText.clock(seconds) == "–:––")
    #expect(TimeText.precise(seconds) == "–:––")
  }

  @Test("absurd time is printable") func absurdTimeIsPrintable() {
    #expect(TimeText.clock(1e300).count < 20)
    #expect(TimeText.precise(-1e300).count < 20)
  }

  @Test(arguments: [
    ("abc", 3), ("", 0), ("é", 1), ("e\u{301}", 1), ("界", 2), ("한글", 4), ("😀", 2), ("👩‍👩‍👧", 2), ("❤\u{FE0F}", 2),
    ("ｶﾅ", 2),
    ("Ａ", 2), ("—", 1), ("\u{7}", 0),
  ])
  func countsCellsOfText(text: String, width: Int) {
    #expect(CellText.width(text) == width)
  }

  @Test("truncates text to width") func truncatesTextToWidth() {
    #expect(CellText.truncated("abcdef", to: 6) == "abcdef")
    #expect(CellText.truncated("abcdef", to: 4) == "abc…")
    #expect(CellText.truncated("世界地図", to: 6) == "世界…")
    #expect(CellText.truncated("世界", to: 3) == "世…")
    #expect(CellText.truncated("abc", to: 1) == "…")
    #expect(CellText.truncated("abc", to: 0) == "")
    #expect(CellText.truncated("abcdef", to: 5, ellipsis: "...") == "ab...")
  }

  @Test("replaces control characters in names") func replacesControlCharactersInNames() {
    #expect(CellText.printable("a\u{1B}[2Jb\u{9B}c\nd\u{202E}e") == "a\u{FFFD}[2Jb\u{FFFD}c\u{FFFD}d\u{FFFD}e")
    #expect(CellText.printable("naïve 映画") == "naïve 映画")
  }

  @Test(arguments: [
    (["LANG": "C.UTF-8"], GlyphSet.unicode), (["LANG": "de_DE.utf8"], .unicode),
    (["LC_ALL": "C", "LANG": "C.UTF-8"], .ascii),
    (["LC_ALL": "", "LC_CTYPE": "en_US.UTF-8", "LANG": "C"], .unicode), ([:], .ascii),
    (["LANG": "de_DE.ISO-8859-1"], .ascii),
  ])
  func localeSelectsGlyphs(environment: [String: String], glyphs: GlyphSet) {
    #expect(GlyphSet(environment: environment) == glyphs)
  }

  @Test("expired messages show title") func expiredMessagesShowTitle() {
    let time = Mutex(0)
    var line = MessageLine { time.withLock { $0 } }
    line.setTitle("映画.mkv")
    #expect(line.text(width: 40, glyphs: .unicode) == "映画.mkv")
    line.set(["a long line of keys", "keys"], for: .keys)
    #expect(line.text(width: 40, glyphs: .unicode) == "a long line of keys")
    #expect(line.text(width: 10, glyphs: .unicode) == "keys")
    #expect(line.text(width: 3, glyphs: .unicode) == "ke…")
    time.withLock { $0 = 7999 }
    #expect(line.isFresh)
    time.withLock { $0 = 8000 }
    #expect(!line.isFresh)
    #expect(line.text(width: 40, glyphs: .ascii) == "??.mkv")
  }
}
