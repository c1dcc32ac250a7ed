import CPlayheadGTK
import Foundation
import PlayheadClock
import Testing

@testable import AVKit

extension OneScreen {
  /// Frames in a window on a real X server: Xvfb has 60 refreshes a second.
  @Suite(
    "Presentation on X11", .serialized,
    .enabled(
      if: ProcessInfo.processInfo.environment["DISPLAY"] != nil, "there is no display; run under Xvfb to see these pass"
    ))
  @MainActor struct DirectPresentationTests {
    /// A window of 64 by 48 pixels without decorations, in which a direct window can be opened.
    private final class Parent {
      let display: OpaquePointer
      let window: UInt

      init?() {
        guard let display = XOpenDisplay(nil) else { return nil }
        self.display = display
        var attributes = XSetWindowAttributes()
        attributes.override_redirect = 1
        window = XCreateWindow(
          display, XDefaultRootWindow(display), 40, 30, 64, 48, 0, 0, 1 /* InputOutput */, nil, 1 << 9, &attributes)
        XMapRaised(display, window)
        XSync(display, 0)
      }

      deinit { XCloseDisplay(display) }
    }

    /// Presents 40 frames of 80 by 60 pixels, of which the window shows 64 by 48.
    @Test(
      "Frames are shown at refreshes that the server reports, and their memory is released", arguments: [true, false])
    func presentsFrames(sharesMemory: Bool) async throws {
      let parent = try #require(Parent())
      let screen = try #require(Screen())
      let direct = try #require(playhead_direct_open_in(parent.display, parent.window))
      #expect(direct.pointee.shares_memory)
      direct.pointee.shares_memory = sharesMemory
      playhead_direct_place(direct, 0, 0, 64, 48)
      playhead_direct_set_shown(direct, true)
      let memory = DirectMemory(direct)
      let presentation = try #require(DirectPresentation(direct, memory: memory))
      defer {
        presentation.close()
        playhead_direct_close(direct)
      }
      var observations: [RefreshObservation] = []
      presentation.onObservation = { observations.append($0) }
      let pool = PixelBufferPool(sharing: .numbered)
      weak var last: PixelBuffer?
      for index in 1...40 {
        let buffer = try #require(pool.take(width: 80, height: 60))
        // A gray frame; pixel (12, 9) has another colour.
        memset(buffer.address, Int32(index * 3), buffer.bytesPerRow * buffer.height)
        buffer.address.storeBytes(of: 0x0040_80c0, toByteOffset: 9 * buffer.bytesPerRow + 12 * 4, as: UInt32.self)
        last = buffer
        let frame = DirectWindowFrame(
          buffer: buffer, server: try #require(memory.server(of: buffer)),
          whole: PixelRectangle(x: -8, y: -6, width: 80, height: 60),
          seen: PixelRectangle(x: 0, y: 0, width: 64, height: 48))
        #expect(presentation.show(frame, isImmediate: index == 1))
        if index == 1 { #expect(screen.color(x: 50, y: 40) == [3, 3, 3]) }
        try await Task.sleep(for: .milliseconds(20))
      }
      let deadline = ContinuousClock.now + .seconds(5)
      while last != nil, ContinuousClock.now < deadline {
        try await Task.sleep(for: .milliseconds(5))
        presentation.readReports()
      }
      #expect(last == nil)
      #expect(screen.color(x: 50, y: 40) == [120, 120, 120])
      #expect(screen.color(x: 44, y: 33) == [0x40, 0x80, 0xc0])
      let interval = try #require(observations.last).interval
      #expect(abs(interval.seconds - 1.0 / 60) < 0.0005)
      #expect(zip(observations, observations.dropFirst()).allSatisfy { $0.presented < $1.presented })
      #expect(observations.allSatisfy { ($0.submitted ?? $0.presented) < $0.presented })
    }
  }
}
