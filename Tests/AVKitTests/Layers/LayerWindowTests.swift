import CPlayheadGTK
import Foundation
import PlayheadLayers
import TestSupport
import Testing

@testable import AVKit

extension OneScreen {
  /// The example that hosts layers, on a real display, inspected through the screen.
  @Suite(
    "A window of layers on a screen", .serialized,
    .enabled(
      if: ProcessInfo.processInfo.environment["DISPLAY"] != nil, "there is no display; run under Xvfb to see these pass"
    ))
  struct LayerWindowTests {
    /// Open all the time: a display whose last client exits resets, and accepts no client meanwhile.
    private nonisolated(unsafe) static let screen = Screen()

    /// The number in the example's large video: 800 × 450 from (80, 45), with rounded corners.
    private func number(_ screen: Screen) -> Int? {
      let columns = (1..<18).map { 80 + Int((Double($0) + 0.5) * 800 / 60) }
      let digits = screen.brightness(atRow: 45 + 7, columns: columns)
      guard digits.count == 17, digits.allSatisfy({ $0 < 80 || $0 > 175 }), digits[0] < 80 else { return nil }
      return digits.dropFirst().reduce(0) { $0 * 2 + ($1 > 175 ? 1 : 0) }
    }

    @Test("two layers of one player show it, advance, and stay at their positions", arguments: ["cairo", "gl"])
    func plays(renderer: String) throws {
      let screen = try #require(Self.screen)
      let process = Process()
      process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appendingPathComponent("LayerHosting")
      process.arguments = [try Fixtures.url("demo.mp4").path]
      process.environment = ProcessInfo.processInfo.environment.merging(["GSK_RENDERER": renderer]) { $1 }
      process.standardError = FileHandle.nullDevice
      try process.run()
      defer {
        // The example ends when its window is closed, and a child of a worker thread starts with SIGTERM blocked.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
      }
      var numbers: Set<Int> = []
      // A driver that draws on the CPU takes seconds to load on a busy machine.
      let deadline = Date().addingTimeInterval(30)
      while numbers.count < 5, Date() < deadline, process.isRunning {
        if let number = number(screen) { numbers.insert(number) }
        usleep(20_000)
      }
      #expect(numbers.count >= 5 && numbers.allSatisfy { $0 < 600 })
      // Behind the video is the root's color, 0.1 · 0.1 · 0.14; its border is white; the corner is rounded.
      let row = screen.brightness(atRow: 300, columns: [40, 81, 900])
      #expect(row.count == 3 && abs(row[0] - 26) <= 2 && row[1] > 240 && abs(row[2] - 26) <= 2)
      #expect(screen.brightness(atRow: 47, columns: [82]).first.map { abs($0 - 26) <= 2 } == true)
    }

    @Test("a view ends with its last reference, and lives while a container retains its widget")
    @MainActor func lifetime() throws {
      try #require(gtk_init_check() != 0)
      weak var view: LayerHostView?
      let box = try #require(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
      g_object_ref_sink(box)
      weak var root: CALayer?
      do {
        let made = LayerHostView()
        view = made
        root = made.layer
        gtk_box_append(UnsafeMutableRawPointer(box).assumingMemoryBound(to: GtkBox.self), cast(made.gtkWidget))
      }
      #expect(view != nil && root?.treeObserver === view)
      g_object_unref(box)
      #expect(view == nil && root == nil)
    }

    private final class VideoLayerView: LayerHostView {
      var layouts = 0
      override func makeBackingLayer() -> CALayer { AVPlayerLayer() }
      override func layout() { layouts += 1 }
    }

    @Test("a view may have a player's layer as its root, and another root later")
    @MainActor func backing() throws {
      try #require(gtk_init_check() != 0)
      let view = VideoLayerView()
      #expect(view.layer is AVPlayerLayer && view.layer.treeObserver === view)
      let old = view.layer
      view.layer = CALayer()
      #expect(old.treeObserver == nil && view.layer.treeObserver === view)
      #expect(view.layer.animationKeys() == nil)
    }
  }
}
