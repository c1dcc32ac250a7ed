import Foundation
import PlayheadNetworking

/// The keys of a stream, each fetched once, and anew where the program that gave it said until when it holds.
struct StreamKeys {
  private struct Key {
    var bytes: [UInt8]
    var base: AddressBase
    /// When it is asked for anew.
    var due: HostTime?
    var renewal: (any ResourceLoad)?
  }

  private var keys: [URL: Key] = [:]

  func bytes(at address: URL) -> [UInt8]? { keys[address]?.bytes }

  /// Keeps a key. `report` tells how long it holds.
  mutating func keep(
    _ bytes: [UInt8], at address: URL, _ base: AddressBase, _ report: ResourceReport, _ clock: any EngineClock
  ) {
    keys[address] = Key(bytes: bytes, base: base, due: report.renewal.map { Self.due($0, clock) })
  }

  private static func due(_ date: Date, _ clock: any EngineClock) -> HostTime {
    // Whoever gives a date that has passed is not asked without a pause.
    clock.now + .seconds(max(shortest, date.timeIntervalSince(clock.date)))
  }
  private static let shortest = 1.0

  /// Asks for what is due, and takes what has come. What is not given again is used on. Returns when to call again.
  mutating func renew(_ clock: any EngineClock, load: (URL, AddressBase) -> any ResourceLoad) -> HostTime? {
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
