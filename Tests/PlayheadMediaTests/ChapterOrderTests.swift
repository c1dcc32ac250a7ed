import CoreMedia
import PlayheadMedia
import Testing

@Suite struct ChapterOrderTests {
  private static func chapter(_ start: Double, _ end: Double?, _ title: String) -> ChapterInfo {
    let from = CMTime(seconds: start, preferredTimescale: 1000)
    return ChapterInfo(
      timeRange: CMTimeRange(
        start: from, duration: end.map { CMTime(seconds: $0 - start, preferredTimescale: 1000) } ?? .indefinite),
      titles: [ChapterTitle(text: title, language: nil)])
  }

  /// Chapters that overlap, come in any order, have no end, or are beyond the end.
  @Test func sortsAndClampsChapters() {
    let list = ChapterInfo.inOrder(
      [Self.chapter(6, nil, "c"), Self.chapter(0, 9, "a"), Self.chapter(4, 5, "b"), Self.chapter(30, 31, "d")],
      duration: CMTime(value: 10, timescale: 1))
    #expect(list.map(\.title) == ["a", "b", "c"])
    #expect(list.map(\.timeRange.start.seconds) == [0, 4, 6])
    #expect(list.map(\.timeRange.end.seconds) == [4, 5, 10])
  }
}
