import Foundation
import PlayheadNetworking

/// A persistent cache of media loaded from servers: media that was played once plays again without the network.
///
/// ```swift
/// let cache = try MediaCache(directory: folder, capacity: 2 << 30)
/// let asset = AVURLAsset(url: address, options: [AVURLAssetMediaCacheKey: cache])
/// ```
///
/// It caches the loaded parts of files and, for HTTP Live Streaming on demand, playlists, segments and keys. Cached
/// data is not requested again, except for playlists, whose cached copy is used only if the network fails. Live
/// streams, internet radio and responses marked `no-store` are not cached.
///
/// When the size exceeds `capacity`, the least recently used resources are evicted first; resources in use are
/// retained, and stop growing when they fill the capacity. The index (SQLite) never refers to data that is not on disk,
/// however the program ends. Several processes can share one folder. Any thread; a cache exists as long as it is
/// referenced.
///
/// - Note: Not in Apple's API. Keys of encrypted streams are stored beside the segments they decrypt, in files that
///   only this user can read.
@_spi(Playhead)
public final class MediaCache: Sendable {
  let disk: DiskCache

  /// Opens or creates a cache.
  ///
  /// - Parameters:
  ///   - directory: The cache folder, created if it does not exist. It should contain nothing else.
  ///   - capacity: The maximum size in bytes.
  /// - Throws: `AVError.operationNotAllowed` if the folder cannot be used, `.operationNotSupportedForAsset` if SQLite
  ///   is not installed. A damaged index is recreated, and the cached data is discarded with it.
  public init(directory: URL, capacity: Int64) throws {
    do {
      disk = try DiskCache(folder: directory, capacity: capacity)
    } catch {
      throw Self.error(error, directory)
    }
  }

  private static func error(_ failure: DiskCache.Failure, _ directory: URL) -> AVError {
    let name = directory.lastPathComponent
    switch failure {
    case .noLibrary:
      return AVError(
        .operationNotSupportedForAsset,
        userInfo: [
          NSLocalizedDescriptionKey: "No cache can be opened: SQLite is not installed.",
          NSLocalizedRecoverySuggestionErrorKey: "Install SQLite (Debian: libsqlite3-0).",
        ])
    case .folder, .index:
      return AVError(
        .operationNotAllowed,
        userInfo: [
          NSLocalizedDescriptionKey: "The cache in “\(name)” cannot be opened.",
          NSLocalizedRecoverySuggestionErrorKey: "Choose a folder that can be written to.",
        ])
    }
  }

  /// The cache folder.
  public var directory: URL { disk.folder }

  /// The maximum size in bytes.
  public var capacity: Int64 { disk.capacity }

  /// The current size in bytes.
  public var byteCount: Int64 { disk.byteCount }

  /// Whether a resource is cached completely: a file, a playlist or a segment.
  public func contains(_ url: URL) -> Bool { disk.known(url)?.isComplete ?? false }

  /// Removes a resource. Players that use it continue.
  public func remove(_ url: URL) { disk.remove(url) }

  /// Removes all resources.
  public func removeAll() { disk.removeAll() }

  /// Blocks until all loaded data is on disk. Data is otherwise written automatically after a short delay.
  public func synchronize() { disk.flush() }
}
