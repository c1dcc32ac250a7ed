import Testing

@testable import PlayheadCommand

@Suite struct StatusLineTests {
  private let playing = PlayerStatus(state: .playing, position: 5.9, duration: 20, rate: 1, volume: 80, isMuted: false)

  @Test(
    "drops least important parts first",
    arguments: [
      (60, "playing  0:05 / 0:20  ━━━━━━━╸─────────────────  1×  vol 80%"),
      (44, "playing  0:05 / 0:20  ━━╸──────  1×  vol 80%"),
      (42, "playing  0:05 / 0:20  1×  vol 80%"),
      (33, "playing  0:05 / 0:20  1×  vol 80%"),
      (32, "playing  0:05 / 0:20  1×"),
      (24, "playing  0:05 / 0:20  1×"),
      (23, "playing  0:05 / 0:20"),
      (19, "0:05 / 0:20"),
      (10, "0:05"),
      (3, ""),
      (0, ""),
    ])
  func dropsLeastImportantPartsFirst(width: Int, line: String) {
    let text = StatusLine(width: width).text(playing)
    #expect(text == line)
    #expect(CellText.width(text) <= width)
  }

  @Test("fills but never exceeds terminal width")
  func fillsButNeverExceedsTerminalWidth() {
    for state in [PlayerStatus.State.opening, .playing, .paused, .waiting, .ended] {
      for duration in [nil, 0, 59.0, 360_000] {
        let status = PlayerStatus(
          state: state, position: 1234.5, duration: duration, rate: 1.1, volume: 100, isMuted: true)
        for width in 0...200 {
          let text = StatusLine(width: width).text(status)
          #expect(CellText.width(text) <= width)
          if width >= 80 { #expect(CellText.width(text) == width) }
        }
      }
    }
  }

  @Test("bar shows position") func barShowsPosition() {
    func bar(_ position: Double, _ duration: Double?) -> String {
      let status = PlayerStatus(state: .playing, position: position, duration: duration)
      return StatusLine(width: 55, glyphs: .ascii).text(status).split(separator: " ").map(String.init)
        .first { $0.count > 8 && $0.allSatisfy { "=>-".contains($0) } } ?? ""
    }
    let length = bar(0, 10).count
    #expect(bar(0, 10) == ">" + String(repeating: "-", count: length - 1))
    #expect(bar(10, 10) == String(repeating: "=", count: length))
    #expect(bar(99, 10) == String(repeating: "=", count: length))
    #expect(bar(-5, 10).hasPrefix(">-"))
    #expect(bar(5, nil).allSatisfy { $0 == "-" })
    #expect(bar(5, 0).allSatisfy { $0 == "-" })
    #expect(bar(.nan, 10).allSatisfy { $0 == "-" })
  }

  @Test("uses ASCII where locale requires") func usesASCIIWhereLocaleRequires() {
    let status = PlayerStatus(state: .waiting, position: 61, duration: nil, rate: 0.91, volume: 0, isMuted: true)
    let text = StatusLine(width: 70, glyphs: .ascii).text(status)
    #expect(text.utf8.allSatisfy { $0 < 0x80 })
    #expect(text.hasPrefix("waiting  1:01 / -:--  "))
    #expect(text.hasSuffix("  0.91x  muted"))
  }

  @Test(arguments: [(1, "1"), (1.1, "1.1"), (0.5, "0.5"), (0.909, "0.91"), (1.05, "1.05"), (4, "4"), (0.999, "1")])
  func roundsRatesToTwoDigits(rate: Double, text: String) {
    #expect(StatusLine.rate(rate) == text)
  }
}
