import Testing

@testable import PlayheadNetworking

@Suite struct StreamTitleHistoryTests {
  @Test func repeatedTitleIsLeftOut() {
    var history = StreamTitleHistory()
    for (offset, title) in [(0, "a"), (10, "a"), (20, "b"), (30, "a")] as [(Int64, String)] {
      history.announce(title, nil, at: offset)
    }
    #expect(history.titles.map(\.title) == ["a", "b", "a"])
    #expect(history.titles.map(\.offset) == [0, 20, 30])
    #expect(history.titles.map(\.number) == [0, 1, 2])
  }

  @Test func anotherAddressIsANewTitle() {
    var history = StreamTitleHistory()
    history.announce("a", nil, at: 0)
    history.announce("a", "http://h/cover", at: 10)
    #expect(history.titles.count == 2)
  }

  @Test func firstTitleMayBeEmpty() {
    var history = StreamTitleHistory()
    history.announce(nil, nil, at: 0)
    history.announce(nil, nil, at: 10)
    #expect(history.titles.map(\.offset) == [0])
  }

  @Test func numbersContinueWhenOldTitlesAreDropped() {
    var history = StreamTitleHistory()
    for number in 0..<70 { history.announce("\(number)", nil, at: Int64(number)) }
    #expect(history.titles.count == 64)
    #expect(history.titles.first?.number == 6 && history.titles.last?.number == 69)
  }
}
