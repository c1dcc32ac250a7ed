import Foundation
import Synchronization

/// Loading of whole resources: cached ones are not requested again, except for playlists, which may have changed.
extension DiskCache {
  package func load(_ request: ResourceRequest, onEnd: @escaping @Sendable () -> Void) -> any ResourceLoad {
    let part = request.range.map { $0.offset..<$0.offset + max(0, $0.length) }
    let known = known(request.url)
    let kept = known.flatMap { entry in entry.bytes(part).map { ($0, entry.facts.location ?? request.url) } }
    // Only playlists accept compression; segments and keys never change under their URL.
    if let kept, !request.acceptsCompression, !request.isRenewal {
      return DataResourceLoad(kept.0, of: kept.1, onEnd: onEnd)
    }
    var asked = request
    if kept != nil { asked.policy = .renewal }
    let handover = Handover()
    let load = HTTPResourceLoad(asked) { [weak self] in
      if let load = handover.ended() { self?.keep(load, request) }
      onEnd()
    }
    if let over = handover.began(load) { keep(over, request) }
    guard let kept else { return load }
    return RenewedResourceLoad(load, kept: kept.0, at: kept.1)
  }

  /// Passes the load to its own completion handler, which is created first.
  private final class Handover: Sendable {
    private struct State {
      weak var load: HTTPResourceLoad?
      var hasEnded = false
    }
    private let state = Mutex(State())

    func began(_ load: HTTPResourceLoad) -> HTTPResourceLoad? {
      state.withLock { state in
        state.load = load
        return state.hasEnded ? load : nil
      }
    }

    func ended() -> HTTPResourceLoad? {
      state.withLock { state in
        state.hasEnded = true
        return state.load
      }
    }
  }

  /// Caches a completed load. A playlist that may grow is not cached: without a network connection it would be useless.
  private func keep(_ load: HTTPResourceLoad, _ request: ResourceRequest) {
    let report = load.report
    guard report.isOver, report.failure == nil, report.mayBeKept else { return }
    queue.async { [self] in
      guard let bytes = try? load.all(), !request.acceptsCompression || Self.isFinal(bytes) else { return }
      let offset = request.range?.offset ?? 0
      let size = request.range == nil ? Int64(bytes.count) : report.totalSize
      let facts = CacheFacts(
        size: size, validator: report.validator, location: report.url == request.url ? nil : report.url)
      guard let known = openEntry(for: request.url), let entry = entry(adopting: facts, for: known) else { return }
      bytes.withUnsafeBytes { entry.write($0, at: offset) }
      entry.commit()
    }
  }

  private static func isFinal(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.contains("#EXTINF") else { return true }
    return text.contains("#EXT-X-ENDLIST") || text.contains("#EXT-X-PLAYLIST-TYPE:VOD")
  }
}

/// A text resource that is requested again, with the cached copy as a fallback if the network fails.
final class RenewedResourceLoad: ResourceLoad {
  private let load: HTTPResourceLoad
  private let kept: [UInt8]
  private let address: URL

  init(_ load: HTTPResourceLoad, kept: [UInt8], at address: URL) {
    self.load = load
    self.kept = kept
    self.address = address
  }

  func all() throws(ByteSourceError) -> [UInt8] {
    do throws(ByteSourceError) {
      return try load.all()
    } catch {
      guard Self.isPassing(error) else { throw error }
      return kept
    }
  }

  /// Text is read as a whole: if the transfer breaks off, the copy starts at the beginning.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    let bytes = try all()
    let count = max(0, min(buffer.count, bytes.count - offset))
    if count > 0 { buffer.copyBytes(from: bytes[offset..<offset + count]) }
    return count
  }

  /// Whether the cached copy may be used: not if the server itself rejects the request.
  private static func isPassing(_ error: ByteSourceError) -> Bool {
    switch error {
    case .network(.status(let status, _)): status >= 500 || status == 408 || status == 429
    case .network(.cancelled): false
    case .network, .timedOut: true
    default: false
    }
  }

  func interrupt() { load.interrupt() }
  func resume() { load.resume() }
  func cancel() { load.cancel() }

  var report: ResourceReport {
    var report = load.report
    guard let failure = report.failure, Self.isPassing(failure) else { return report }
    report.failure = nil
    report.url = address
    report.bytes = kept.count
    report.size = kept.count
    return report
  }
}
