import Foundation
import Glibc
import PlayheadBasics
import Synchronization

/// The cached bytes of one version of a resource on disk, with gaps. All users of the resource share the entry; entries
/// in use are not evicted. Another version gets another entry with its own file (`DiskCache.entry(adopting:for:)`), so
/// that two readers never write into each other's bytes.
///
/// Bytes are written first, then synced to disk, and only then recorded in the index: if the program ends in between,
/// the index never lists bytes that are not in the file.
package final class CacheEntry: Sendable {
  /// The state that all users of the entry share.
  private struct State {
    /// The properties of the version, as far as they are known.
    var metadata: CacheMetadata
    /// The bytes in the file, including those not yet in the index.
    var ranges: ByteRanges
    /// Whether a server has declared the version.
    var isVersioned: Bool
    /// Bytes written but not yet in the index.
    var uncommitted: Int64 = 0
    /// Whether the row was deleted: nothing is stored any more, and the bytes do not count for the quota.
    var isRemoved = false
  }

  /// The primary key in the index, and the name of the file.
  let identifier: Int64
  /// The cache key: the URL without secrets and fragment.
  let url: String
  /// The open file, closed when the last user releases the entry. It remains readable after an eviction deletes its
  /// name.
  private let descriptor: Int32
  /// The cache that the entry belongs to.
  private let cache: DiskCache
  /// Guards the state; never held during disk I/O.
  private let state: Mutex<State>
  /// The number of bytes after which the index is updated.
  private static let commitSize: Int64 = 4 << 20

  /// Takes ownership of the descriptor, and adds the bytes to the quota of entries in use.
  init(identifier: Int64, url: String, descriptor: Int32, metadata: CacheMetadata, ranges: ByteRanges, cache: DiskCache)
  {
    self.identifier = identifier
    self.url = url
    self.descriptor = descriptor
    self.cache = cache
    let isVersioned = metadata.size != nil || metadata.validator != nil
    state = Mutex(State(metadata: metadata, ranges: ranges, isVersioned: isVersioned))
    cache.use(ranges.byteCount)
  }

  deinit {
    let (last, identifier, descriptor, cache) = (state.withLock { $0 }, identifier, descriptor, cache)
    if !last.isRemoved { cache.use(-last.ranges.byteCount) }
    // The last reference may be released under a lock, including the cache's own.
    cache.queue.async {
      if last.uncommitted > 0, !last.isRemoved {
        fdatasync(descriptor)
        cache.record(identifier, last.metadata, last.ranges)
      }
      Glibc.close(descriptor)
    }
  }

  /// The known properties of the resource.
  package var metadata: CacheMetadata { state.withLock { $0.metadata } }
  /// The cached byte ranges.
  package var loaded: [Range<Int64>] { state.withLock { $0.ranges.ranges } }

  /// Whether the whole resource is cached.
  package var isComplete: Bool {
    state.withLock { state in state.metadata.size.map { state.ranges.contains(0..<$0) } ?? false }
  }

  /// The bytes of a range, or of the whole resource; nil if some are missing.
  package func bytes(_ part: Range<Int64>?) -> [UInt8]? {
    let requested = state.withLock { state -> Range<Int64>? in
      guard let range = part ?? state.metadata.size.map({ 0..<$0 }) else { return nil }
      // A range beyond the end is shorter than requested (RFC 9110 §14.1.2).
      let end = min(range.upperBound, state.metadata.size ?? .max)
      let clamped = range.lowerBound..<max(range.lowerBound, end)
      return state.ranges.contains(clamped) ? clamped : nil
    }
    guard let requested, requested.count <= ResourceLimits.segmentBytes.value else { return nil }
    var bytes = [UInt8](repeating: 0, count: requested.count)
    let isWhole = bytes.withUnsafeMutableBytes { readFully(at: requested.lowerBound, into: $0) }
    return isWhole ? bytes : nil
  }

  /// Copies the cached bytes from an offset on and returns their number; 0 if there are none.
  ///
  /// Any thread may read while another one writes.
  package func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard let end = state.withLock({ $0.ranges.end(from: offset) }) else { return 0 }
    let count = min(buffer.count, Int(clamping: end - offset))
    return max(0, pread(descriptor, buffer.baseAddress, count, off_t(offset)))
  }

  /// Fills the buffer; false if a byte is missing or cannot be read.
  private func readFully(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Bool {
    var done = 0
    while done < buffer.count {
      let read = read(at: offset + Int64(done), into: UnsafeMutableRawBufferPointer(rebasing: buffer[done...]))
      if read == 0 { return false }
      done += read
    }
    return true
  }

  /// Updates the facts from a server's response. False, without changes, if it describes another version.
  func update(_ new: CacheMetadata) -> Bool {
    state.withLock { state in
      guard !state.isRemoved, !state.isVersioned || state.metadata.isSame(as: new) else { return false }
      state.isVersioned = true
      state.metadata.size = new.size ?? state.metadata.size
      state.metadata.validator = new.validator ?? state.metadata.validator
      state.metadata.location = new.location ?? state.metadata.location
      return true
    }
  }

  /// The entry of the server's version; nil if it cannot be created.
  func adopting(_ metadata: CacheMetadata) -> CacheEntry? { cache.entry(adopting: metadata, for: self) }

  /// Stores bytes, unless the disk is full or the cache's quota is exhausted.
  ///
  /// Errors are not reported: bytes that could not be written are requested again the next time. The index is updated
  /// after every 4 MiB.
  package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) {
    guard !state.withLock({ $0.isRemoved }), cache.hasCapacity(for: Int64(bytes.count)) else { return }
    var done = 0
    while done < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
      let written = pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + Int64(done)))
      guard written > 0 else { break }
      done += written
    }
    guard done > 0 else { return }
    let isDue = state.withLock { state in
      guard !state.isRemoved else { return false }
      let before = state.ranges.byteCount
      state.ranges.insert(offset..<offset + Int64(done))
      cache.use(state.ranges.byteCount - before)
      state.uncommitted += Int64(done)
      return state.uncommitted >= Self.commitSize
    }
    if isDue { commit() }
  }

  /// Updates the index, on the cache's own queue.
  package func commit() {
    cache.queue.async { [self] in
      let now = state.withLock { state -> (CacheMetadata, ByteRanges)? in
        guard state.uncommitted > 0, !state.isRemoved else { return nil }
        state.uncommitted = 0
        return (state.metadata, state.ranges)
      }
      guard let now else { return }
      fdatasync(descriptor)
      cache.record(identifier, now.0, now.1)
    }
  }

  /// Detaches the entry after its row was deleted: nothing more is stored, though readers may continue.
  func forget() {
    state.withLock { state in
      guard !state.isRemoved else { return }
      state.isRemoved = true
      cache.use(-state.ranges.byteCount)
    }
  }
}
