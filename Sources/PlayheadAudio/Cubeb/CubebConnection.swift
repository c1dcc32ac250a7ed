import CPlayheadCubeb
import Synchronization

/// The process's one connection to the sound server, opened for the first audio and then retained: a new connection for
/// every item would take tens of milliseconds. After the server disconnects, the next use opens another one.
final class CubebConnection: @unchecked Sendable {
  // Sendable: both are set once in `init`; cubeb allows its functions to be called from any thread.
  /// The functions of libcubeb.
  let library: CubebLibrary
  /// libcubeb's context, destroyed with the connection.
  let context: OpaquePointer
  /// Whether a callback for device changes is registered, which happens once.
  private let isWatched = Atomic<Bool>(false)

  /// The connection for the next use.
  private struct Cached {
    /// Nil before the first use, and after the connection was retired.
    var connection: CubebConnection?
    /// Whether the last connection broke: the next one is reported as the return of the server.
    var isLost = false
  }
  /// Not locked while observers are notified.
  private static let cached = Mutex(Cached())

  /// The connection; nil if there is no server, no device, or no library.
  static func current() -> CubebConnection? {
    let (connection, isBack) = cached.withLock { cached in
      if cached.connection == nil { cached.connection = CubebConnection() }
      guard cached.connection != nil else { return (CubebConnection?.none, false) }
      defer { cached.isLost = false }
      return (cached.connection, cached.isLost)
    }
    if isBack { CubebDevices.shared.notify(.serverBack) }
    return connection
  }

  /// Connects to the server. Nil without libcubeb, or if libcubeb finds no server.
  private init?() {
    guard let library = CubebLibrary.shared else { return nil }
    var context: OpaquePointer?
    guard library.initialize(&context, "Playhead", nil) == CUBEB_OK, let context else { return nil }
    self.library = library
    self.context = context
  }

  /// Streams retain the connection, and have been released.
  deinit {
    if isWatched.load(ordering: .relaxed) { _ = library.watch(context, CUBEB_DEVICE_TYPE_OUTPUT, nil, nil) }
    library.destroy(context)
  }

  /// Retires this connection: the next use opens another one.
  ///
  /// - Parameter isLost: Whether it broke while in use.
  func retire(isLost: Bool) {
    // The last reference must not be released while the lock is held: closing waits for the server's thread.
    let old = Self.cached.withLock { cached -> CubebConnection? in
      guard cached.connection === self else { return nil }
      defer { cached.connection = nil }
      if isLost { cached.isLost = true }
      return cached.connection
    }
    if isLost, old != nil { CubebDevices.shared.notify(.serverLost) }
  }

  /// Calls `body` with the server's list of output devices, which is valid during the call.
  func withOutputs<Result>(_ body: (UnsafeBufferPointer<cubeb_device_info>) throws -> Result) rethrows -> Result {
    var collection = cubeb_device_collection()
    guard library.enumerate(context, CUBEB_DEVICE_TYPE_OUTPUT, &collection) == CUBEB_OK else {
      return try body(UnsafeBufferPointer(start: nil, count: 0))
    }
    defer { _ = library.destroyCollection(context, &collection) }
    return try body(UnsafeBufferPointer(start: collection.device, count: collection.count))
  }

  /// Registers `call` for device changes, once. It is called on the server's thread.
  func watchDevices(_ call: @escaping cubeb_device_collection_changed_callback) {
    guard !isWatched.exchange(true, ordering: .relaxed) else { return }
    _ = library.watch(context, CUBEB_DEVICE_TYPE_OUTPUT, call, nil)
  }

  /// The number of channels of a device (nil for the default one); stereo if unknown.
  func channelLimit(ofDevice identifier: String?) -> Int {
    if let identifier {
      let count = withOutputs { devices in
        devices.first { $0.device_id.map { String(cString: $0) == identifier } ?? false }?.max_channels
      }
      if let count, count > 0 { return Int(count) }
    }
    var count: UInt32 = 0
    return library.maxChannels(context, &count) == CUBEB_OK && count > 0 ? Int(count) : 2
  }
}
