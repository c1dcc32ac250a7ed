import Glibc

/// Keeps a terminal as the player needs it: keys arrive one by one and unseen, the picture has its own screen. Ends as it was
/// found, also when the program crashes. Main thread only.
final class TerminalMode {
  private let device: TerminalDevice
  private var saved = termios()
  private enum State { case left, listening, entered }
  private var state = State.left
  var isListening: Bool { state == .listening }

  init(_ device: TerminalDevice) { self.device = device }

  /// Keys arrive one by one and unseen, and nothing else changes: Ctrl-C and Ctrl-Z still are signals, and the shell's screen stays.
  /// Nothing where the terminal belongs to another job, which would stop this one.
  func listen() {
    guard state == .left, tcgetpgrp(device.descriptor) == getpgrp(), tcgetattr(device.descriptor, &saved) == 0 else {
      return
    }
    var mode = saved
    mode.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON)
    // Of a terminal that waits for more bytes `poll` does not tell the first.
    withUnsafeMutableBytes(of: &mode.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
    }
    CrashGuard.arm(descriptor: device.descriptor, mode: saved, bytes: "")
    guard tcsetattr(device.descriptor, TCSADRAIN, &mode) == 0 else { return CrashGuard.disarm() }
    state = .listening
  }

  /// False if the terminal refuses: it may have gone.
  func enter() -> Bool {
    guard state != .entered else { return true }
    stopListening()
    guard tcgetattr(device.descriptor, &saved) == 0 else { return false }
    var mode = saved
    // Ctrl-C and Ctrl-Z arrive as keys: the screen is put back before the program ends or stops. No output processing: pictures
    // are not text.
    mode.c_iflag &= ~tcflag_t(IGNBRK | BRKINT | PARMRK | ISTRIP | INLCR | IGNCR | ICRNL | IXON)
    mode.c_oflag &= ~tcflag_t(OPOST)
    mode.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | ISIG | IEXTEN)
    mode.c_cflag &= ~tcflag_t(CSIZE | PARENB)
    mode.c_cflag |= tcflag_t(CS8)
    // Armed before the first change, so that no crash falls in between.
    CrashGuard.arm(descriptor: device.descriptor, mode: saved, bytes: ControlBytes.leave)
    guard tcsetattr(device.descriptor, TCSADRAIN, &mode) == 0 else {
      CrashGuard.disarm()
      return false
    }
    state = .entered
    device.resume()
    return device.write(ControlBytes.enter)
  }

  /// The terminal is as it was found again.
  private func stopListening() {
    guard state == .listening else { return }
    state = .left
    tcsetattr(device.descriptor, TCSANOW, &saved)
    CrashGuard.disarm()
  }

  /// Whoever draws must have been stopped by `device.cancel()`.
  func leave(_ graphics: TerminalGraphics) {
    stopListening()
    guard state == .entered else { return }
    state = .left
    // What the terminal has not read yet is not worth waiting for.
    tcflush(device.descriptor, TCOFLUSH)
    device.resume()
    device.write(ControlBytes.leave.replacing(kitty: graphics == .kitty))
    // Answers and keys that nobody read would be typed into the shell.
    tcsetattr(device.descriptor, TCSAFLUSH, &saved)
    CrashGuard.disarm()
  }
}

extension String {
  /// The leaving sequence, with kitty's images taken away before the screen is changed.
  fileprivate func replacing(kitty: Bool) -> String {
    kitty ? "\u{18}\u{1B}\\" + ControlBytes.deleteKittyImages + self : self
  }
}
