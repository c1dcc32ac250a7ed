import CPlayheadGTK
import Foundation

/// The program's texts in the user's language.
enum Translations {
  /// Looks for the catalogues beside the program: `../share/locale`, or where `PLAYHEAD_LOCALES` says.
  static func bind() {
    setlocale(LC_ALL, "")
    let environment = ProcessInfo.processInfo.environment["PLAYHEAD_LOCALES"]
    bindtextdomain("playhead", environment ?? folder(ofProgram: program))
    bind_textdomain_codeset("playhead", "UTF-8")
    textdomain("playhead")
  }

  static func folder(ofProgram path: String) -> String {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    return folder + "/../share/locale"
  }

  private static var program: String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
  }
}
