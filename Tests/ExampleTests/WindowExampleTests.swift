import Foundation
import TestSupport
import Testing

/// Examples with a window, each on its own screen. They close their windows at the end of the video.
@Suite("Examples with a window", .serialized, .enabled(if: VirtualScreen.isInstalled, "there is no Xvfb"))
struct WindowExampleTests {
  private let screen: VirtualScreen
  private let resource: String

  init() throws {
    screen = try #require(try VirtualScreen())
    resource = try Fixtures.url("h264-bframes.mp4").path
  }

  @Test(
    "a window plays a video to its end",
    arguments: ["EmbedInGTK", "PickDevice", "LayerHosting", "OverlayInStep", "PlayMovie"])
  func plays(name: String) throws {
    #expect(try Example(name, [resource], environment: screen.environment).finish() == printed("the end"))
  }

  /// One style each second, the first one when the item is ready and again when playback starts, the fourth one before
  /// the first.
  @Test("captions change their style each second")
  func restyleCaptions() throws {
    let looks = ["as they come", "yellow", "in a box", "large"]
    let seconds = [0] + Array(0...10)
    let result = try Example("RestyleCaptions", [resource], environment: screen.environment).finish()
    #expect(result == ExampleResult(status: 0, lines: seconds.map { "\($0) s: \(looks[$0 % 4])" } + ["the end"]))
  }

  @Test("a button follows the player: enabled when ready; at the end the video restarts")
  func layerButton() throws {
    let example = try Example("LayerButton", [resource], environment: screen.environment)
    defer { example.end() }
    #expect(try example.line() == "Play, not yet")
    #expect(try example.line() == "Play")
    for _ in 0..<2 {
      // The window is 960 × 540; the button is centered, 24 above the lower edge.
      try screen.click(480, 499, inWindow: "Play")
      #expect(try example.line() == "Pause")
      #expect(try example.line() == "Play")
    }
  }

  @Test("a small window plays a program's own samples, and its buttons call the program")
  func smallWindow() throws {
    let example = try Example("SmallWindow", isManual: false, environment: screen.environment)
    defer { example.end() }
    // The window is 400 × 265; the buttons are centered in its lower part.
    #expect(try example.line() == "400 × 181 pixels")
    try screen.click(182, 245, inWindow: "Picture in picture")
    #expect(try example.line() == "paused")
    try screen.click(220, 245, inWindow: "Picture in picture")
    #expect(try example.line()?.hasPrefix("skipped to 1") == true)
    try screen.click(258, 245, inWindow: "Picture in picture")
    #expect(try example.line() == "closed")
  }

  @Test("without a screen they report it and exit", arguments: ["EmbedInGTK", "LayerButton"])
  func noScreen(name: String) throws {
    let nowhere = ["DISPLAY": "", "WAYLAND_DISPLAY": ""]
    #expect(try Example(name, [resource], environment: nowhere).finish().status != 0)
  }
}
