import CPlayheadCubeb
import Synchronization

/// The process's one connection to the sound server, made with the first sound and kept: connecting again for every item would
/// cost each of them tens of milliseconds. When the server goes away the next sound makes another.
final class CubebConnection: @unchecked Sendable {
  // Sendable: both are set once in `init`; cubeb allows its functions to be called from any thread.
  let library: CubebLibrary
  let context: OpaquePointer

  private static let kept = Mutex<CubebConnection?>(nil)

  /// nil where there is no server, no device, or no library to reach them.
  static func current() -> CubebConnection? {
    kept.withLock { kept in
      if kept == nil { kept = CubebConnection() }
      return kept
    }
  }

  private init?() {
    guard let library = CubebLibrary.shared else { return nil }
    var context: OpaquePointer?
    guard library.initialize(&context, "Playhead", nil) == CUBEB_OK, let context else { return nil }
    self.library = library
    self.context = context
  }

  /// Streams have held on to the connection, and are gone.
  deinit { library.destroy(context) }

  /// Whoever needs a connection from now on gets another one.
  func retire() {
    // The last reference must not go while the lock is held: closing waits for the server's thread.
    let old = Self.kept.withLock { kept -> CubebConnection? in
      guard kept === self else { return nil }
      defer { kept = nil }
      return kept
    }
    _ = old
  }

  /// What the default device takes; stereo where it does not say.
  var channelLimit: Int {
    var count: UInt32 = 0
    return library.maxChannels(context, &count) == CUBEB_OK && count > 0 ? Int(count) : 2
  }
}
