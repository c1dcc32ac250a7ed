import Testing

@testable import AVKit

@Suite("Direct scanout or GTK")
struct DirectPathTests {
  private let whole = PixelRectangle(x: 0, y: 0, width: 640, height: 360)

  private func conditions(
    _ occlusion: VideoOcclusion = .nothing, isPossible: Bool = true, fits: Bool = true, isFirst: Bool = false
  ) -> DirectPath.Conditions {
    DirectPath.Conditions(
      isPossible: isPossible, occlusion: occlusion, fits: fits, width: 640, height: 360, isFirst: isFirst)
  }

  /// A path on which frames already bypass GTK.
  private func direct(_ occlusion: VideoOcclusion = .nothing) -> DirectPath {
    var path = DirectPath()
    for _ in 0..<5 { _ = path.next(conditions(occlusion)) }
    return path
  }

  @Test("Two frames are drawn by GTK before scanout begins")
  func enters() {
    var path = DirectPath()
    #expect(
      (0..<4).map { _ in path.next(conditions()) } == [.composited, .composited, .direct(whole), .direct(whole)])
  }

  @Test("The first frames use both paths, and with bars over them GTK only")
  func first() {
    var path = DirectPath()
    let paths = [conditions(isFirst: true), conditions(), conditions(), conditions()].map { path.next($0) }
    #expect(paths == [.both(whole), .both(whole), .direct(whole), .direct(whole)])
    var barred = DirectPath()
    let bars = VideoOcclusion.edges(above: 40, below: 80)
    let between = PixelRectangle(x: 0, y: 40, width: 640, height: 240)
    let below = [conditions(bars, isFirst: true), conditions(bars), conditions(bars)].map { barred.next($0) }
    #expect(below == [.composited, .composited, .direct(between)])
  }

  @Test("Bars over the second frame leave the rest on the direct path; a full cover disables it")
  func firstCovered() {
    var path = DirectPath()
    _ = path.next(conditions(isFirst: true))
    let between = PixelRectangle(x: 0, y: 40, width: 640, height: 240)
    #expect(path.next(conditions(.edges(above: 40, below: 80))) == .direct(between))
    var covered = DirectPath()
    _ = covered.next(conditions(isFirst: true))
    #expect(covered.covered(conditions(.everything)) == .leaving)
    #expect(covered.next(conditions()) == .composited, "it is not the first any more")
  }

  @Test(
    "A full cover or another size returns to GTK, once and then steadily",
    arguments: [(VideoOcclusion.everything, true, true), (.nothing, true, false), (.nothing, false, true)])
  func leaves(occlusion: VideoOcclusion, isPossible: Bool, fits: Bool) {
    var path = direct()
    let other = conditions(occlusion, isPossible: isPossible, fits: fits)
    let paths = [other, other, conditions(), conditions(), conditions()].map { path.next($0) }
    #expect(paths == [.leaving, .composited, .composited, .composited, .direct(whole)])
  }

  @Test("A full cover between two frames interrupts at once, and only once")
  func interrupted() {
    var path = direct()
    #expect(path.covered(conditions(.everything)) == .leaving)
    #expect(path.covered(conditions(.everything)) == nil)
    #expect(path.next(conditions()) == .composited)
  }

  @Test("With bars at the edges the rest stays direct; more is covered at once, less from the next frame on")
  func edges() {
    var path = direct()
    let bars = conditions(.edges(above: 40, below: 80))
    let between = PixelRectangle(x: 0, y: 40, width: 640, height: 240)
    #expect(path.covered(bars) == .direct(between))
    #expect(path.covered(bars) == nil)
    #expect(path.next(bars) == .direct(between))
    #expect(path.covered(conditions()) == nil)
    #expect(path.area == between)
    #expect(path.next(conditions()) == .direct(whole))
  }

  @Test("One bar replaces another: first the area free before and now, then all free area")
  func exchanged() {
    var path = direct(.edges(above: 40, below: 0))
    let lower = conditions(.edges(above: 0, below: 80))
    #expect(path.covered(lower) == .direct(PixelRectangle(x: 0, y: 40, width: 640, height: 240)))
    #expect(path.next(lower) == .direct(PixelRectangle(x: 0, y: 0, width: 640, height: 280)))
  }

  @Test("Where bars leave less than a third of the height, GTK draws everything")
  func narrow() {
    var path = direct()
    #expect(
      path.next(conditions(.edges(above: 120, below: 120)))
        == .direct(PixelRectangle(x: 0, y: 120, width: 640, height: 120)))
    #expect(path.next(conditions(.edges(above: 120, below: 121))) == .leaving)
  }

  @Test("Only cairo frames, only where the program requests it and the display supports it, never against the setting")
  func allowed() {
    func direct(
      _ choice: PresenterChoice, _ setting: String? = nil, isRequested: Bool = true, on display: DirectKind? = .window
    ) -> DirectKind? {
      PresenterChoice.direct(choice, setting: setting, isRequested: isRequested, on: display)
    }
    #expect(direct(.software(.cairo)) == .window)
    #expect(direct(.software(.cairo), "software", on: .subsurface) == .subsurface)
    #expect(direct(.software(.cairo), "composited") == nil)
    #expect(direct(.software(.cairo), isRequested: false) == nil)
    #expect(direct(.software(.cairo), on: nil) == nil)
    #expect(direct(.software(.texture)) == nil)
    #expect(direct(.gl) == nil)
  }
}
