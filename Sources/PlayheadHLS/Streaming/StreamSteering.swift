import Foundation
import PlayheadBasics
import PlayheadClock
import PlayheadNetworking
import PlayheadStreaming

/// Loads the steering manifest of a stream, which orders the pathways (RFC 8216bis §7). Playback never waits for it.
/// Belongs to the reader's thread.
final class StreamSteering {
  private let context: StreamContext
  /// The URL of the next request: the playlist's, or that of the last manifest.
  private var url: URL
  /// The document that refers to it: the playlist, then the last steering manifest.
  private var base: URL
  /// The load in progress; nil: none.
  private var pending: (any ResourceLoad)?
  /// When to reload, in seconds of the engine's clock; nil for never.
  private var due: Double? = 0

  /// Creates the steering of a stream. `base`: the playlist that refers to the manifest. The first call of `tend`
  /// requests it.
  init(_ url: URL, from base: URL, context: StreamContext) {
    self.url = url
    self.base = base
    self.context = context
  }

  deinit { pending?.cancel() }

  /// Reloads the manifest when due and returns a new order of pathways, if any.
  ///
  /// - Parameters:
  ///   - pathway: The present pathway, sent to the server (§7.1).
  ///   - speed: The measured throughput in bits a second, sent to the server.
  ///
  /// - Returns: Nil if there is no new manifest.
  func tend(now: Double, pathway: String?, speed: Double?) -> [String]? {
    if pending == nil, let due, due <= now {
      // The retry interval for a server that does not answer.
      self.due = now + SteeringManifest.defaultLifetime
      pending = context.load(
        address(pathway, speed), from: base, policy: .document, isText: true, limit: ResourceLimits.steeringBytes)
    }
    guard let load = pending, load.report.isOver || context.clock.waitsForNetwork else { return nil }
    pending = nil
    guard let bytes = try? context.all(load, of: url) else {
      // RFC 9110 §15.5.11: gone permanently.
      if case .network(.status(410, _))? = load.report.failure { due = nil }
      return nil
    }
    guard let manifest = SteeringManifest(bytes, url: load.report.url) else { return nil }
    due = now + manifest.lifetime
    if let next = manifest.reloadURL { (url, base) = (next, load.report.url) }
    return manifest.priority
  }

  /// The URL with the query parameters for the server (RFC 8216bis §7.1).
  private func address(_ pathway: String?, _ speed: Double?) -> URL {
    guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return url }
    var items = parts.queryItems ?? []
    if let pathway { items.append(URLQueryItem(name: "_HLS_pathway", value: "\"\(pathway)\"")) }
    if let speed { items.append(URLQueryItem(name: "_HLS_throughput", value: String(Int(saturating: speed)))) }
    if !items.isEmpty { parts.queryItems = items }
    return parts.url ?? url
  }
}
