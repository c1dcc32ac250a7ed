import Foundation
import PlayheadClock
import PlayheadNetworking

/// The keys of a stream, each fetched once, and reloaded before expiry if the client that supplied one stated its
/// renewal date.
struct StreamKeys {
  /// A fetched key and its renewal.
  private struct Key {
    /// The 16 bytes of the key.
    var bytes: [UInt8]
    /// The document that refers to the key, for the referrer of its renewal.
    var base: ReferenceBase
    /// When the key is reloaded.
    var due: HostTime?
    /// The reload in progress; nil: none.
    var renewal: (any ResourceLoad)?
  }

  /// The keys by URL.
  private var keys: [URL: Key] = [:]

  /// The bytes of a key, if it has been fetched.
  func bytes(at address: URL) -> [UInt8]? { keys[address]?.bytes }

  /// Stores a key. `report` states its renewal date.
  mutating func store(
    _ bytes: [UInt8], at address: URL, _ base: ReferenceBase, _ report: ResourceReport, _ clock: any EngineClock
  ) {
    keys[address] = Key(bytes: bytes, base: base, due: report.renewal.map { Self.due($0, clock) })
  }

  /// The host time of a renewal date.
  private static func due(_ date: Date, _ clock: any EngineClock) -> HostTime {
    // A date in the past must not cause requests without a pause.
    clock.now + .seconds(max(shortest, date.timeIntervalSince(clock.date)))
  }
  /// The minimum time between two renewals, in seconds.
  private static let shortest = 1.0

  /// Starts due renewals and applies finished ones. A key whose renewal fails stays in use. Returns the time of the
  /// next call.
  mutating func renew(_ clock: any EngineClock, load: (URL, ReferenceBase) -> any ResourceLoad) -> HostTime? {
    for address in keys.keys {
      guard var key = keys[address] else { continue }
      if let due = key.due, due <= clock.now {
        key.due = nil
        key.renewal = load(address, key.base)
      }
      if let renewal = key.renewal, renewal.report.isOver || clock.waitsForNetwork {
        key.renewal = nil
        if let bytes = try? renewal.all(), bytes.count == key.bytes.count { key.bytes = bytes }
        key.due = renewal.report.renewal.map { Self.due($0, clock) }
      }
      keys[address] = key
    }
    return keys.values.compactMap(\.due).min()
  }
}
