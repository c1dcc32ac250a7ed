/// The sequences that the player sends to terminals, besides pictures.
enum ControlBytes {
  /// Alternate screen, no cursor, no wrapping at the right edge, empty.
  static let enter = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[0m\u{1B}[2J"

  /// Undoes `enter`. A picture may have been cut off in the middle: the cancel character ends a control sequence, the string
  /// terminator an image, and the last one a synchronized update.
  static let leave = "\u{18}\u{1B}\\\u{1B}[?2026l\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  /// What stands between these appears at once, in terminals that know it; the others ignore it.
  static let beginUpdate = "\u{1B}[?2026h"
  static let endUpdate = "\u{1B}[?2026l"

  static let clear = "\u{1B}[0m\u{1B}[2J"
  static let plain = "\u{1B}[0m"
  /// White on black, for what is read over a picture.
  static let caption = "\u{1B}[0;97;40m"
  static let dim = "\u{1B}[2m"
  /// In the terminal's own colours.
  static let emptyLine = "\u{1B}[0m\u{1B}[2K"

  /// Counted from 0, sent counted from 1.
  static func move(column: Int, row: Int) -> String { "\u{1B}[\(row + 1);\(column + 1)H" }

  /// kitty's graphics protocol: takes the image with this number from the screen and from memory.
  static func deleteKittyImage(_ number: Int) -> String { "\u{1B}_Ga=d,d=I,i=\(number),q=2\u{1B}\\" }
  static let deleteKittyImages = "\u{1B}_Ga=d,d=A,q=2\u{1B}\\"

  /// Asks for the size of a cell in pixels, for kitty's graphics protocol, and for the device's attributes. Every terminal
  /// answers the last, so that answers to the others are never outstanding after it.
  static let questions = "\u{1B}[16t\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[c"
}
