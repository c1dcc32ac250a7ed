import CPlayheadGTK
import Glibc

/// Controls when GTK loads its style sheet, for programs of this project. GTK does so during its start and again when a
/// program requests the dark variant, which takes 15 ms and more before there is a window. Postponed, it is loaded
/// once.
@MainActor package enum StyleSheetLoading {
  private static let variable = "GTK_THEME"
  /// GTK's name for a style sheet without rules.
  private static let empty = "Empty"
  /// Whether `postpone()` has set the variable, which `load` must remove.
  private static var isPostponed = false
  /// Whether `load` was called.
  private static var isLoaded = false

  /// Makes GTK start without style rules until `load`, unless `GTK_THEME` is set. Call it before GTK starts and before
  /// other threads exist, as the last change of the environment: the last variable can be removed while other threads
  /// read the environment.
  package static func postpone() {
    guard getenv(variable) == nil else { return }
    setenv(variable, empty, 1)
    isPostponed = true
  }

  /// Loads the style sheet if it was postponed, in the light or dark variant of the desktop's settings or the program.
  /// Later calls have no effect.
  package static func load(prefersDark: Bool = false) {
    guard !isLoaded, let settings = gtk_settings_get_default() else { return }
    isLoaded = true
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
