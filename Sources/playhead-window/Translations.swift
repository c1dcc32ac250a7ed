import CPlayheadGTK
import Foundation

/// The translations of the program's texts.
enum Translations {
  /// Binds the catalogues next to the program, in `../share/locale`, or those in `PLAYHEAD_LOCALES`. Call it before GTK
  /// starts.
  static func bind() {
    if setlocale(LC_ALL, "") == nil { doWithoutLocale() }
    // GTK would only repeat the failed attempt.
    gtk_disable_setlocale()
    let environment = ProcessInfo.processInfo.environment["PLAYHEAD_LOCALES"]
    bindtextdomain("playhead", environment ?? folder(ofProgram: program))
    bind_textdomain_codeset("playhead", "UTF-8")
    textdomain("playhead")
  }

  /// Handles a locale that is not generated on this computer: its formats are unknown, but its translations may exist.
  private static func doWithoutLocale() {
    guard setlocale(LC_ALL, "C.UTF-8") != nil else { return }
    setenv("LANGUAGE", languages.joined(separator: ":"), 0)
  }

  /// The user's languages, the preferred first, each followed by its shorter names; `C` at the end.
  private static var languages: [String] {
    var names: [String] = []
    guard let pointer = g_get_language_names() else { return names }
    while let name = pointer[names.count] { names.append(String(cString: name)) }
    return names
  }

  /// The folder of the catalogues for a program at this path.
  static func folder(ofProgram path: String) -> String {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    return folder + "/../share/locale"
  }

  /// The path of the running executable; empty if `/proc` is not mounted.
  private static var program: String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
  }
}

/// The writing direction of a language, which also mirrors the window.
enum WritingDirection {
  /// Mirrors windows for right-to-left languages. GTK does so only if both it and the program have a translation. Call
  /// it after GTK has started.
  @MainActor static func apply() {
    guard setlocale(LC_MESSAGES, nil).map({ String(cString: $0) }) != "C", let names = g_get_language_names(),
      let language = names[0], isRightToLeft(String(cString: language))
    else { return }
    gtk_widget_set_default_direction(GTK_TEXT_DIR_RTL)
  }

  /// - Parameter language: A name as in locales and `LANGUAGE`: `he`, `ar_EG.UTF-8`.
  static func isRightToLeft(_ language: String) -> Bool {
    var count: Int32 = 0
    guard let language = pango_language_from_string(language),
      let scripts = pango_language_get_scripts(language, &count), count > 0
    else { return false }
    let script = hb_script_from_iso15924_tag(g_unicode_script_to_iso15924(GUnicodeScript(scripts[0].rawValue)))
    return hb_script_get_horizontal_direction(script) == HB_DIRECTION_RTL
  }
}
