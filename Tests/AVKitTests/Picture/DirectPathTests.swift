import Testing

@testable import AVKit

@Suite("Straight to the screen, or through GTK")
struct DirectPathTests {
  private let whole = PixelRectangle(x: 0, y: 0, width: 640, height: 360)

  private func situation(
    _ cover: VideoCover = .nothing, isPossible: Bool = true, fits: Bool = true, isFirst: Bool = false
  ) -> DirectPath.Situation {
    DirectPath.Situation(
      isPossible: isPossible, cover: cover, fits: fits, width: 640, height: 360, isFirst: isFirst)
  }

  /// A path on which pictures go past GTK already.
  private func direct(_ cover: VideoCover = .nothing) -> DirectPath {
    var path = DirectPath()
    for _ in 0..<5 { _ = path.next(situation(cover)) }
    return path
  }

  @Test("Two pictures are drawn by GTK before the first one goes past it")
  func enters() {
    var path = DirectPath()
    #expect(
      (0..<4).map { _ in path.next(situation()) } == [.composited, .composited, .direct(whole), .direct(whole)])
  }

  @Test("The very first pictures go both ways, and with bars over them none does")
  func first() {
    var path = DirectPath()
    let ways = [situation(isFirst: true), situation(), situation(), situation()].map { path.next($0) }
    #expect(ways == [.both(whole), .both(whole), .direct(whole), .direct(whole)])
    var barred = DirectPath()
    let bars = VideoCover.edges(above: 40, below: 80)
    let between = PixelRectangle(x: 0, y: 40, width: 640, height: 240)
    let below = [situation(bars, isFirst: true), situation(bars), situation(bars)].map { barred.next($0) }
    #expect(below == [.composited, .composited, .direct(between)])
  }

  @Test("What comes over the second picture leaves the rest of it past GTK, and over all of it nothing")
  func firstCovered() {
    var path = DirectPath()
    _ = path.next(situation(isFirst: true))
    let between = PixelRectangle(x: 0, y: 40, width: 640, height: 240)
    #expect(path.next(situation(.edges(above: 40, below: 80))) == .direct(between))
    var covered = DirectPath()
    _ = covered.next(situation(isFirst: true))
    #expect(covered.covered(situation(.everything)) == .leaving)
    #expect(covered.next(situation()) == .composited, "it is not the first any more")
  }

  @Test(
    "Whatever comes over all of the picture, or another size, brings it back to GTK, once and then steadily",
    arguments: [(VideoCover.everything, true, true), (.nothing, true, false), (.nothing, false, true)])
  func leaves(cover: VideoCover, isPossible: Bool, fits: Bool) {
    var path = direct()
    let other = situation(cover, isPossible: isPossible, fits: fits)
    let ways = [other, other, situation(), situation(), situation()].map { path.next($0) }
    #expect(ways == [.leaving, .composited, .composited, .composited, .direct(whole)])
  }

  @Test("What comes over all of it between two pictures interrupts it at once, and only once")
  func interrupted() {
    var path = direct()
    #expect(path.covered(situation(.everything)) == .leaving)
    #expect(path.covered(situation(.everything)) == nil)
    #expect(path.next(situation()) == .composited)
  }

  @Test("Beside bars at the edges the rest goes past GTK; more is covered at once, less from the next picture on")
  func edges() {
    var path = direct()
    let bars = situation(.edges(above: 40, below: 80))
    let between = PixelRectangle(x: 0, y: 40, width: 640, height: 240)
    #expect(path.covered(bars) == .direct(between))
    #expect(path.covered(bars) == nil)
    #expect(path.next(bars) == .direct(between))
    #expect(path.covered(situation()) == nil)
    #expect(path.area == between)
    #expect(path.next(situation()) == .direct(whole))
  }

  @Test("One bar goes while another comes: what was free before and is free now, then all that is free")
  func exchanged() {
    var path = direct(.edges(above: 40, below: 0))
    let lower = situation(.edges(above: 0, below: 80))
    #expect(path.covered(lower) == .direct(PixelRectangle(x: 0, y: 40, width: 640, height: 240)))
    #expect(path.next(lower) == .direct(PixelRectangle(x: 0, y: 0, width: 640, height: 280)))
  }

  @Test("Where bars leave less than a third of the height, GTK draws all of it")
  func narrow() {
    var path = direct()
    #expect(
      path.next(situation(.edges(above: 120, below: 120)))
        == .direct(PixelRectangle(x: 0, y: 120, width: 640, height: 120)))
    #expect(path.next(situation(.edges(above: 120, below: 121))) == .leaving)
  }

  @Test("Only cairo's pictures, only where the program wants it and the display can, never against the setting")
  func allowed() {
    func direct(
      _ choice: PresenterChoice, _ setting: String? = nil, isWanted: Bool = true, on display: DirectKind? = .window
    ) -> DirectKind? {
      PresenterChoice.direct(choice, setting: setting, isWanted: isWanted, on: display)
    }
    #expect(direct(.software(.cairo)) == .window)
    #expect(direct(.software(.cairo), "software", on: .subsurface) == .subsurface)
    #expect(direct(.software(.cairo), "composited") == nil)
    #expect(direct(.software(.cairo), isWanted: false) == nil)
    #expect(direct(.software(.cairo), on: nil) == nil)
    #expect(direct(.software(.texture)) == nil)
    #expect(direct(.gl) == nil)
  }
}
