import Foundation
import Synchronization

/// Tells the programmer on standard error of something that cannot be meant: once for each sentence.
enum LayerTreeWarnings {
  private static let told = Mutex<Set<String>>([])

  static func tell(_ sentence: String) {
    guard told.withLock({ $0.count < 100 && $0.insert(sentence).inserted }) else { return }
    FileHandle.standardError.write(Data("QuartzCore: \(sentence)\n".utf8))
  }
}
