/// The control sequences that the player sends to terminals, except images.
enum ControlBytes {
  /// Alternate screen, hidden cursor, no wrapping at the right edge, cleared.
  static let enter = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[0m\u{1B}[2J"

  /// Undoes `enter`. An image may have been interrupted: the cancel character ends a control sequence, the string
  /// terminator an image, and the last sequence a synchronized update.
  static let leave = "\u{18}\u{1B}\\\u{1B}[?2026l\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  /// Output between these appears at once in terminals that support it; others ignore them.
  static let beginUpdate = "\u{1B}[?2026h"
  /// Ends the output that `beginUpdate` has started.
  static let endUpdate = "\u{1B}[?2026l"

  /// Resets the colours and clears the screen.
  static let clear = "\u{1B}[0m\u{1B}[2J"
  /// Resets the colours and the font style.
  static let plain = "\u{1B}[0m"
  /// White on black, for captions over video.
  static let caption = "\u{1B}[0;97;40m"
  /// Reduced intensity, for the message line.
  static let dim = "\u{1B}[2m"
  /// In the terminal's default colours.
  static let emptyLine = "\u{1B}[0m\u{1B}[2K"

  /// Positions start at 0; the sequence starts at 1.
  static func move(column: Int, row: Int) -> String { "\u{1B}[\(row + 1);\(column + 1)H" }

  /// kitty's graphics protocol: deletes the image with this number from screen and memory.
  static func deleteKittyImage(_ number: Int) -> String { "\u{1B}_Ga=d,d=I,i=\(number),q=2\u{1B}\\" }
  /// kitty's graphics protocol: deletes all images from screen and memory.
  static let deleteKittyImages = "\u{1B}_Ga=d,d=A,q=2\u{1B}\\"

  /// Queries the cell size in pixels, kitty's graphics protocol and the device attributes. Every terminal answers the
  /// last one, so that no other replies are outstanding after it.
  static let questions = "\u{1B}[16t\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[c"
}
