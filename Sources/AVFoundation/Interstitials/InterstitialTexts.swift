import Foundation
import Synchronization

/// A program's texts for what is said about interstitial events.
final class InterstitialTexts: Sendable {
  private struct State: @unchecked Sendable {
    // Sendable: bundles may be used from any thread.
    var bundle: Bundle?
    var table: String?
  }
  private let state = Mutex(State())

  var bundle: Bundle? {
    get { state.withLock { $0.bundle } }
    set { state.withLock { $0.bundle = newValue } }
  }

  var table: String? {
    get { state.withLock { $0.table } }
    set { state.withLock { $0.table = newValue } }
  }

  /// nil where there is none for it.
  func text(_ key: String) -> String? {
    let now = state.withLock { $0 }
    // A bundle answers with the default where it has nothing.
    let nothing = "\u{0}"
    let text = now.bundle?.localizedString(forKey: key, value: nothing, table: now.table)
    return text == nothing ? nil : text
  }
}
