import CPlayheadGTK
import Foundation

/// The program's texts in the user's language.
enum Translations {
  /// Looks for the catalogues beside the program: `../share/locale`, or where `PLAYHEAD_LOCALES` says. Before GTK is started.
  static func bind() {
    if setlocale(LC_ALL, "") == nil { doWithoutLocale() }
    // It would only try the same again.
    gtk_disable_setlocale()
    let environment = ProcessInfo.processInfo.environment["PLAYHEAD_LOCALES"]
    bindtextdomain("playhead", environment ?? folder(ofProgram: program))
    bind_textdomain_codeset("playhead", "UTF-8")
    textdomain("playhead")
  }

  /// The user's locale was never generated on this computer. Its dates are unknown, but its language need not be.
  private static func doWithoutLocale() {
    guard setlocale(LC_ALL, "C.UTF-8") != nil else { return }
    setenv("LANGUAGE", languages.joined(separator: ":"), 0)
  }

  /// The user's languages, the best first, with their shorter names behind them; `C` at the end.
  private static var languages: [String] {
    var names: [String] = []
    guard let pointer = g_get_language_names() else { return names }
    while let name = pointer[names.count] { names.append(String(cString: name)) }
    return names
  }

  static func folder(ofProgram path: String) -> String {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    return folder + "/../share/locale"
  }

  private static var program: String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
  }
}

/// Which way a language is read, and with it a window.
enum WritingDirection {
  /// Mirrors windows for users whose language is read from right to left. GTK does so by itself only where it and the program both
  /// speak the language. After GTK was started.
  @MainActor static func apply() {
    guard setlocale(LC_MESSAGES, nil).map({ String(cString: $0) }) != "C", let names = g_get_language_names(),
      let language = names[0], isRightToLeft(String(cString: language))
    else { return }
    gtk_widget_set_default_direction(GTK_TEXT_DIR_RTL)
  }

  /// - Parameter language: As locales and `LANGUAGE` name it: `he`, `ar_EG.UTF-8`.
  static func isRightToLeft(_ language: String) -> Bool {
    var count: Int32 = 0
    guard let language = pango_language_from_string(language),
      let scripts = pango_language_get_scripts(language, &count), count > 0
    else { return false }
    let script = hb_script_from_iso15924_tag(g_unicode_script_to_iso15924(GUnicodeScript(scripts[0].rawValue)))
    return hb_script_get_horizontal_direction(script) == HB_DIRECTION_RTL
  }
}
