import Foundation
import PlayheadBasics
import PlayheadNetworking
import PlayheadStreaming

/// Asks a stream's steering server which pathway comes first (second edition §7). Playing never waits for it. Belongs to the reader's
/// thread.
final class StreamSteering {
  private let context: StreamContext
  private var url: URL
  /// The document that names it: the playlist, then the steering server's last answer.
  private var base: URL
  private var pending: (any ResourceLoad)?
  /// When to ask next, in seconds of the engine's clock; nil: never again.
  private var due: Double? = 0

  init(_ url: URL, from base: URL, context: StreamContext) {
    self.url = url
    self.base = base
    self.context = context
  }

  deinit { pending?.cancel() }

  /// Asks when it is time to, and gives a new order of pathways when there is one.
  ///
  /// - Parameters:
  ///   - pathway: The present one, and `speed` in bits a second: the server is told (§7.1).
  func tend(now: Double, pathway: String?, speed: Double?) -> [String]? {
    if pending == nil, let due, due <= now {
      // A server that does not answer is asked again after the usual time.
      self.due = now + SteeringManifest.usual
      pending = context.load(
        address(pathway, speed), from: base, policy: .document, isText: true, limit: ResourceLimits.steeringBytes)
    }
    guard let load = pending, load.report.isOver || context.clock.waitsForNetwork else { return nil }
    pending = nil
    guard let bytes = try? context.all(load, of: url) else {
      // RFC 9110 §15.5.11: gone for good.
      if case .network(.status(410, _))? = load.report.failure { due = nil }
      return nil
    }
    guard let manifest = SteeringManifest(bytes, url: load.report.url) else { return nil }
    due = now + manifest.lifetime
    if let next = manifest.reloadURL { (url, base) = (next, load.report.url) }
    return manifest.priority
  }

  private func address(_ pathway: String?, _ speed: Double?) -> URL {
    guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return url }
    var items = parts.queryItems ?? []
    if let pathway { items.append(URLQueryItem(name: "_HLS_pathway", value: "\"\(pathway)\"")) }
    if let speed { items.append(URLQueryItem(name: "_HLS_throughput", value: String(Int(saturating: speed)))) }
    if !items.isEmpty { parts.queryItems = items }
    return parts.url ?? url
  }
}
