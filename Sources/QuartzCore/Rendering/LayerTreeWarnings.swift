import Foundation
import Synchronization

/// Prints warnings about invalid values on standard error, once for each message.
enum LayerTreeWarnings {
  private static let reported = Mutex<Set<String>>([])

  static func warn(_ message: String) {
    guard reported.withLock({ $0.count < 100 && $0.insert(message).inserted }) else { return }
    FileHandle.standardError.write(Data("QuartzCore: \(message)\n".utf8))
  }
}
