import PlayheadClock
import Testing

@testable import AVKit

@Suite("Visibility of the controls")
struct ControlsVisibilityTests {
  private func at(_ seconds: Double) -> HostTime { .zero + .seconds(seconds) }

  @Test("They appear with the pointer and disappear three seconds after it stops")
  func fade() {
    var visibility = ControlsVisibility()
    #expect(visibility.activity(at: at(10)) == .show)
    #expect(visibility.activity(at: at(11)) == .none)
    #expect(visibility.tick(at: at(13.9)) == .none)
    #expect(visibility.tick(at: at(14)) == .hide)
    #expect(visibility.tick(at: at(20)) == .none)
    #expect(!visibility.isShown)
  }

  @Test(
    "They stay while held visible, and three seconds longer",
    arguments: [ControlsVisibility.Inhibitors.paused, .opening, .dragging, .menuOpen, .pointerOver])
  func inhibitors(inhibitor: ControlsVisibility.Inhibitors) {
    var visibility = ControlsVisibility()
    _ = visibility.activity(at: at(0))
    visibility.setInhibitor(inhibitor, true, at: at(1))
    #expect(visibility.tick(at: at(100)) == .none)
    visibility.setInhibitor(inhibitor, false, at: at(100))
    #expect(visibility.tick(at: at(102)) == .none)
    #expect(visibility.tick(at: at(103)) == .hide)
  }

  @Test("Holding alone does not show them")
  func quiet() {
    var visibility = ControlsVisibility()
    visibility.setInhibitor(.paused, true, at: at(0))
    #expect(!visibility.isShown)
    #expect(visibility.tick(at: at(1)) == .none)
  }

  @Test("They disappear when the pointer leaves the window")
  func leave() {
    var visibility = ControlsVisibility()
    _ = visibility.activity(at: at(5))
    visibility.setInhibitor(.pointerOver, true, at: at(5))
    visibility.pointerLeft(at: at(6))
    #expect(visibility.tick(at: at(6.2)) == .hide)
  }
}
