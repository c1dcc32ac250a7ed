import CPlayheadASS
import Glibc

/// libass, loaded with the first drawn caption, because it pulls in text shaping and font lookup.
final class ASSLibrary: @unchecked Sendable {
  // Sendable: `functions` is set once in `init`, and libass has no state outside of the objects passed to them.
  /// The loaded functions, valid until the program ends: the library is never unloaded.
  let functions: PlayheadASSFunctions

  /// nil if libass is not installed.
  static let shared = ASSLibrary()

  /// Loads the library. nil if it is not installed or lacks a function.
  private init?() {
    guard let handle = dlopen("libass.so.9", RTLD_NOW) else { return nil }
    var functions = PlayheadASSFunctions()
    guard playhead_ass_load(&functions, handle) else { return nil }
    self.functions = functions
  }
}
