import Foundation
import Synchronization

/// Prints warnings about invalid values on standard error, once for each message.
enum LayerTreeWarnings {
  /// The messages that were printed. At most 100 are, so that messages with changing numbers do not flood the output.
  private static let reported = Mutex<Set<String>>([])

  /// Prints a message once. May be called on any thread.
  static func warn(_ message: String) {
    guard reported.withLock({ $0.count < 100 && $0.insert(message).inserted }) else { return }
    FileHandle.standardError.write(Data("QuartzCore: \(message)\n".utf8))
  }
}
