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
  /// Copies items that the renderer cannot fetch, or whose container it does not know; nil: they are refused.
  private let copy: RemotePlayback.Copier?
  /// Whether the item is being replaced or the connection has ended, so that a copy is not needed.
  private let isCancelled: () -> Bool
  /// The addresses of the registered files.
  private var served: [URL] = []
  /// The address of the captions among them.
  private var captions: URL?
  /// The item that was prepared, and what was made of it.
  private var prepared: (item: RemotePlayback.Item, media: MediaItem)?
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

  /// Makes the current item available, with its captions. Requests the accepted types once.
  ///
  /// - Throws: `RemotePlayback.Failure`, or `RendererError` if the renderer does not list its types.
  mutating func prepare() throws -> MediaItem {
    guard let item, let url = URL(string: item.address) else { throw Failure.unreachableItem }
    let known = MediaItem.type(ofExtension: url.pathExtension) ?? MediaItem.type(ofContainer: item)
    let types = try acceptedTypes()
    if item.address != prepared?.item.address || item.isSelfContained != prepared?.item.isSelfContained { end() }
    if let captions { unregister(captions) }
    captions = nil
    captions = captions(of: item)
    var media: MediaItem
    // The same item with other captions: a copy is not made again.
    if let prepared {
      media = prepared.media
    } else if item.isSelfContained, let type = known.flatMap({ MediaTypeNames.name(of: $0, in: types) }) {
      media = MediaItem(url: try address(of: url, type), type: type, title: item.title)
    } else {
      media = try prepareCopy(of: item, types)
    }
    prepared = (item, media)
    media.captions = captions
    return media
  }

  /// The address of a resource for the renderer: that of its server, or one that serves a file.
  private mutating func address(of url: URL, _ type: String) throws -> URL {
    if url.isFileURL { return try serve(url.path, type) }
    guard Self.isReachable(url) else { throw Failure.unreachableItem }
    return url
  }

  /// Serves a copy of an item that the renderer cannot fetch, or in a container that it knows.
  private mutating func prepareCopy(of item: RemotePlayback.Item, _ types: Set<String>?) throws -> MediaItem {
    let names = (item.hasVideo ? Self.videoContainers : Self.audioContainers).compactMap { container, type in
      MediaTypeNames.name(of: type, in: types).map { (container: container, type: $0) }
    }
    guard let copied = copy?(item, names.map(\.container), isCancelled),
      let name = names.first(where: { $0.container == copied.container })
    else {
      throw isCancelled() ? Failure.cancelled : item.isSelfContained ? Failure.unsupportedFormat : .unreachableItem
    }
    // The server keeps the file open: it is gone with the last response, even after a crash.
    defer {
      unlink(copied.path)
      rmdir(URL(fileURLWithPath: copied.path).deletingLastPathComponent().path)
    }
    return MediaItem(url: try serve(copied.path, name.type), type: name.type, title: item.title)
  }

  /// Serves the captions of an item. Returns their address; nil without any, or if the network cannot be reached.
  private mutating func captions(of item: RemotePlayback.Item) -> URL? {
    guard let captions = item.captions else { return nil }
    let format = control.captionFormat
    let registered = try? server.register(
      content: Array(captions.text(format).utf8), type: format.type, features: MediaItem.features)
    if let registered { served.append(registered) }
    return registered
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
    let registered = try? server.register(path: path, type: type, features: MediaItem.features, captions: captions)
    guard let registered else { throw Failure.unreachableItem }
    served.append(registered)
    return registered
  }

  private mutating func unregister(_ address: URL) {
    server.unregister(address)
    served.removeAll { $0 == address }
  }

  /// The renderer has no item any more: its files are no longer served.
  mutating func end() {
    for address in served { server.unregister(address) }
    (served, prepared, captions) = ([], nil, nil)
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
