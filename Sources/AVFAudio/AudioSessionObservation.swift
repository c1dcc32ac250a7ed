import Foundation
import Synchronization

/// Connects the audio session with the observation of key paths, which AVFoundation has.
package enum AudioSessionObservation {
  /// The calls of AVFoundation.
  package struct Calls: Sendable {
    /// Called by the getter of an observable property, with its string key.
    let access: @Sendable (AVAudioSession, String) -> Void
    /// Called on the delivery queue after a property has changed.
    let change: @Sendable (AVAudioSession, String) -> Void

    package init(
      access: @escaping @Sendable (AVAudioSession, String) -> Void,
      change: @escaping @Sendable (AVAudioSession, String) -> Void
    ) {
      self.access = access
      self.change = change
    }
  }

  /// The calls; nil in programs that observe nothing.
  private static let calls = Mutex<Calls?>(nil)

  /// Installs the calls. Later calls replace earlier ones.
  package static func install(_ new: Calls) { calls.withLock { $0 = new } }

  /// Notes that a getter was called.
  static func noteAccess(_ key: String, of session: AVAudioSession) { calls.withLock { $0 }?.access(session, key) }

  /// Notes that a property has changed.
  static func noteChange(_ key: String, of session: AVAudioSession) {
    calls.withLock { $0 }?.change(session, key)
  }
}
