import Foundation
import PlayheadClock
import Synchronization

/// Measured throughput by server: the next stream of a server starts with a realistic estimate.
///
/// Any thread may use it. A playback environment has one for all its players.
package final class ServerThroughputs: Sendable {
  /// A measurement and its time.
  private struct Known {
    var bitsPerSecond: Double
    var at: HostTime
  }
  /// The newest measurement of each server, by host and port.
  private let known = Mutex<[String: Known]>([:])

  /// Creates an empty record.
  package init() {}

  /// The lifetime of a measurement, as the user may change networks.
  private static let lifetime = HostDuration.seconds(600)
  /// A stream starts with an empty buffer: half of the measured rate is assumed.
  private static let safetyFactor = 0.5
  /// The maximum number of servers; the oldest measurement is dropped.
  private static let limit = 32

  /// Records a measurement.
  package func note(_ bitsPerSecond: Double, of url: URL, at now: HostTime) {
    guard let server = Self.server(url) else { return }
    known.withLock { known in
      known[server] = Known(bitsPerSecond: bitsPerSecond, at: now)
      guard known.count > Self.limit, let oldest = known.min(by: { $0.value.at < $1.value.at }) else { return }
      known[oldest.key] = nil
    }
  }

  /// The expected rate in bits a second; nil if nothing is known of the server.
  package func expected(of url: URL, at now: HostTime) -> Double? {
    guard let server = Self.server(url), let found = known.withLock({ $0[server] }), now - found.at < Self.lifetime
    else { return nil }
    return found.bitsPerSecond * Self.safetyFactor
  }

  /// The host and port of a URL; nil for a URL without a host. A missing port is written as 0.
  private static func server(_ url: URL) -> String? { url.host.map { "\($0):\(url.port ?? 0)" } }
}
