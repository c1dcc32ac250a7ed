import CoreMedia
import Dispatch
import Glibc
import PlayheadBasics
import PlayheadCaptionTracks
import PlayheadClock
import PlayheadMedia
import PlayheadPipeline
import PlayheadText
import Synchronization

/// Draws the frames of an `AVPlayer` in a terminal. A presenter calls it and blocks on the terminal's output: a slow
/// terminal shows fewer frames, but never late ones.
///
/// A sink, as that of `AVPlayerView`, rather than an `AVPlayerItemVideoOutput`: it shows interstitial events and bitmap
/// captions too, knows the deadline of each frame, and converts only the frames and pixels that it draws.
final class TerminalVideoSink: VideoSink {
  /// The destination of frames. Shared with the main thread.
  private let screen: TerminalScreen
  /// The characters for cell graphics.
  private let glyphs: GlyphSet
  /// The drawing state. Its lock is held while drawing, which may block on the terminal.
  private let work = Mutex(Work())
  /// The mean drawing time in nanoseconds, 15 ms at first.
  private let leadNanoseconds = Atomic<Int64>(15_000_000)
  /// Redraws the last frame while nothing plays. The main thread must not block on a terminal.
  private let queue = DispatchQueue(label: "playhead.redraw")

  /// The drawing state, created with the first frame.
  private struct Work {
    /// The description of the terminal; nil until the first frame, and if libchafa is not installed.
    var terminal: ChafaTerminal?
    /// The canvas of the current size and protocol.
    var canvas: ChafaCanvas?
    /// The index of the last image description, 0 or 1; used only by kitty's protocol.
    var kittyIndex = 0
    /// Scales and converts frames to RGBA.
    let scaler = DisplayScaler()
    /// The pixels for the canvas, 4 bytes each. Allocated again when the size changes.
    var pixels: [UInt8] = []
    /// The last frame, for redraws and caption changes while paused; nil after `clear()`.
    var lastFrame: VideoFrame?
    /// Draws captions into the pixels.
    let captionRenderer = TerminalCaptionRenderer()
    /// The captions over the frame.
    var scene = CaptionScene()
  }

  /// Creates a sink. libchafa is loaded with the first frame.
  init(screen: TerminalScreen, glyphs: GlyphSet) {
    self.screen = screen
    self.glyphs = glyphs
  }

  /// The time before its deadline at which a frame is passed on: the mean drawing time, at most a tenth of a second.
  var lead: HostDuration { HostDuration(nanoseconds: leadNanoseconds.load(ordering: .relaxed)) }

  /// Draws a frame with its captions. Blocks on the terminal; the presenter's thread calls it.
  func present(_ presented: PresentedFrame) {
    let began = SystemClock().now
    work.withLock {
      $0.lastFrame = presented.frame
      $0.scene = presented.captions.scene(at: presented.frame.presentationTime)
      draw(presented.frame, &$0)
    }
    let took = SystemClock().now - began
    // A mean over about eight frames. Delays above a tenth of a second are the terminal's own, and starting earlier
    // would only increase them.
    let mean = (leadNanoseconds.load(ordering: .relaxed) * 7 + min(took.nanoseconds, 100_000_000)) / 8
    leadNanoseconds.store(mean, ordering: .relaxed)
  }

  /// Draws the last frame with the captions of another time. Has no effect without a frame.
  func presentCaptions(_ captions: ItemCaptions, at time: CMTime, deadline: HostTime) {
    work.withLock { work in
      guard let frame = work.lastFrame else { return }
      work.scene = captions.scene(at: time)
      draw(frame, &work)
    }
  }

  /// Removes the frame from the screen.
  func clear() {
    work.withLock { $0.lastFrame = nil }
    screen.clearFrame()
  }

  /// Redraws the last frame asynchronously: after a size change, or when the screen is restored.
  func redraw() {
    queue.async { [self] in
      work.withLock { work in
        if let frame = work.lastFrame { draw(frame, &work) }
      }
    }
  }

  /// Scales a frame and sends it to the terminal. Has no effect while the screen is inactive or too small.
  private func draw(_ frame: VideoFrame, _ work: inout Work) {
    guard let plan = screen.plan, let terminal = Self.terminal(&work) else { return }
    let size = frame.displaySize
    guard
      let rectangle = plan.layout.videoRectangle(width: size.width, height: size.height),
      let canvas = canvas(plan, rectangle, terminal, &work)
    else { return }
    let (width, height) = (canvas.shape.pixelWidth, canvas.shape.pixelHeight)
    if work.pixels.count != width * height * 4 { work.pixels = [UInt8](repeating: 255, count: width * height * 4) }
    let info = Self.info(plan.graphics, terminal, &work)
    let kittyImage = plan.graphics == .kitty ? work.kittyIndex + 1 : nil
    let scaler = work.scaler
    let (captionRenderer, scene) = (work.captionRenderer, work.scene)
    let lines =
      plan.graphics == .cells
      ? CaptionCells.lines(of: scene, columns: rectangle.columns, rows: rectangle.rows, glyphs: glyphs) : []
    work.pixels.withUnsafeMutableBytes { pixels in
      guard let base = pixels.baseAddress else { return }
      // A frame that cannot be converted leaves the previous one visible.
      guard scaler.draw(frame, into: base, bytesPerRow: width * 4, width: width, height: height, format: .rgba)
      else { return }
      captionRenderer.draw(
        plan.graphics == .cells ? scene.bitmapsOnly : scene, over: base, width: width, height: height,
        storage: (frame.width, frame.height))
      canvas.draw(
        base.assumingMemoryBound(to: UInt8.self), width: width, height: height, bytesPerRow: width * 4, info: info
      ) { bytes in
        let presented: TerminalFrame =
          plan.graphics == .cells
          ? .cells(bytes, rectangle, captions: lines)
          : .image(bytes, rectangle, kittyImage: kittyImage)
        screen.draw(presented, plan: plan)
      }
    }
  }

  /// The description of the terminal, created on first use.
  private static func terminal(_ work: inout Work) -> ChafaTerminal? {
    if work.terminal == nil { work.terminal = ChafaLibrary.shared.flatMap { ChafaTerminal(library: $0) } }
    return work.terminal
  }

  /// kitty's images alternate between two numbers, so that a new image covers the old one before it is deleted.
  private static func info(_ graphics: TerminalGraphics, _ terminal: ChafaTerminal, _ work: inout Work) -> OpaquePointer
  {
    guard graphics == .kitty, !terminal.kittyInfos.isEmpty else { return terminal.info }
    work.kittyIndex = (work.kittyIndex + 1) % terminal.kittyInfos.count
    return terminal.kittyInfos[work.kittyIndex]
  }

  /// The canvas for the current layout and protocol, created again when either changes; nil if libchafa fails.
  private func canvas(
    _ plan: TerminalScreen.Plan, _ rectangle: CellRectangle, _ terminal: ChafaTerminal, _ work: inout Work
  ) -> ChafaCanvas? {
    let cell = Self.cellPixels(plan, rectangle)
    let shape = ChafaCanvas.Shape(
      graphics: plan.graphics, glyphs: glyphs, columns: rectangle.columns, rows: rectangle.rows, cellWidth: cell.width,
      cellHeight: cell.height)
    if work.canvas?.shape != shape { work.canvas = ChafaCanvas(shape, terminal: terminal) }
    return work.canvas
  }

  /// The size of a cell in pixels.
  private static func cellPixels(
    _ plan: TerminalScreen.Plan, _ rectangle: CellRectangle
  ) -> (width: Int, height: Int) {
    let size = plan.layout.size
    // If the terminal does not report it: the cell size of a VT340, where sixel originates.
    let cell = (width: size.cellWidth ?? 10, height: size.cellHeight ?? 20)
    switch plan.graphics {
    // libchafa compares symbols as 8 by 8 pixels.
    case .cells: return (8, 8)
    case .sixel: return cell
    case .kitty, .iterm:
      // These terminals scale. Uncompressed pixels pass through the terminal's pipe: more than about a quarter of a
      // million of them 30 times a second exceeds most terminals.
      let pixels = Double(rectangle.columns * cell.width * rectangle.rows * cell.height)
      let scale = min(1, (262_144 / max(1, pixels)).squareRoot())
      return (max(1, Int(saturating: Double(cell.width) * scale)), max(1, Int(saturating: Double(cell.height) * scale)))
    }
  }
}
