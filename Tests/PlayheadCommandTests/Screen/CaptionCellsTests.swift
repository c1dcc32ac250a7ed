import CoreMedia
import PlayheadText
import Testing

@testable import PlayheadCommand

/// Captions as lines of a terminal.
@Suite struct CaptionCellsTests {
  private func scene(_ texts: String..., edit: (inout Cue) -> Void = { _ in }) -> CaptionScene {
    var scene = CaptionScene()
    let cues = texts.enumerated().map { number, text in
      var cue = Cue(start: .zero, end: .positiveInfinity, source: text, runs: [CueRun(text)])
      edit(&cue)
      return (number, cue)
    }
    scene.layers = [CaptionScene.Layer(identifier: 1, time: .zero, cues: cues)]
    return scene
  }

  private func lines(_ scene: CaptionScene, columns: Int = 20, rows: Int = 10) -> [CaptionCells.Line] {
    CaptionCells.lines(of: scene, columns: columns, rows: rows, glyphs: .unicode)
  }

  @Test("captions are centered in lowest rows") func captionsAreCenteredInLowestRows() {
    #expect(
      lines(scene("one\ntwo!")) == [.init(row: 8, column: 7, text: " one "), .init(row: 9, column: 7, text: " two! ")])
    #expect(lines(scene("first", "next")).map(\.text) == [" first ", " next "])
    #expect(lines(CaptionScene()).isEmpty)
  }

  @Test("top captions stay at top") func topCaptionsStayAtTop() {
    #expect(lines(scene("up") { $0.layout.line = .percent(10) }).map(\.row) == [0])
    #expect(lines(scene("up") { $0.layout.line = .number(0) }).map(\.row) == [0])
    #expect(lines(scene("up") { $0.typeset = "0,Default,,0,0,0,,{\\an8}up" }).map(\.row) == [0])
    #expect(lines(scene("down") { $0.layout.line = .number(-2) }).map(\.row) == [9])
  }

  @Test("wraps at words then anywhere")
  func wrapsAtWordsThenAnywhere() {
    #expect(CaptionCells.wrapped("the quick brown fox", to: 10) == ["the quick", "brown fox"])
    #expect(CaptionCells.wrapped("abcdefgh ij", to: 3) == ["abc", "def", "gh", "ij"])
    #expect(CaptionCells.wrapped("漢字仮名", to: 5) == ["漢字", "仮名"])
    #expect(CaptionCells.wrapped("a\u{1B}[2Jb", to: 20) == ["a\u{FFFD}[2Jb"], "a terminal obeys no caption")
  }

  @Test("captions cover at most half of the frame") func captionsCoverAtMostHalfOfTheFrame() {
    let many = scene((1...30).map(String.init).joined(separator: "\n"))
    #expect(lines(many).map(\.text) == [" 16 ", " 17 ", " 18 ", " 19 ", " 20 "])
    #expect(lines(many).map(\.row) == [5, 6, 7, 8, 9])
    #expect(lines(scene(String(repeating: "x", count: 1 << 20))).count <= 5)
    #expect(lines(scene("wide"), columns: 1, rows: 1).count == 1)
  }

  @Test("key cycles through tracks and none") func keyCyclesThroughTracksAndNone() {
    var seen: [Int?] = []
    var current: Int?
    for _ in 0..<4 {
      current = CaptionCycle.next([3, 4], after: current, step: 1)
      seen.append(current)
    }
    #expect(seen == [3, 4, nil, 3])
    #expect(CaptionCycle.next([3, 4], after: nil, step: -1) == 4)
    #expect(CaptionCycle.next([], after: nil, step: 1) == nil)
    #expect(CaptionCycle.sentence(nil, number: 0, of: 0) == "no captions in this file")
    #expect(CaptionCycle.sentence("Deutsch", number: 2, of: 2) == "captions 2/2: Deutsch")
  }

  /// The pixels for kitty, sixel and iTerm.
  @Test("captions are drawn over pixels") func captionsAreDrawnOverPixels() {
    let (width, height) = (320, 180)
    var pixels = [UInt8](repeating: 255, count: width * height * 4)
    for index in stride(from: 0, to: pixels.count, by: 4) { pixels[index] = 200 }
    let before = pixels
    let words = TerminalCaptionRenderer()
    pixels.withUnsafeMutableBytes {
      guard let base = $0.baseAddress else { return }
      words.draw(scene("MMMM"), over: base, width: width, height: height, storage: (width, height))
    }
    let changed = (0..<height).filter { row in
      let bytes = row * width * 4..<(row + 1) * width * 4
      return pixels[bytes] != before[bytes]
    }
    #expect(changed.count > 5 && (changed.first ?? 0) > height / 2, "in the lower half, and nowhere else")
    // White letters with a black outline over a frame that has neither.
    let isBlack = stride(from: 0, to: pixels.count, by: 4).contains { pixels[$0] < 20 && pixels[$0 + 1] < 20 }
    let isWhite = stride(from: 0, to: pixels.count, by: 4).contains { pixels[$0] > 220 }
    #expect(isBlack && isWhite)
  }
}
