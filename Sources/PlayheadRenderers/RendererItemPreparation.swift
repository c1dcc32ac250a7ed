import Foundation
import Glibc
import PlayheadMediaServer
import PlayheadRoutes

/// Makes an item available to a renderer: passes on the address of a server's resource, or serves a local file.
struct RendererItemPreparation {
  private typealias Failure = RemotePlayback.Failure

  /// The current item of the renderer; nil before the first one.
  var item: RemotePlayback.Item?
  private let control: any RendererControl
  /// The server of local files, which listens while the renderer has one.
  private let server: MediaServer
  /// Copies files whose container the renderer does not know; nil: they are refused.
  private let copy: RemotePlayback.Copier?
  /// Whether the item is being replaced or the connection has ended, so that a copy is not needed.
  private let isCancelled: () -> Bool
  /// The address of the registered file.
  private var served: URL?
  /// The accepted types; nil before they were requested.
  private var types: Set<String>??

  /// Creates a preparation for a renderer. Sends nothing.
  init(
    _ control: any RendererControl, copy: RemotePlayback.Copier? = nil, isCancelled: @escaping () -> Bool = { false }
  ) {
    self.control = control
    self.copy = copy
    self.isCancelled = isCancelled
    server = MediaServer(for: control.endpoint)
  }

  /// Makes the current item available. Requests the accepted types once.
  ///
  /// - Throws: `RemotePlayback.Failure`, or `RendererError` if the renderer does not list its types.
  mutating func prepare() throws -> MediaItem {
    guard let item, item.isSelfContained, let url = URL(string: item.address) else { throw Failure.unreachableItem }
    let known = MediaItem.type(ofExtension: url.pathExtension) ?? MediaItem.type(ofContainer: item)
    let types = try acceptedTypes()
    end()
    guard let type = known.flatMap({ MediaTypeNames.name(of: $0, in: types) }) else {
      return try prepareCopy(of: url, item, types)
    }
    if url.isFileURL { return MediaItem(url: try serve(url.path, type), type: type, title: item.title) }
    guard Self.isReachable(url) else { throw Failure.unreachableItem }
    return MediaItem(url: url, type: type, title: item.title)
  }

  /// Serves a copy of a file in a container that the renderer knows.
  private mutating func prepareCopy(
    of url: URL, _ item: RemotePlayback.Item, _ types: Set<String>?
  ) throws -> MediaItem {
    let names = (item.hasVideo ? Self.videoContainers : Self.audioContainers).compactMap { container, type in
      MediaTypeNames.name(of: type, in: types).map { (container: container, type: $0) }
    }
    guard url.isFileURL, let copied = copy?(url.path, names.map(\.container), isCancelled),
      let name = names.first(where: { $0.container == copied.container })
    else { throw isCancelled() ? Failure.cancelled : Failure.unsupportedFormat }
    // The server keeps the file open: it is gone with the last response, even after a crash.
    defer {
      unlink(copied.path)
      rmdir(URL(fileURLWithPath: copied.path).deletingLastPathComponent().path)
    }
    return MediaItem(url: try serve(copied.path, name.type), type: name.type, title: item.title)
  }

  /// The containers of copies, by FFmpeg's names, with their types, the preferred first.
  private static let videoContainers = [
    ("mp4", "video/mp4"), ("mpegts", "video/mp2t"), ("matroska", "video/x-matroska"),
  ]
  private static let audioContainers = [
    ("mp4", "audio/mp4"), ("mp3", "audio/mpeg"), ("flac", "audio/flac"), ("ogg", "audio/ogg"),
  ]

  /// Registers a file with the server.
  private mutating func serve(_ path: String, _ type: String) throws -> URL {
    guard let address = try? server.register(path: path, type: type, features: MediaItem.features) else {
      throw Failure.unreachableItem
    }
    served = address
    return address
  }

  /// The renderer has no item any more: the file is no longer served.
  mutating func end() {
    if let served { server.unregister(served) }
    served = nil
  }

  private mutating func acceptedTypes() throws -> Set<String>? {
    if let types { return types }
    let accepted = try requestTypes()
    types = .some(accepted)
    return accepted
  }

  /// Requests the accepted types; nil if the renderer does not list any. The action is required, but a renderer without
  /// it may play.
  private func requestTypes() throws -> Set<String>? {
    do {
      return try control.acceptedTypes()
    } catch RendererError.fault {
      return nil
    }
  }

  /// Whether renderers know the protocol of a resource.
  private static func isReachable(_ url: URL) -> Bool {
    guard let scheme = url.scheme?.lowercased(), let host = url.host() else { return false }
    return !host.isEmpty && (scheme == "http" || scheme == "https")
  }
}
