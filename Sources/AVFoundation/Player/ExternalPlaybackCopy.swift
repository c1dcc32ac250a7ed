import Foundation
import Glibc
import PlayheadRoutes
import PlayheadSamples

/// The copy of a file in a container that an external device knows.
enum ExternalPlaybackCopy {
  /// Where large files belong: the usual folder for temporary files may be in memory (Filesystem Hierarchy Standard
  /// §5.15).
  private static let parents = ["/var/tmp", NSTemporaryDirectory()]

  /// Copies a file into a new folder, which the caller removes with it.
  static let make: RemotePlayback.Copier = { path, containers, isCancelled in
    for parent in parents {
      var template = Array("\(parent)/playhead-XXXXXX".utf8CString)
      guard let made = mkdtemp(&template) else { continue }
      let folder = String(cString: made)
      let copy = ContainerCopy.make(
        of: URL(fileURLWithPath: path), containers: containers, in: URL(fileURLWithPath: folder),
        isCancelled: isCancelled)
      if let copy { return (copy.file.path, copy.container) }
      rmdir(folder)
      return nil
    }
    return nil
  }
}
