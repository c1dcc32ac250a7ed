import Testing

@testable import AVKit

@Suite("Straight to the screen, or through GTK")
struct DirectPathTests {
  private let free = DirectPath.Situation(isPossible: true, isCovered: false, fits: true)

  @Test("Two pictures are drawn by GTK before the first one goes past it")
  func enters() {
    var path = DirectPath()
    #expect((0..<4).map { _ in path.next(free) } == [.composited, .composited, .direct, .direct])
  }

  @Test(
    "Whatever comes over the picture, or another size, brings it back to GTK, once and then steadily",
    arguments: [
      DirectPath.Situation(isPossible: true, isCovered: true, fits: true),
      DirectPath.Situation(isPossible: true, isCovered: false, fits: false),
      DirectPath.Situation(isPossible: false, isCovered: false, fits: true),
    ])
  func leaves(situation: DirectPath.Situation) {
    var path = DirectPath()
    for _ in 0..<5 { _ = path.next(free) }
    #expect(path.isDirect)
    let ways = [path.next(situation), path.next(situation), path.next(free), path.next(free), path.next(free)]
    #expect(ways == [.leaving, .composited, .composited, .composited, .direct])
  }

  @Test("Controls that appear between two pictures interrupt it at once")
  func interrupted() {
    var path = DirectPath()
    for _ in 0..<5 { _ = path.next(free) }
    let first = path.interrupted()
    let second = path.interrupted()
    #expect(first && !second)
    #expect(path.next(free) == .composited)
  }

  @Test("Only cairo's pictures, only where the program wants it, never against the setting")
  func allowed() {
    #expect(PresenterChoice.allowsDirect(.software(.cairo), setting: nil, isWanted: true))
    #expect(PresenterChoice.allowsDirect(.software(.cairo), setting: "software", isWanted: true))
    #expect(!PresenterChoice.allowsDirect(.software(.cairo), setting: "composited", isWanted: true))
    #expect(!PresenterChoice.allowsDirect(.software(.cairo), setting: nil, isWanted: false))
    #expect(!PresenterChoice.allowsDirect(.software(.texture), setting: nil, isWanted: true))
    #expect(!PresenterChoice.allowsDirect(.gl, setting: nil, isWanted: true))
  }
}
