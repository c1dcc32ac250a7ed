import Testing

@testable import PlayheadCommand

@Suite struct PlaylistTests {
  /// The indexes after ends (true) and failures (false), until nothing is left.
  private func places(_ count: Int, loops: Bool, _ outcomes: [Bool]) -> [Int?] {
    var list = Playlist(count: count, loops: loops)
    return outcomes.map { list.advance(afterFailure: !$0) ? list.index : nil }
  }

  private func moves(_ count: Int, loops: Bool, _ steps: [Int]) -> [Int?] {
    var list = Playlist(count: count, loops: loops)
    return steps.map { list.move(by: $0) ? list.index : nil }
  }

  @Test("plays each file once") func playsEachFileOnce() {
    #expect(places(3, loops: false, [true, false, true, true]) == [1, 2, nil, nil])
  }

  @Test("loop ends when nothing plays") func loopEndsWhenNothingPlays() {
    #expect(places(2, loops: true, [true, true, false, true, false, false]) == [1, 0, 1, 0, 1, nil])
    #expect(places(1, loops: true, [true, true, false]) == [0, 0, nil])
  }

  @Test("keys move within list and loop") func keysMoveWithinListAndLoop() {
    #expect(moves(2, loops: false, [-1, 1, 1, -1]) == [nil, 1, nil, 0])
    #expect(moves(2, loops: true, [-1, 1, 1]) == [1, 0, 1])
  }

  @Test("skips unplayable file in direction of key")
  func skipsUnplayableFileInDirectionOfKey() {
    var list = Playlist(count: 4, loops: false)
    let steps = [
      list.move(by: 1), list.move(by: 1), list.move(by: -1), list.advance(afterFailure: true),
    ]
    #expect(steps == [true, true, true, true])
    #expect(list.index == 0)
    let atTheBeginning = list.advance(afterFailure: true)
    #expect(atTheBeginning && list.index == 1)
    let onwards = list.advance(afterFailure: true)
    #expect(onwards && list.index == 2)
  }

  @Test(arguments: [
    (5.0, false, 10.0, 20.0, SeekTarget(seconds: 15, tolerance: 1.25)),
    (-5, false, 2, 20, SeekTarget(seconds: 0, tolerance: 0)),
    (60, false, 10, 20, SeekTarget(seconds: 20, tolerance: 0)),
    (-60, false, 90, 200, SeekTarget(seconds: 30, tolerance: 5)),
    (1, true, 10, 20, SeekTarget(seconds: 11, tolerance: 0)),
  ])
  func `steps`(step: Double, isExact: Bool, origin: Double, duration: Double, target: SeekTarget) {
    #expect(SeekTarget.relative(step, isExact: isExact, from: origin, duration: duration) == target)
  }

  @Test("seeks relative without duration") func seeksRelativeWithoutDuration() {
    #expect(SeekTarget.relative(60, isExact: false, from: 10, duration: nil).seconds == 70)
  }
}
