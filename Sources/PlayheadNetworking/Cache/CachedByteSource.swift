import Foundation
import Synchronization

/// A byte source that reads cached bytes from disk, fetches the missing ones and caches them.
///
/// A complete resource is not requested again. Otherwise the server is asked first whether its version is still the
/// same; without a network connection the cached part plays.
package final class CachedByteSource: ByteSource {
  /// The state of the reader, and of the network as far as it was used.
  private struct State {
    /// The version being read.
    var entry: CacheEntry
    /// The offset of the next byte to read.
    var position: Int64 = 0
    /// The read position of the upstream source.
    var upstreamPosition: Int64 = 0
    /// Whether the network is needed, and whether it has responded.
    var usesNetwork = true
    /// Whether `prepareNetwork` has succeeded, so that the version of the server is known.
    var isPrepared = false
    /// Whether bytes from upstream may be cached.
    var storesBytes = false
    /// Whether the cached bytes are of the server's version, and may be read in any order.
    var usesCache = true
    /// Whether reads fail until `resume`.
    var isCancelled = false
    /// The reason why the network does not respond.
    var failure: ByteSourceError?
  }

  /// The source of missing bytes. It sends no request as long as all bytes are cached.
  private let upstream: HTTPByteSource
  /// The lock is not held while bytes are read or awaited.
  private let state: Mutex<State>
  /// The entry of the version being read.
  private var entry: CacheEntry { state.withLock { $0.entry } }

  /// Creates a source that starts with the cached bytes of an entry.
  init(_ upstream: HTTPByteSource, _ entry: CacheEntry) {
    self.upstream = upstream
    state = Mutex(State(entry: entry))
  }

  deinit { entry.commit() }

  /// Sends the first request unless the resource is complete on disk. A failure is reported only if the start of the
  /// resource is not cached, or its size is unknown; otherwise `read` reports it where the cached bytes end.
  package func prepare() throws(ByteSourceError) {
    if entry.isComplete { return state.withLock { $0.usesNetwork = false } }
    do throws(ByteSourceError) {
      try prepareNetwork()
    } catch {
      guard error != .cancelled, entry.metadata.size != nil, entry.loaded.first?.lowerBound == 0 else { throw error }
      state.withLock { $0.failure = error }
    }
  }

  /// Sends the first request. If the server's resource has changed, bytes already read from disk do not belong to it.
  private func prepareNetwork() throws(ByteSourceError) {
    try upstream.prepare()
    guard let metadata = upstream.metadata else {
      return state.withLock {
        $0.usesCache = false
        $0.isPrepared = true
      }
    }
    let known = entry
    let adopted = known.adopting(metadata)
    if adopted !== known, state.withLock({ $0.position > 0 }) { throw .resourceChanged }
    // A server without range support cannot fill gaps.
    state.withLock {
      $0.entry = adopted ?? known
      $0.storesBytes = adopted != nil
      $0.usesCache = adopted != nil && upstream.isSeekable
      $0.isPrepared = true
    }
  }

  /// Reads cached bytes if there are any at the position, otherwise fetches and stores the next ones.
  ///
  /// - Throws: `resourceChanged` if the server has another version than the bytes read so far; errors of the network.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    let now = state.withLock { $0 }
    if now.isCancelled { throw .cancelled }
    if now.usesCache {
      let count = entry.read(at: now.position, into: buffer)
      if count > 0 {
        state.withLock { $0.position += Int64(count) }
        return count
      }
      if let size, now.position >= size { return 0 }
    }
    if let failure = now.failure { throw failure }
    guard now.usesNetwork else { return 0 }
    if !now.isPrepared { try prepareNetwork() }
    if now.upstreamPosition != now.position { try upstream.seek(to: now.position) }
    let count = try upstream.read(into: buffer)
    if now.storesBytes { entry.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]), at: now.position) }
    state.withLock {
      $0.position += Int64(count)
      $0.upstreamPosition = $0.position
    }
    return count
  }

  /// Moves the position; upstream follows when it has to provide bytes.
  ///
  /// - Throws: `noRanges` if the server does not support ranges.
  package func seek(to offset: Int64) throws(ByteSourceError) {
    guard isSeekable || offset == state.withLock({ $0.position }) else { throw .noRanges }
    state.withLock { $0.position = max(0, offset) }
  }

  /// The size from the index, or from the server.
  package var size: Int64? { state.withLock { $0.usesCache } ? entry.metadata.size ?? upstream.size : upstream.size }

  /// True without the network: cached bytes can be read in any order.
  package var isSeekable: Bool {
    let now = state.withLock { $0 }
    return now.usesNetwork && now.failure == nil ? upstream.isSeekable : true
  }

  /// The cached start of the resource, otherwise what upstream has received.
  package func head(_ count: Int) -> [UInt8] {
    (state.withLock { $0.usesCache } ? entry.bytes(0..<Int64(count)) : nil) ?? upstream.head(count)
  }

  /// The cached start of the resource, otherwise the first bytes from upstream, which may wait for the server.
  package func peek(_ count: Int) throws(ByteSourceError) -> [UInt8] {
    if state.withLock({ $0.usesCache }), let bytes = entry.bytes(0..<Int64(count)) { return bytes }
    if let failure = state.withLock({ $0.failure }) { throw failure }
    return try upstream.peek(count)
  }

  /// The URL after redirections: that of this session, or that of the session that cached the bytes.
  package var location: URL? { upstream.location ?? entry.metadata.location }

  /// The state of upstream with the bytes on disk added; nil if the resource is complete on disk.
  package var transfer: TransferSnapshot? {
    let now = state.withLock { $0 }
    guard now.usesNetwork else { return nil }
    guard now.failure == nil else { return addingCachedRanges(TransferSnapshot(), now) }
    return upstream.transfer.map { now.usesCache ? addingCachedRanges($0, now) : $0 }
  }

  /// Adds the bytes on disk to the loaded ranges.
  private func addingCachedRanges(_ snapshot: TransferSnapshot, _ now: State) -> TransferSnapshot {
    var snapshot = snapshot
    let all = ByteRanges(snapshot.loaded + entry.loaded)
    snapshot.loaded = all.ranges
    snapshot.size = size
    let end = all.end(from: now.position)
    snapshot.bytesAhead = end.map { $0 - now.position } ?? 0
    if end == snapshot.size || now.position >= snapshot.size ?? .max { snapshot.isFull = true }
    return snapshot
  }

  /// Whether reads fail until `resume`.
  package var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Cancels a read in progress, on any thread.
  package func cancel() {
    state.withLock { $0.isCancelled = true }
    upstream.cancel()
  }

  /// Allows reads again, and retries after an earlier failure of the network.
  package func resume() {
    state.withLock { state in
      state.isCancelled = false
      // Retry failed requests when their bytes are needed.
      state.failure = nil
    }
    upstream.resume()
  }
}
