import CPlayheadChafa
import Glibc

/// Converts pixels to terminal output for a rectangle of cells. Not thread-safe.
final class ChafaCanvas {
  /// The parameters of a canvas; a new canvas is created when any of them changes.
  struct Shape: Equatable {
    /// The output format: character cells or an image protocol.
    var graphics: TerminalGraphics
    /// The characters for cells. Has no effect on images.
    var glyphs: GlyphSet
    /// The width in cells, at least 1.
    var columns: Int
    /// The height in cells, at least 1.
    var rows: Int
    /// The size of a cell in pixels. The terminal scales images to the rectangle itself, except with sixel, which
    /// requires exact values.
    var cellWidth: Int
    /// The height of a cell in pixels.
    var cellHeight: Int

    /// The image size for which libchafa does not scale again.
    var pixelWidth: Int { columns * cellWidth }
    /// The height of that image.
    var pixelHeight: Int { rows * cellHeight }
  }

  /// The parameters that the canvas was created with; they do not change.
  let shape: Shape
  /// The functions of libchafa, with which the canvas is drawn and released.
  private let library: ChafaLibrary
  /// The `ChafaCanvas` of libchafa. Owned; released in `deinit`.
  private let canvas: OpaquePointer

  /// Creates a canvas. Returns nil if libchafa cannot allocate its objects.
  init?(_ shape: Shape, terminal: ChafaTerminal) {
    let library = terminal.library
    guard let config = library.configNew(), let symbols = library.symbolsNew() else { return nil }
    defer {
      library.symbolsUnref(symbols)
      library.configUnref(config)
    }
    library.symbolsAdd(symbols, Self.symbols(shape.glyphs))
    library.configSetSymbols(config, symbols)
    library.configSetGeometry(config, Int32(shape.columns), Int32(shape.rows))
    library.configSetCellGeometry(config, Int32(shape.cellWidth), Int32(shape.cellHeight))
    library.configSetCanvasMode(config, terminal.canvasMode)
    library.configSetPixelMode(config, Self.pixelMode(shape.graphics))
    // Preprocessing increases contrast for palettes, which flickers between frames. Two colours need it.
    library.configSetPreprocessing(config, terminal.isMonochrome ? 1 : 0)
    library.configSetOptimizations(
      config, Int32(PLAYHEAD_CHAFA_REUSE_ATTRIBUTES | PLAYHEAD_CHAFA_REPEAT_CELLS))
    // With this few symbols, comparing all of them is faster than the shortcuts of lower work factors.
    library.configSetWorkFactor(config, 1)
    guard let canvas = library.canvasNew(config) else { return nil }
    self.shape = shape
    self.library = library
    self.canvas = canvas
  }

  deinit { library.canvasUnref(canvas) }

  /// Draws 8-bit RGBA pixels and calls `body` with the terminal output: rows of cells separated by line feeds, or one
  /// image. `info` describes the terminal.
  func draw<Result>(
    _ pixels: UnsafePointer<UInt8>, width: Int, height: Int, bytesPerRow: Int, info: OpaquePointer,
    _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result? {
    library.canvasDraw(
      canvas, Int32(PLAYHEAD_CHAFA_PIXEL_RGBA8_UNASSOCIATED), pixels, Int32(width), Int32(height), Int32(bytesPerRow))
    guard let string = library.canvasPrint(canvas, info) else { return nil }
    defer { _ = library.stringFree(string, 1) }
    guard let characters = string.pointee.str else { return nil }
    let count = string.pointee.len
    return characters.withMemoryRebound(to: UInt8.self, capacity: count) { bytes in
      if shape.graphics == .kitty { Self.repairBase64(UnsafeMutableBufferPointer(start: bytes, count: count)) }
      return body(UnsafeBufferPointer(start: bytes, count: count))
    }
  }

  /// Repairs the last byte of Base64 blocks whose length is not a multiple of three: libchafa 1.12 loses two bits of
  /// it, which speckles the image with slightly transparent pixels. That byte is an alpha value, always 255 here, and
  /// correctly ends in “8=”.
  static func repairBase64(_ bytes: UnsafeMutableBufferPointer<UInt8>) {
    guard let base = bytes.baseAddress else { return }
    var offset = 1
    while offset < bytes.count - 1,
      let found = memchr(base + offset, Int32(UInt8(ascii: "=")), bytes.count - 1 - offset)
    {
      offset = found - UnsafeMutableRawPointer(base) + 1
      // The sign also separates names and values in the protocol; only padding is followed by the end of the block.
      if bytes[offset] == 0x1B, bytes[offset - 2] != UInt8(ascii: "=") { bytes[offset - 2] = UInt8(ascii: "8") }
    }
  }

  /// libchafa's pixel mode of a graphics protocol.
  private static func pixelMode(_ graphics: TerminalGraphics) -> Int32 {
    switch graphics {
    case .kitty: Int32(PLAYHEAD_CHAFA_PIXELS_KITTY)
    case .sixel: Int32(PLAYHEAD_CHAFA_PIXELS_SIXELS)
    case .iterm: Int32(PLAYHEAD_CHAFA_PIXELS_ITERM2)
    case .cells: Int32(PLAYHEAD_CHAFA_PIXELS_SYMBOLS)
    }
  }

  /// Half and quarter blocks: available in every font, and seamless.
  private static func symbols(_ glyphs: GlyphSet) -> Int32 {
    switch glyphs {
    case .unicode:
      Int32(
        PLAYHEAD_CHAFA_SYMBOLS_SPACE | PLAYHEAD_CHAFA_SYMBOLS_SOLID | PLAYHEAD_CHAFA_SYMBOLS_HALF
          | PLAYHEAD_CHAFA_SYMBOLS_QUAD)
    case .ascii: Int32(PLAYHEAD_CHAFA_SYMBOLS_SPACE | PLAYHEAD_CHAFA_SYMBOLS_ASCII)
    }
  }
}
