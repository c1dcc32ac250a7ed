import Foundation
import PlayheadNetworking

/// Media from servers, kept on disk: what was played once plays again without the network.
///
/// ```swift
/// let cache = try MediaCache(directory: folder, capacity: 2 << 30)
/// let asset = AVURLAsset(url: address, options: [AVURLAssetMediaCacheKey: cache])
/// ```
///
/// It keeps files as far as they were fetched, and of HTTP Live Streaming on demand the playlists, segments and keys. What is there is
/// not asked for again, but for playlists: they are asked for anew, and taken as they were where the network does not answer. Live
/// streams, internet radio and what a server marks `no-store` are not kept.
///
/// When there is more than `capacity`, what was used longest ago goes first; what is in use stays, and takes no more bytes
/// when it fills the capacity. The index (SQLite) never promises what is not on disk, whatever ends the program. Several
/// processes may use one folder. May be used from any thread; a cache lives as long as somebody uses it.
///
/// - Note: Not in Apple's API. Keys of encrypted streams are kept beside what they decrypt, in files that only this user can read.
public final class MediaCache: Sendable {
  let disk: DiskCache

  /// Opens a cache, or begins one.
  ///
  /// - Parameters:
  ///   - directory: Its folder, made if it is not there. Nothing else should lie in it.
  ///   - capacity: How many bytes may stay.
  /// - Throws: `AVError.operationNotAllowed` where the folder cannot be used, `.operationNotSupportedForAsset` where SQLite is not
  ///   installed. An index that is damaged is made anew, and everything forgotten with it.
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

  /// Where it lies.
  public var directory: URL { disk.folder }

  /// How many bytes may stay.
  public var capacity: Int64 { disk.capacity }

  /// How many bytes are kept.
  public var byteCount: Int64 { disk.byteCount }

  /// Whether one resource is there whole: a file, a playlist, a segment.
  public func contains(_ url: URL) -> Bool { disk.known(url)?.isComplete ?? false }

  /// Forgets one resource. Those who play it go on.
  public func remove(_ url: URL) { disk.remove(url) }

  /// Forgets everything.
  public func removeAll() { disk.removeAll() }

  /// Waits until all that was fetched so far is on disk. Otherwise that happens by itself, a little later.
  public func synchronize() { disk.flush() }
}
