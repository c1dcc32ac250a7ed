import Foundation
import PlayheadMediaServer
import PlayheadRoutes

/// Makes an item available to a renderer: passes on the address of a server's resource, or serves a local file.
struct RendererItemPreparation {
  /// Why an item is not available to a renderer.
  enum Failure: Error {
    /// The renderer lists no type of the item.
    case unsupportedFormat
    /// The item is no readable file, or a resource that only this program may read.
    case unreachableItem
  }

  /// The current item of the renderer; nil before the first one.
  var item: RemotePlayback.Item?
  private let control: RendererControl
  /// The server of local files, which listens while the renderer has one.
  private let server: MediaServer
  /// The address of the registered file.
  private var served: URL?
  /// The accepted types; nil before they were requested.
  private var types: Set<String>??

  /// Creates a preparation for a renderer. Sends nothing.
  init(_ control: RendererControl) {
    self.control = control
    server = MediaServer(for: control.endpoint)
  }

  /// Makes the current item available. Requests the accepted types once.
  mutating func prepare() throws -> MediaItem {
    guard let item, item.isSelfContained, let url = URL(string: item.address) else { throw Failure.unreachableItem }
    let known = MediaItem.type(ofExtension: url.pathExtension) ?? MediaItem.type(ofContainer: item)
    guard let known, let type = RendererControl.name(of: known, in: try acceptedTypes()) else {
      throw Failure.unsupportedFormat
    }
    end()
    if url.isFileURL {
      guard let address = try? server.register(path: url.path, type: type, features: MediaItem.features) else {
        throw Failure.unreachableItem
      }
      served = address
      return MediaItem(url: address, type: type, title: item.title)
    }
    guard Self.isReachable(url) else { throw Failure.unreachableItem }
    return MediaItem(url: url, type: type, title: item.title)
  }

  /// The renderer has no item any more: the file is no longer served.
  mutating func end() {
    if let served { server.unregister(served) }
    served = nil
  }

  private mutating func acceptedTypes() throws -> Set<String>? {
    if let types { return types }
    let accepted: Set<String>?
    do {
      accepted = try control.acceptedTypes()
    } catch RendererError.fault {
      // The action is required, but a renderer without it may play.
      accepted = nil
    }
    types = .some(accepted)
    return accepted
  }

  /// Whether another computer reaches a resource: on a server that is not this computer, by a protocol that renderers
  /// know.
  static func isReachable(_ url: URL) -> Bool {
    guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
      let host = url.host?.lowercased(), !host.isEmpty
    else { return false }
    let isThisComputer =
      host == "localhost" || host.hasSuffix(".localhost") || host.hasPrefix("127.") || host == "::1" || host == "[::1]"
      || host == "0.0.0.0"
    return !isThisComputer
  }
}
