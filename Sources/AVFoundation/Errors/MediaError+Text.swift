import Foundation
import PlayheadItems
import PlayheadNetworking

extension MediaError {
  /// One sentence with the file and the cause. Files are named by path, other resources by URL without credentials and
  /// other secrets.
  var sentence: String {
    "“\(url.isFileURL ? SystemPath.shown(url.systemPath) : url.redacted)” cannot be used: \(reason)."
  }
}
