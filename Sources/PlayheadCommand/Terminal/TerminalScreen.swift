import Synchronization

/// The content of the terminal: the frame, drawn by the engine's presenter, and two lines of text, set by the main
/// thread.
///
/// `target` is the requested content, `drawn` the current one; the thread that holds `drawn` writes to the terminal,
/// and may block there. The main thread never blocks: if the presenter is writing, it draws the lines when it has
/// finished, or the next iteration does.
final class TerminalScreen: Sendable {
  /// The parameters of everything on the screen. A new epoch redraws all of it.
  struct Plan: Equatable, Sendable {
    /// The places of the video and of the text lines.
    var layout: ScreenLayout
    /// The protocol of frames.
    var graphics: TerminalGraphics
    var epoch = 0
  }

  /// The requested content. Locked only briefly, by any thread.
  private struct Target {
    /// The parameters of the current epoch.
    var plan: Plan
    /// The text of the message line; ignored on a screen without one.
    var message = ""
    /// The text of the status line.
    var status = ""
    /// Whether the player may draw. False while the screen belongs to the shell.
    var isActive = false
  }

  /// The content that the terminal has received. Its lock is held while writing, which may block.
  private struct Drawn {
    /// The epoch of the content; -1 before the first output. Another epoch clears the screen.
    var epoch = -1
    /// The visible message line; nil if it has not been drawn in this epoch.
    var message: String?
    /// The visible status line; nil if it has not been drawn in this epoch.
    var status: String?
    /// The visible rows of cell graphics.
    var frame = CellRows()
    /// The number of the visible image in kitty's protocol.
    var kittyImage: Int?
  }

  /// The terminal. Frames and text are written by the thread that holds the lock of `drawn`.
  private let device: TerminalDevice
  /// The requested content. Its lock is acquired while that of `drawn` is held, never in the opposite order.
  private let target: Mutex<Target>
  /// The visible content, and the right to write to the terminal.
  private let drawn = Mutex(Drawn())

  /// Creates an inactive screen of the terminal's current size.
  ///
  /// - Parameter graphics: The protocol until `setGraphics(_:)` changes it.
  init(_ device: TerminalDevice, graphics: TerminalGraphics) {
    self.device = device
    target = Mutex(Target(plan: Plan(layout: ScreenLayout(size: device.size), graphics: graphics)))
  }

  /// nil while the screen belongs to the shell.
  var plan: Plan? { target.withLock { $0.isActive ? $0.plan : nil } }
  /// The protocol of the next frame, also while the screen is inactive.
  var graphics: TerminalGraphics { target.withLock { $0.plan.graphics } }
  /// The layout of the next output, also while the screen is inactive.
  var layout: ScreenLayout { target.withLock { $0.plan.layout } }

  /// Permits drawing; everything is redrawn. Call it after the terminal has entered the player's mode.
  func activate() {
    target.withLock {
      $0.isActive = true
      $0.plan.epoch += 1
    }
  }

  /// Releases the screen: after this returns, nothing is written to it. Output in progress is cut off.
  func deactivate() {
    target.withLock {
      $0.isActive = false
      $0.plan.epoch += 1
    }
    device.cancel()
    drawn.withLock { _ in }
  }

  /// Lays out the screen again: after a size change, or because other output has overwritten it.
  func setSize(_ size: TerminalSize) {
    target.withLock {
      $0.plan.layout = ScreenLayout(size: size)
      $0.plan.epoch += 1
    }
  }

  /// Changes the protocol of frames and clears the screen. Has no effect if the protocol is the same.
  func setGraphics(_ graphics: TerminalGraphics) {
    target.withLock {
      guard $0.plan.graphics != graphics else { return }
      $0.plan.graphics = graphics
      $0.plan.epoch += 1
    }
  }

  /// Sets the text. Returns false if another thread is drawing or the terminal is busy: try again later.
  func setText(message: String, status: String) -> Bool {
    target.withLock {
      $0.message = message
      $0.status = status
    }
    guard device.isReady else { return false }
    return drawn.withLockIfAvailable { drawn in
      guard drawn.message != message || drawn.status != status else { return }
      write(frame: nil, into: &drawn)
    } != nil
  }

  /// Draws a frame for a plan; discarded if the plan has changed meanwhile. Blocks on the terminal.
  func draw(_ frame: TerminalFrame, plan: Plan) {
    drawn.withLock { drawn in
      guard self.plan == plan else { return }
      write(frame: frame, into: &drawn)
    }
  }

  /// Removes the frame.
  func clearFrame() {
    target.withLock { $0.plan.epoch += 1 }
    drawn.withLock { write(frame: nil, into: &$0) }
  }

  /// Writes the differences between the requested and the visible content in one piece. Has no effect while the screen
  /// is inactive.
  ///
  /// - Parameter frame: The frame to draw; nil for text only.
  private func write(frame: TerminalFrame?, into drawn: inout Drawn) {
    let target = self.target.withLock { $0 }
    guard target.isActive else { return }
    // An image changes at once anyway, and kitty abandons an update as large as one.
    let isUpdate = target.plan.graphics == .cells || target.plan.graphics == .sixel
    var output = isUpdate ? Array(ControlBytes.beginUpdate.utf8) : []
    let emptyCount = output.count
    if drawn.epoch != target.plan.epoch {
      if drawn.kittyImage != nil { output += ControlBytes.deleteKittyImages.utf8 }
      drawn = Drawn(epoch: target.plan.epoch)
      output += ControlBytes.clear.utf8
    }
    switch frame {
    case .cells(let bytes, let rectangle, let captions):
      drawn.frame.append(bytes, at: rectangle, captions: captions, to: &output)
    case .image(let bytes, let rectangle, let kittyImage):
      output += ControlBytes.move(column: rectangle.column, row: rectangle.row).utf8
      output += bytes
      if let kittyImage {
        // The previous image is deleted after this one has covered it.
        if let previous = drawn.kittyImage, previous != kittyImage {
          output += ControlBytes.deleteKittyImage(previous).utf8
        }
        drawn.kittyImage = kittyImage
      }
    case nil: break
    }
    appendText(target, &drawn, &output)
    guard output.count > emptyCount else { return }
    if isUpdate { output += ControlBytes.endUpdate.utf8 }
    output.withUnsafeBytes { _ = device.write($0) }
  }

  /// Appends the text lines that have changed.
  private func appendText(_ target: Target, _ drawn: inout Drawn, _ output: inout [UInt8]) {
    let layout = target.plan.layout
    // A line is erased first: afterwards a full line would lose its last character.
    if drawn.message != target.message, let row = layout.messageRow {
      output += (ControlBytes.move(column: 0, row: row) + ControlBytes.emptyLine + ControlBytes.dim).utf8
      output += (target.message + ControlBytes.plain).utf8
    }
    if drawn.status != target.status {
      output += (ControlBytes.move(column: 0, row: layout.statusRow) + ControlBytes.emptyLine + target.status).utf8
    }
    drawn.message = target.message
    drawn.status = target.status
  }
}
