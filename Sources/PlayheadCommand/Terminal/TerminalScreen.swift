import Synchronization

/// What is on the terminal: the picture, drawn by the engine's presenter, and two lines of text, set by the main thread.
///
/// `wanted` is what should be seen, `drawn` what is; whoever holds `drawn` writes to the terminal, and may wait for it there.
/// The main thread never waits: if the presenter is writing, it draws the lines too when it is done, or the next round does.
final class TerminalScreen: Sendable {
  /// What everything on the screen depends on. A new epoch draws all anew.
  struct Plan: Equatable, Sendable {
    var layout: ScreenLayout
    var graphics: TerminalGraphics
    var epoch = 0
  }

  private struct Wanted {
    var plan: Plan
    var message = ""
    var status = ""
    var isActive = false
  }

  private struct Drawn {
    var epoch = -1
    var message: String?
    var status: String?
    var picture = CellRows()
    /// kitty's number of the picture that is seen.
    var kittyImage: Int?
  }

  private let device: TerminalDevice
  private let wanted: Mutex<Wanted>
  private let drawn = Mutex(Drawn())

  init(_ device: TerminalDevice, graphics: TerminalGraphics) {
    self.device = device
    wanted = Mutex(Wanted(plan: Plan(layout: ScreenLayout(size: device.size), graphics: graphics)))
  }

  /// nil while the screen belongs to the shell.
  var plan: Plan? { wanted.withLock { $0.isActive ? $0.plan : nil } }
  var graphics: TerminalGraphics { wanted.withLock { $0.plan.graphics } }
  var layout: ScreenLayout { wanted.withLock { $0.plan.layout } }

  func activate() {
    wanted.withLock {
      $0.isActive = true
      $0.plan.epoch += 1
    }
  }

  /// Gives the screen up: when this has returned nobody writes to it. What was being written is cut off.
  func deactivate() {
    wanted.withLock {
      $0.isActive = false
      $0.plan.epoch += 1
    }
    device.cancel()
    drawn.withLock { _ in }
  }

  /// Lays the screen out anew: after a change of size, or because something else wrote on it.
  func setSize(_ size: TerminalSize) {
    wanted.withLock {
      $0.plan.layout = ScreenLayout(size: size)
      $0.plan.epoch += 1
    }
  }

  func setGraphics(_ graphics: TerminalGraphics) {
    wanted.withLock {
      guard $0.plan.graphics != graphics else { return }
      $0.plan.graphics = graphics
      $0.plan.epoch += 1
    }
  }

  /// False if somebody else was drawing, or the terminal is behind: to be tried again.
  func setText(message: String, status: String) -> Bool {
    wanted.withLock {
      $0.message = message
      $0.status = status
    }
    guard device.isReady else { return false }
    return drawn.withLockIfAvailable { drawn in
      guard drawn.message != message || drawn.status != status else { return }
      write(picture: nil, into: &drawn)
    } != nil
  }

  /// Draws a picture that was made for `plan`; if the plan has changed meanwhile there is no place for it. Waits for the terminal.
  func draw(_ picture: TerminalFrame, plan: Plan) {
    drawn.withLock { drawn in
      guard self.plan == plan else { return }
      write(picture: picture, into: &drawn)
    }
  }

  /// Takes the picture away.
  func clearPicture() {
    wanted.withLock { $0.plan.epoch += 1 }
    drawn.withLock { write(picture: nil, into: &$0) }
  }

  private func write(picture: TerminalFrame?, into drawn: inout Drawn) {
    let wanted = self.wanted.withLock { $0 }
    guard wanted.isActive else { return }
    // An image changes at once anyway, and kitty gives an update up that is as large as one.
    let isUpdate = wanted.plan.graphics == .cells || wanted.plan.graphics == .sixel
    var output = isUpdate ? Array(ControlBytes.beginUpdate.utf8) : []
    let emptyCount = output.count
    if drawn.epoch != wanted.plan.epoch {
      if drawn.kittyImage != nil { output += ControlBytes.deleteKittyImages.utf8 }
      drawn = Drawn(epoch: wanted.plan.epoch)
      output += ControlBytes.clear.utf8
    }
    switch picture {
    case .cells(let bytes, let rectangle, let captions):
      drawn.picture.append(bytes, at: rectangle, captions: captions, to: &output)
    case .image(let bytes, let rectangle, let kittyImage):
      output += ControlBytes.move(column: rectangle.column, row: rectangle.row).utf8
      output += bytes
      if let kittyImage {
        // The one before goes once this one covers it.
        if let previous = drawn.kittyImage, previous != kittyImage {
          output += ControlBytes.deleteKittyImage(previous).utf8
        }
        drawn.kittyImage = kittyImage
      }
    case nil: break
    }
    appendText(wanted, &drawn, &output)
    guard output.count > emptyCount else { return }
    if isUpdate { output += ControlBytes.endUpdate.utf8 }
    output.withUnsafeBytes { _ = device.write($0) }
  }

  private func appendText(_ wanted: Wanted, _ drawn: inout Drawn, _ output: inout [UInt8]) {
    let layout = wanted.plan.layout
    // A line is emptied first: afterwards a full one would lose its last character.
    if drawn.message != wanted.message, let row = layout.messageRow {
      output += (ControlBytes.move(column: 0, row: row) + ControlBytes.emptyLine + ControlBytes.dim).utf8
      output += (wanted.message + ControlBytes.plain).utf8
    }
    if drawn.status != wanted.status {
      output += (ControlBytes.move(column: 0, row: layout.statusRow) + ControlBytes.emptyLine + wanted.status).utf8
    }
    drawn.message = wanted.message
    drawn.status = wanted.status
  }
}
