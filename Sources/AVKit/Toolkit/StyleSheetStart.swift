import CPlayheadGTK
import Glibc

/// When GTK reads its style sheet, for programs of this project. It does so while it starts and once more when a program wants the dark
/// one, 15 ms and more before there is a window. Postponed, it is read once.
@MainActor package enum StyleSheetStart {
  private static let variable = "GTK_THEME"
  /// GTK's own name for a style sheet without rules.
  private static let empty = "Empty"
  private static var isPostponed = false

  /// Has GTK start without rules until `load`, unless somebody has chosen a style sheet. Call before GTK starts and before there are
  /// other threads, as the last that changes the environment: what stands last in it can be taken away while others read it.
  package static func postpone() {
    guard getenv(variable) == nil else { return }
    setenv(variable, empty, 1)
    isPostponed = true
  }

  /// Loads the style sheet that was postponed, if it was; light or dark as the desktop's settings or the program want it.
  package static func load(prefersDark: Bool = false) {
    guard let settings = gtk_settings_get_default() else { return }
    let object = UnsafeMutableRawPointer(settings)
    if isPostponed { unsetenv(variable) }
    if prefersDark {
      playhead_gtk_set_flag(object, "gtk-application-prefer-dark-theme", 1)
    } else if isPostponed {
      g_object_notify(cast(object), "gtk-theme-name")
    }
    isPostponed = false
  }
}
