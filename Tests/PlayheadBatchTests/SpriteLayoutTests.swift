import Testing

@testable import PlayheadBatch

@Suite struct SpriteLayoutTests {
  @Test func cuesCoverTheDurationWithoutGap() {
    let layout = SpriteLayout(duration: 25, interval: 10)
    #expect(layout.count == 3 && layout.sheets == 1 && layout.size(ofSheet: 0) == (3, 1))
    #expect((0..<3).map(layout.time) == [5, 15, 22.5])
    #expect(
      layout.cues(tileWidth: 160, tileHeight: 90) == """
        WEBVTT

        00:00:00.000 --> 00:00:10.000
        sprites-001.jpg#xywh=0,0,160,90

        00:00:10.000 --> 00:00:20.000
        sprites-001.jpg#xywh=160,0,160,90

        00:00:20.000 --> 00:00:25.000
        sprites-001.jpg#xywh=320,0,160,90

        """)
  }

  @Test func longVideoHasSeveralSheets() {
    let layout = SpriteLayout(duration: 2115, interval: 10)
    #expect(layout.count == 212 && layout.sheets == 3)
    #expect(layout.size(ofSheet: 1) == (10, 10) && layout.size(ofSheet: 2) == (10, 2))
    #expect(layout.place(ofTile: 99, tileWidth: 2, tileHeight: 3) == .init(sheet: 0, x: 18, y: 27))
    #expect(layout.place(ofTile: 211, tileWidth: 2, tileHeight: 3) == .init(sheet: 2, x: 2, y: 3))
    #expect((0..<3).map(layout.tiles) == [100, 100, 12])
  }

  @Test func shortestAndLongestVideoHaveTiles() {
    #expect(SpriteLayout(duration: 0.01, interval: 10).count == 1)
    let endless = SpriteLayout(duration: 1e9, interval: 0.1)
    #expect(endless.count == SpriteLayout.mostTiles && endless.interval == 50_000)
  }
}
