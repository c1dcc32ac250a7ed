import Testing

@testable import AVKit

@Suite struct OverlayPlacementTests {
  private let view = OverlayPlacement(width: 960, height: 540)

  /// The request of a widget of a fixed height.
  private func request(minimum: Int, natural: Int, height: Int) -> OverlayPlacement.Request {
    OverlayPlacement.Request(minimumWidth: minimum, naturalWidth: natural) { _ in height }
  }

  private func frame(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> OverlayFrame {
    OverlayFrame(x: x, y: y, width: width, height: height)
  }

  @Test func titleBarFillsTheUpperEdge() {
    #expect(view.titleBar(request(minimum: 200, natural: 300, height: 48)) == frame(0, 0, 960, 48))
  }

  @Test func titleBarIsHiddenIfTooWideOrTooTall() {
    #expect(view.titleBar(request(minimum: 961, natural: 961, height: 48)) == nil)
    #expect(view.titleBar(request(minimum: 200, natural: 300, height: 270)) == frame(0, 0, 960, 270))
    #expect(view.titleBar(request(minimum: 200, natural: 300, height: 271)) == nil)
  }

  @Test func inlineBarFillsTheLowerEdge() {
    let bar = view.controlsBar(request(minimum: 300, natural: 300, height: 90), isFloating: false)
    #expect(bar?.frame == frame(0, 450, 960, 90) && bar?.reach == 90)
  }

  /// A twelfth of 540 is 45.
  @Test func floatingBarIsCenteredAboveTheLowerEdge() {
    let bar = view.controlsBar(request(minimum: 300, natural: 300, height: 90), isFloating: true)
    #expect(bar?.frame == frame(160, 405, 640, 90) && bar?.reach == 135)
  }

  @Test func barThatDoesNotFitIsHidden() {
    #expect(view.controlsBar(request(minimum: 961, natural: 961, height: 90), isFloating: false) == nil)
    #expect(view.controlsBar(request(minimum: 300, natural: 300, height: 541), isFloating: false) == nil)
  }

  @Test func previewIsCenteredAboveThePointer() {
    let place = view.preview(request(minimum: 0, natural: 180, height: 120), above: (x: 500, y: 460))
    #expect(place == frame(410, 332, 180, 120))
  }

  @Test(arguments: [(x: 0.0, left: 6), (x: 960.0, left: 774)])
  func previewStaysInsideTheView(x: Double, left: Int) {
    let place = view.preview(request(minimum: 0, natural: 180, height: 120), above: (x: x, y: 460))
    #expect(place == frame(left, 332, 180, 120))
  }

  @Test func previewWithoutSpaceIsHidden() {
    let narrow = OverlayPlacement(width: 191, height: 540)
    #expect(narrow.preview(request(minimum: 0, natural: 180, height: 120), above: (x: 90, y: 460)) == nil)
    #expect(view.preview(request(minimum: 0, natural: 180, height: 120), above: (x: 90, y: 127)) == nil)
    #expect(view.preview(request(minimum: 0, natural: 180, height: 120), above: (x: 90, y: 128))?.y == 0)
  }

  @Test func skipButtonIsAtTheEndOfTheRowAboveTheControls() {
    let button = request(minimum: 0, natural: 100, height: 40)
    #expect(view.skipButton(button, above: 0, isMirrored: false) == frame(860, 500, 100, 40))
    #expect(view.skipButton(button, above: 90, isMirrored: true) == frame(0, 410, 100, 40))
    #expect(view.skipButton(button, above: 520, isMirrored: false) == frame(860, 0, 100, 40))
  }

  @Test func messageIsBetweenTheBarsIfItFitsThere() {
    let low = OverlayPlacement(width: 640, height: 360)
    // 360 − 60 − 92 leaves 208: 4 units are free above and below.
    #expect(low.message(request(minimum: 50, natural: 400, height: 200)) == frame(120, 64, 400, 200))
    #expect(low.message(request(minimum: 50, natural: 400, height: 240)) == frame(120, 60, 400, 240))
  }

  @Test func widgetInTheMiddleIsAsWideAsTheView() {
    #expect(view.middle(request(minimum: 50, natural: 200, height: 100)) == frame(380, 220, 200, 100))
    #expect(view.middle(request(minimum: 50, natural: 2000, height: 100)) == frame(0, 220, 960, 100))
    #expect(view.middle(request(minimum: 50, natural: 200, height: 100), top: 30) == frame(380, 30, 200, 100))
  }

  @Test func indicatorIsAnEighthBelowTheUpperEdge() {
    #expect(view.indicatorTop == 67)
    #expect(OverlayPlacement(width: 100, height: 80).indicatorTop == 12)
  }
}
