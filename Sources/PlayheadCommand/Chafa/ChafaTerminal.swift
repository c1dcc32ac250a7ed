import CPlayheadChafa
import Glibc

/// libchafa's description of the terminal and its control sequences. Owns the description.
final class ChafaTerminal {
  /// The functions of libchafa, with which the descriptions are released.
  let library: ChafaLibrary
  /// The terminal description, with sequences of a generic terminal added. Released in `deinit`.
  let info: OpaquePointer

  /// Detects the terminal from the environment. Sequences that it is not known to support are added from a generic
  /// terminal, so that an unexpected graphics protocol can be requested.
  ///
  /// - Parameter isMonochrome: Whether cells have only the terminal's own two colours; by default what `NO_COLOR`
  ///   requests (no-color.org).
  init?(library: ChafaLibrary, isMonochrome: Bool = ChafaTerminal.requestsNoColor) {
    guard let database = library.database(), let detected = library.detect(database, environ) else { return nil }
    self.library = library
    canvasMode = Self.canvasMode(detected, library, isMonochrome: isMonochrome)
    graphics = Self.graphics(detected, library)
    info = detected
    if let fallback = library.fallback(database) {
      library.infoSupplement(info, fallback)
      library.infoUnref(fallback)
    }
  }

  deinit {
    for copy in kittyInfos { library.infoUnref(copy) }
    library.infoUnref(info)
  }

  /// Whether `NO_COLOR` is set and not empty.
  static var requestsNoColor: Bool { getenv("NO_COLOR").map { $0.pointee != 0 } ?? false }

  /// The colour mode that the terminal is known to support.
  let canvasMode: Int32
  /// Whether cells have only the terminal's own two colours.
  var isMonochrome: Bool { [PLAYHEAD_CHAFA_CANVAS_FGBG, PLAYHEAD_CHAFA_CANVAS_FGBG_BGFG].contains(Int(canvasMode)) }
  /// The best graphics protocol that the terminal is known to support.
  let graphics: TerminalGraphics

  /// Descriptions whose images have a number in kitty's protocol, starting at 1: the next image with that number
  /// replaces this one, the cursor does not move, and the terminal sends no replies.
  private(set) lazy var kittyInfos: [OpaquePointer] = [1, 2].compactMap { number in
    guard let copy = library.infoCopy(info) else { return nil }
    let begin = "\u{1B}_Ga=T,i=\(number),q=2,C=1,f=%1,s=%2,v=%3,c=%4,r=%5,m=1\u{1B}\\"
    _ = library.infoSet(copy, Int32(PLAYHEAD_CHAFA_SEQ_BEGIN_KITTY_IMMEDIATE_IMAGE_V1), begin, nil)
    return copy
  }

  /// Whether a terminal description contains a control sequence.
  private static func has(_ info: OpaquePointer, _ library: ChafaLibrary, _ sequence: Int) -> Bool {
    library.infoGet(info, Int32(sequence)) != nil
  }

  /// The mode with the most colours that the terminal is known to support, from 24-bit down to two. `isMonochrome`: at
  /// most the terminal's own two colours.
  private static func canvasMode(_ info: OpaquePointer, _ library: ChafaLibrary, isMonochrome: Bool) -> Int32 {
    let inverts = has(info, library, PLAYHEAD_CHAFA_SEQ_INVERT_COLORS)
    if isMonochrome { return Int32(inverts ? PLAYHEAD_CHAFA_CANVAS_FGBG_BGFG : PLAYHEAD_CHAFA_CANVAS_FGBG) }
    if has(info, library, PLAYHEAD_CHAFA_SEQ_SET_COLOR_FGBG_DIRECT) { return Int32(PLAYHEAD_CHAFA_CANVAS_TRUECOLOR) }
    if has(info, library, PLAYHEAD_CHAFA_SEQ_SET_COLOR_FGBG_256) { return Int32(PLAYHEAD_CHAFA_CANVAS_INDEXED_240) }
    if has(info, library, PLAYHEAD_CHAFA_SEQ_SET_COLOR_FGBG_16) { return Int32(PLAYHEAD_CHAFA_CANVAS_INDEXED_16) }
    return Int32(inverts ? PLAYHEAD_CHAFA_CANVAS_FGBG_BGFG : PLAYHEAD_CHAFA_CANVAS_FGBG)
  }

  /// The best supported protocol, in the order kitty, iTerm2, sixel, cells.
  private static func graphics(_ info: OpaquePointer, _ library: ChafaLibrary) -> TerminalGraphics {
    if has(info, library, PLAYHEAD_CHAFA_SEQ_BEGIN_KITTY_IMMEDIATE_IMAGE_V1) { return .kitty }
    if has(info, library, PLAYHEAD_CHAFA_SEQ_BEGIN_ITERM2_IMAGE) { return .iterm }
    if has(info, library, PLAYHEAD_CHAFA_SEQ_BEGIN_SIXELS) { return .sixel }
    return .cells
  }
}
