import Glibc

/// The mode of the terminal during playback: keys arrive individually without echo, video has its own screen. Restores
/// the original mode at the end, also after a crash. Main thread only.
final class TerminalMode {
  /// The terminal whose mode is changed.
  private let device: TerminalDevice
  /// The mode to restore; valid unless the state is `left`.
  private var saved = termios()
  /// `left` is the shell's mode, `listening` single keys on the shell's screen, and `entered` the screen of the player.
  private enum State { case left, listening, entered }
  /// The current mode. Changed only by `listen()`, `enter()` and `leave(_:)`.
  private var state = State.left
  /// Whether keys arrive individually while the shell's screen is visible.
  var isListening: Bool { state == .listening }

  /// Creates the mode of a terminal, which is unchanged until `listen()` or `enter()`.
  init(_ device: TerminalDevice) { self.device = device }

  /// Makes keys arrive individually without echo and changes nothing else: Ctrl-C and Ctrl-Z still send signals, and
  /// the shell's screen remains. Has no effect if the terminal belongs to another job, which would stop this one.
  func listen() {
    guard state == .left, tcgetpgrp(device.descriptor) == getpgrp(), tcgetattr(device.descriptor, &saved) == 0 else {
      return
    }
    var mode = saved
    mode.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON)
    // `poll` does not report the first byte of a terminal that waits for more.
    withUnsafeMutableBytes(of: &mode.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
    }
    CrashGuard.arm(descriptor: device.descriptor, mode: saved, bytes: "")
    guard tcsetattr(device.descriptor, TCSADRAIN, &mode) == 0 else { return CrashGuard.disarm() }
    state = .listening
  }

  /// Enters the playback mode. Returns false if the terminal rejects it: it may have been closed.
  func enter() -> Bool {
    guard state != .entered else { return true }
    stopListening()
    guard tcgetattr(device.descriptor, &saved) == 0 else { return false }
    var mode = saved
    // Ctrl-C and Ctrl-Z arrive as keys: the screen is restored before the program ends or stops. No output processing:
    // images are not text.
    mode.c_iflag &= ~tcflag_t(IGNBRK | BRKINT | PARMRK | ISTRIP | INLCR | IGNCR | ICRNL | IXON)
    mode.c_oflag &= ~tcflag_t(OPOST)
    mode.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | ISIG | IEXTEN)
    mode.c_cflag &= ~tcflag_t(CSIZE | PARENB)
    mode.c_cflag |= tcflag_t(CS8)
    // Armed before the first change, so that no crash can occur in between.
    CrashGuard.arm(descriptor: device.descriptor, mode: saved, bytes: ControlBytes.leave)
    guard tcsetattr(device.descriptor, TCSADRAIN, &mode) == 0 else {
      CrashGuard.disarm()
      return false
    }
    state = .entered
    device.resume()
    return device.write(ControlBytes.enter)
  }

  /// Restores the original mode.
  private func stopListening() {
    guard state == .listening else { return }
    state = .left
    tcsetattr(device.descriptor, TCSANOW, &saved)
    CrashGuard.disarm()
  }

  /// Restores the terminal. Drawing must have been stopped by `device.cancel()`.
  func leave(_ graphics: TerminalGraphics) {
    stopListening()
    guard state == .entered else { return }
    state = .left
    // Output that the terminal has not received yet is discarded.
    tcflush(device.descriptor, TCOFLUSH)
    device.resume()
    device.write(ControlBytes.leave.replacing(kitty: graphics == .kitty))
    // Unread replies and keys would otherwise be passed to the shell.
    tcsetattr(device.descriptor, TCSAFLUSH, &saved)
    CrashGuard.disarm()
  }
}

extension String {
  /// The leave sequence, which deletes kitty's images before the screen is switched.
  fileprivate func replacing(kitty: Bool) -> String {
    kitty ? "\u{18}\u{1B}\\" + ControlBytes.deleteKittyImages + self : self
  }
}
