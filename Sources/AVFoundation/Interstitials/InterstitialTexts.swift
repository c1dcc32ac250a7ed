import Foundation
import Synchronization

/// The client's localized strings for interstitial events.
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

  /// The string for a key; nil if the bundle has none.
  func text(_ key: String) -> String? {
    let now = state.withLock { $0 }
    // A bundle returns the default value for a missing key.
    let nothing = "\u{0}"
    let text = now.bundle?.localizedString(forKey: key, value: nothing, table: now.table)
    return text == nothing ? nil : text
  }
}
