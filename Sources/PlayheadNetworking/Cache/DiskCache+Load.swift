import Foundation
import Synchronization

/// Loading of whole resources: cached ones are not requested again, except for playlists, which may have changed.
extension DiskCache {
  /// Begins to load a whole resource through the cache.
  ///
  /// - Parameters:
  ///   - request: The resource or a range of it.
  ///   - onEnd: Called once, on any thread, when the load has completed or failed.
  package func load(_ request: ResourceRequest, onEnd: @escaping @Sendable () -> Void) -> any ResourceLoad {
    let part = request.range.map { $0.offset..<$0.offset + max(0, $0.length) }
    let known = known(request.url)
    let cached = known.flatMap { entry in entry.bytes(part).map { ($0, entry.metadata.location ?? request.url) } }
    // Only playlists accept compression; segments and keys never change under their URL.
    if let cached, !request.acceptsCompression, !request.isRenewal {
      return DataResourceLoad(cached.0, of: cached.1, onEnd: onEnd)
    }
    var networkRequest = request
    if cached != nil { networkRequest.policy = .renewal }
    let handover = Handover()
    let load = HTTPResourceLoad(networkRequest) { [weak self] in
      if let load = handover.ended() { self?.store(load, request) }
      onEnd()
    }
    if let over = handover.began(load) { store(over, request) }
    guard let cached else { return load }
    return RenewedResourceLoad(load, cached: cached.0, at: cached.1)
  }

  /// Passes the load to its own completion handler, which is created first.
  private final class Handover: Sendable {
    /// The load and its end, in whichever order they occur.
    private struct State {
      weak var load: HTTPResourceLoad?
      var hasEnded = false
    }
    /// Guards against an end on the network thread while `began` runs.
    private let state = Mutex(State())

    /// Sets the load after its creation; returns it if it has already ended.
    func began(_ load: HTTPResourceLoad) -> HTTPResourceLoad? {
      state.withLock { state in
        state.load = load
        return state.hasEnded ? load : nil
      }
    }

    /// Records the end; returns the load if it was already set.
    func ended() -> HTTPResourceLoad? {
      state.withLock { state in
        state.hasEnded = true
        return state.load
      }
    }
  }

  /// Caches a completed load. A playlist that may grow is not cached: without a network connection it would be useless.
  private func store(_ load: HTTPResourceLoad, _ request: ResourceRequest) {
    let report = load.report
    guard report.isOver, report.failure == nil, report.mayBeStored else { return }
    queue.async { [self] in
      guard let bytes = try? load.all(), !request.acceptsCompression || Self.isFinal(bytes) else { return }
      let offset = request.range?.offset ?? 0
      let size = request.range == nil ? Int64(bytes.count) : report.totalSize
      let metadata = CacheMetadata(
        size: size, validator: report.validator, location: report.url == request.url ? nil : report.url)
      guard let known = openEntry(for: request.url), let entry = entry(adopting: metadata, for: known) else { return }
      bytes.withUnsafeBytes { entry.write($0, at: offset) }
      entry.commit()
    }
  }

  /// Whether the text will not change: a multivariant playlist, or a complete media playlist.
  private static func isFinal(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.contains("#EXTINF") else { return true }
    return text.contains("#EXT-X-ENDLIST") || text.contains("#EXT-X-PLAYLIST-TYPE:VOD")
  }
}

/// A text resource that is requested again, with the cached copy as a fallback if the network fails.
final class RenewedResourceLoad: ResourceLoad {
  /// The request for the current version.
  private let load: HTTPResourceLoad
  /// The content as of an earlier session.
  private let cached: [UInt8]
  /// The URL of the cached content, after redirections.
  private let address: URL

  /// Creates a load whose network request is already in progress.
  init(_ load: HTTPResourceLoad, cached: [UInt8], at address: URL) {
    self.load = load
    self.cached = cached
    self.address = address
  }

  /// Waits for the response; returns the cached copy if the network or the server fails temporarily.
  ///
  /// - Throws: The network's error if the copy must not replace the response.
  func all() throws(ByteSourceError) -> [UInt8] {
    do throws(ByteSourceError) {
      return try load.all()
    } catch {
      guard Self.isTransient(error) else { throw error }
      return cached
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
  private static func isTransient(_ error: ByteSourceError) -> Bool {
    switch error {
    case .network(.status(let status, _)): status >= 500 || status == 408 || status == 429
    case .network(.cancelled): false
    case .network, .timedOut: true
    default: false
    }
  }

  /// Interrupts a blocked reader; the request continues.
  func interrupt() { load.interrupt() }
  /// Allows reads again after `interrupt`.
  func resume() { load.resume() }
  /// Ends the request.
  func cancel() { load.cancel() }

  /// The report of the request; that of the cached copy, without a failure, if the copy replaces it.
  var report: ResourceReport {
    var report = load.report
    guard let failure = report.failure, Self.isTransient(failure) else { return report }
    report.failure = nil
    report.url = address
    report.bytes = cached.count
    report.size = cached.count
    return report
  }
}
