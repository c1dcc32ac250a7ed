import CPlayheadChafa
import Glibc

/// The functions of libchafa, loaded when the first frame is drawn in a terminal.
struct ChafaLibrary: @unchecked Sendable {
  // Sendable: function pointers of a library that is never unloaded, set once.
  /// Creates a canvas configuration, which the caller releases with `configUnref`.
  let configNew: PlayheadChafaConfigNew
  /// Releases a canvas configuration.
  let configUnref: PlayheadChafaConfigUnref
  /// Sets the canvas size in cells: width, then height.
  let configSetGeometry: PlayheadChafaConfigSetPair
  /// Sets the size of a cell in pixels: width, then height.
  let configSetCellGeometry: PlayheadChafaConfigSetPair
  /// Sets the colour mode (`PLAYHEAD_CHAFA_CANVAS_…`).
  let configSetCanvasMode: PlayheadChafaConfigSetNumber
  /// Sets the graphics protocol (`PLAYHEAD_CHAFA_PIXELS_…`).
  let configSetPixelMode: PlayheadChafaConfigSetNumber
  /// Enables or disables the increase of contrast for palettes.
  let configSetPreprocessing: PlayheadChafaConfigSetNumber
  /// Sets the optimizations of cell output (`PLAYHEAD_CHAFA_REUSE_ATTRIBUTES`, `PLAYHEAD_CHAFA_REPEAT_CELLS`).
  let configSetOptimizations: PlayheadChafaConfigSetNumber
  /// Sets the effort of matching symbols, from 0 to 1.
  let configSetWorkFactor: PlayheadChafaConfigSetFraction
  /// Sets the characters that cells may contain.
  let configSetSymbols: PlayheadChafaConfigSetSymbols
  /// Creates an empty set of characters, which the caller releases with `symbolsUnref`.
  let symbolsNew: PlayheadChafaSymbolsNew
  /// Releases a set of characters.
  let symbolsUnref: PlayheadChafaSymbolsUnref
  /// Adds characters by their class (`PLAYHEAD_CHAFA_SYMBOLS_…`).
  let symbolsAdd: PlayheadChafaSymbolsAdd
  /// Creates a canvas from a configuration; the caller releases it with `canvasUnref`.
  let canvasNew: PlayheadChafaCanvasNew
  /// Releases a canvas.
  let canvasUnref: PlayheadChafaCanvasUnref
  /// Converts pixels to the contents of a canvas.
  let canvasDraw: PlayheadChafaCanvasDraw
  /// Returns the terminal output of a canvas as a GLib string, which the caller frees with `stringFree`.
  let canvasPrint: PlayheadChafaCanvasPrint
  /// The default terminal database, owned by libchafa.
  let database: PlayheadChafaDatabase
  /// Describes the terminal of an environment; the caller releases the description with `infoUnref`.
  let detect: PlayheadChafaDetect
  /// Describes a generic terminal; the caller releases the description with `infoUnref`.
  let fallback: PlayheadChafaFallback
  /// Copies a terminal description; the caller releases the copy with `infoUnref`.
  let infoCopy: PlayheadChafaInfoCopy
  /// Releases a terminal description.
  let infoUnref: PlayheadChafaInfoUnref
  /// Returns a control sequence of a terminal description, or nil if the terminal is not known to support it.
  let infoGet: PlayheadChafaInfoGet
  /// Sets a control sequence of a terminal description.
  let infoSet: PlayheadChafaInfoSet
  /// Adds the sequences that a terminal description lacks from another one.
  let infoSupplement: PlayheadChafaInfoSupplement
  /// Frees a GLib string; the second argument 1 frees its characters too.
  let stringFree: PlayheadGStringFree

  /// nil if the library is not installed or lacks a function.
  static let shared = ChafaLibrary()

  /// Loads the library and looks up all functions. The library is never unloaded.
  private init?() {
    guard let handle = dlopen("libchafa.so.0", RTLD_NOW | RTLD_LOCAL) else { return nil }
    // A lookup by handle also finds GLib's functions: libchafa depends on it.
    func find<Function>(_ name: String, _ type: Function.Type = Function.self) -> Function? {
      dlsym(handle, name).map { unsafeBitCast($0, to: type) }
    }
    guard
      let configNew: PlayheadChafaConfigNew = find("chafa_canvas_config_new"),
      let configUnref: PlayheadChafaConfigUnref = find("chafa_canvas_config_unref"),
      let configSetGeometry: PlayheadChafaConfigSetPair = find("chafa_canvas_config_set_geometry"),
      let configSetCellGeometry: PlayheadChafaConfigSetPair = find("chafa_canvas_config_set_cell_geometry"),
      let configSetCanvasMode: PlayheadChafaConfigSetNumber = find("chafa_canvas_config_set_canvas_mode"),
      let configSetPixelMode: PlayheadChafaConfigSetNumber = find("chafa_canvas_config_set_pixel_mode"),
      let configSetPreprocessing: PlayheadChafaConfigSetNumber = find("chafa_canvas_config_set_preprocessing_enabled"),
      let configSetOptimizations: PlayheadChafaConfigSetNumber = find("chafa_canvas_config_set_optimizations"),
      let configSetWorkFactor: PlayheadChafaConfigSetFraction = find("chafa_canvas_config_set_work_factor"),
      let configSetSymbols: PlayheadChafaConfigSetSymbols = find("chafa_canvas_config_set_symbol_map"),
      let symbolsNew: PlayheadChafaSymbolsNew = find("chafa_symbol_map_new"),
      let symbolsUnref: PlayheadChafaSymbolsUnref = find("chafa_symbol_map_unref"),
      let symbolsAdd: PlayheadChafaSymbolsAdd = find("chafa_symbol_map_add_by_tags"),
      let canvasNew: PlayheadChafaCanvasNew = find("chafa_canvas_new"),
      let canvasUnref: PlayheadChafaCanvasUnref = find("chafa_canvas_unref"),
      let canvasDraw: PlayheadChafaCanvasDraw = find("chafa_canvas_draw_all_pixels"),
      let canvasPrint: PlayheadChafaCanvasPrint = find("chafa_canvas_print"),
      let database: PlayheadChafaDatabase = find("chafa_term_db_get_default"),
      let detect: PlayheadChafaDetect = find("chafa_term_db_detect"),
      let fallback: PlayheadChafaFallback = find("chafa_term_db_get_fallback_info"),
      let infoCopy: PlayheadChafaInfoCopy = find("chafa_term_info_copy"),
      let infoUnref: PlayheadChafaInfoUnref = find("chafa_term_info_unref"),
      let infoGet: PlayheadChafaInfoGet = find("chafa_term_info_get_seq"),
      let infoSet: PlayheadChafaInfoSet = find("chafa_term_info_set_seq"),
      let infoSupplement: PlayheadChafaInfoSupplement = find("chafa_term_info_supplement"),
      let stringFree: PlayheadGStringFree = find("g_string_free")
    else { return nil }
    self.configNew = configNew
    self.configUnref = configUnref
    self.configSetGeometry = configSetGeometry
    self.configSetCellGeometry = configSetCellGeometry
    self.configSetCanvasMode = configSetCanvasMode
    self.configSetPixelMode = configSetPixelMode
    self.configSetPreprocessing = configSetPreprocessing
    self.configSetOptimizations = configSetOptimizations
    self.configSetWorkFactor = configSetWorkFactor
    self.configSetSymbols = configSetSymbols
    self.symbolsNew = symbolsNew
    self.symbolsUnref = symbolsUnref
    self.symbolsAdd = symbolsAdd
    self.canvasNew = canvasNew
    self.canvasUnref = canvasUnref
    self.canvasDraw = canvasDraw
    self.canvasPrint = canvasPrint
    self.database = database
    self.detect = detect
    self.fallback = fallback
    self.infoCopy = infoCopy
    self.infoUnref = infoUnref
    self.infoGet = infoGet
    self.infoSet = infoSet
    self.infoSupplement = infoSupplement
    self.stringFree = stringFree
  }
}
