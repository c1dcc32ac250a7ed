import Foundation

/// A description of the time: `{3000/600 = 5.000}`, with `, rounded` for a rounded one; `{INVALID}`, `{INDEFINITE}`,
/// `{+INFINITY}` and `{-INFINITY}` for non-numeric times.
public func CMTimeCopyDescription(allocator: CFAllocator?, time: CMTime) -> CFString? {
  time.text
}

/// Writes the text of `CMTimeCopyDescription` and a newline to standard error.
public func CMTimeShow(_ time: CMTime) {
  showOnStandardError(time.text)
}

extension CMTime {
  /// The result of `CMTimeCopyDescription`.
  var text: String {
    switch kind {
    case .invalid: "{INVALID}"
    case .indefinite: "{INDEFINITE}"
    case .positiveInfinity: "{+INFINITY}"
    case .negativeInfinity: "{-INFINITY}"
    case .numeric:
      "{\(value)/\(timescale) = \(String(format: "%.3f", seconds))\(hasBeenRounded ? ", rounded" : "")}"
    }
  }
}

/// Writes a line to standard error in one piece, so that lines of several threads do not mix.
func showOnStandardError(_ text: String) {
  FileHandle.standardError.write(Data((text + "\n").utf8))
}
