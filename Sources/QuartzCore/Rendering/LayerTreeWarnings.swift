import Foundation
import Synchronization

/// Prints warnings about invalid values on standard error, once for each message.
enum LayerTreeWarnings {
  private static let told = Mutex<Set<String>>([])

  static func tell(_ sentence: String) {
    guard told.withLock({ $0.count < 100 && $0.insert(sentence).inserted }) else { return }
    FileHandle.standardError.write(Data("QuartzCore: \(sentence)\n".utf8))
  }
}
