import CPlayheadASS
import Glibc

/// libass, loaded with the first caption that is drawn: it brings the shaping of text and the search for fonts along.
final class ASSLibrary: @unchecked Sendable {
  // Sendable: `functions` is set once in `init`, and libass keeps no state outside the objects that the functions get.
  let functions: PlayheadASSFunctions

  /// nil where libass is not installed.
  static let shared = ASSLibrary()

  private init?() {
    guard let handle = dlopen("libass.so.9", RTLD_NOW) else { return nil }
    var functions = PlayheadASSFunctions()
    guard playhead_ass_load(&functions, handle) else { return nil }
    self.functions = functions
  }
}
