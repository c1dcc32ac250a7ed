import CPlayheadChafa
import Glibc

/// The functions of libchafa, loaded when the first frame is drawn in a terminal.
struct ChafaLibrary: @unchecked Sendable {
  // Sendable: function pointers of a library that is never unloaded, set once.
  let configNew: PlayheadChafaConfigNew
  let configUnref: PlayheadChafaConfigUnref
  let configSetGeometry: PlayheadChafaConfigSetPair
  let configSetCellGeometry: PlayheadChafaConfigSetPair
  let configSetCanvasMode: PlayheadChafaConfigSetNumber
  let configSetPixelMode: PlayheadChafaConfigSetNumber
  let configSetPreprocessing: PlayheadChafaConfigSetNumber
  let configSetOptimizations: PlayheadChafaConfigSetNumber
  let configSetWorkFactor: PlayheadChafaConfigSetFraction
  let configSetSymbols: PlayheadChafaConfigSetSymbols
  let symbolsNew: PlayheadChafaSymbolsNew
  let symbolsUnref: PlayheadChafaSymbolsUnref
  let symbolsAdd: PlayheadChafaSymbolsAdd
  let canvasNew: PlayheadChafaCanvasNew
  let canvasUnref: PlayheadChafaCanvasUnref
  let canvasDraw: PlayheadChafaCanvasDraw
  let canvasPrint: PlayheadChafaCanvasPrint
  let database: PlayheadChafaDatabase
  let detect: PlayheadChafaDetect
  let fallback: PlayheadChafaFallback
  let infoCopy: PlayheadChafaInfoCopy
  let infoUnref: PlayheadChafaInfoUnref
  let infoGet: PlayheadChafaInfoGet
  let infoSet: PlayheadChafaInfoSet
  let infoSupplement: PlayheadChafaInfoSupplement
  let stringFree: PlayheadGStringFree

  /// nil if the library is not installed or lacks a function.
  static let shared = ChafaLibrary()

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
