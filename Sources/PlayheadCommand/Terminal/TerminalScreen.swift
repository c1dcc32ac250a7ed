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
    var layout: ScreenLayout
    var graphics: TerminalGraphics
    var epoch = 0
  }

  private struct Target {
    var plan: Plan
    var message = ""
    var status = ""
    var isActive = false
  }

  private struct Drawn {
    var epoch = -1
    var message: String?
    var status: String?
    var frame = CellRows()
    /// The number of the visible image in kitty's protocol.
    var kittyImage: Int?
  }

  private let device: TerminalDevice
  private let target: Mutex<Target>
  private let drawn = Mutex(Drawn())

  init(_ device: TerminalDevice, graphics: TerminalGraphics) {
    self.device = device
    target = Mutex(Target(plan: Plan(layout: ScreenLayout(size: device.size), graphics: graphics)))
  }

  /// nil while the screen belongs to the shell.
  var plan: Plan? { target.withLock { $0.isActive ? $0.plan : nil } }
  var graphics: TerminalGraphics { target.withLock { $0.plan.graphics } }
  var layout: ScreenLayout { target.withLock { $0.plan.layout } }

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
