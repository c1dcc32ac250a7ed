import Foundation
import PlayheadEngine
import PlayheadNetworking

extension MediaError {
  /// One sentence: the file and the cause. Files are called by their path, everything else by its address, without what is secret
  /// in it.
  var sentence: String {
    "“\(url.isFileURL ? SystemPath.shown(url.systemPath) : url.redacted)” cannot be used: \(reason)."
  }
}
