import Dispatch
import Foundation
import Glibc
import Synchronization

/// An HTTP server for the files that a renderer plays, and for nothing else.
///
/// It listens at the address of the interface that reaches the renderer while an item is registered, and responds only
/// to that renderer, to GET and HEAD, for the unguessable paths of registered items. The files are opened when they
/// are registered, so no request leads to a file name.
package final class MediaServer: Sendable {
  /// Why an item cannot be served.
  package enum Failure: Error, Equatable {
    /// The file cannot be opened, or is no regular file.
    case unreadable
    /// The renderer's network cannot be reached, or no port is free.
    case unreachable
  }

  /// The maximum number of connections: renderers open two or three.
  package static let connectionLimit = 8

  /// The renderer, the only client.
  private let client: IPv4Endpoint
  /// The queue of all sockets.
  private let queue = DispatchQueue(label: "playhead.server")
  /// The items and the listening socket.
  private let state = Mutex(State())

  private struct State {
    var items: [String: ServedItem] = [:]
    var listener: Listener?
    var connections: [ObjectIdentifier: MediaConnection] = [:]
  }

  /// The listening socket. `@unchecked Sendable`: immutable, and sources of libdispatch may be used on any thread.
  private struct Listener: @unchecked Sendable {
    var endpoint: IPv4Endpoint
    var source: any DispatchSourceRead
  }

  /// Creates a server without items, which does not listen.
  ///
  /// - Parameter client: The renderer. Its port does not matter.
  package init(for client: IPv4Endpoint) { self.client = client }

  deinit { stopListening() }

  /// Registers a file, and listens from then on.
  ///
  /// - Parameters:
  ///   - path: The path of a regular file.
  ///   - type: Its MIME type.
  ///   - features: The value of `contentFeatures.dlna.org`.
  ///   - captions: The URL of the captions, another registered file, for the field `CaptionInfo.sec` of Samsung's
  ///     televisions; nil without any.
  /// - Returns: The URL for the renderer. Its path has 128 random bits.
  package func register(
    path: String, type: String, features: String, captions: URL? = nil
  ) throws(Failure) -> URL {
    guard let file = ServedFile(path: path) else { throw .unreadable }
    return try register(file, type: type, features: features, captions: captions)
  }

  /// Registers bytes, such as captions, and listens from then on. The parameters and the result are those of a file.
  package func register(content: [UInt8], type: String, features: String) throws(Failure) -> URL {
    try register(ServedFile(content: content), type: type, features: features, captions: nil)
  }

  private func register(
    _ file: ServedFile, type: String, features: String, captions: URL?
  ) throws(Failure) -> URL {
    let endpoint = try listen()
    let token = (0..<2).map { _ in
      let digits = String(UInt64.random(in: .min ... .max), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
    let requestPath = "/\(token)"
    guard let url = URL(string: "http://\(endpoint)\(requestPath)") else { throw .unreachable }
    state.withLock {
      $0.items[requestPath] = ServedItem(
        file: file, type: type, features: features, captions: captions.map { "http://\(endpoint)\($0.path)" })
    }
    return url
  }

  /// Removes an item: new requests for it fail. Without items the server stops and closes its connections.
  package func unregister(_ url: URL) {
    let isLast = state.withLock { state in
      state.items[url.path] = nil
      return state.items.isEmpty
    }
    if isLast { stopListening() }
  }

  /// The address at which the server listens; nil while it has no item.
  package var endpoint: IPv4Endpoint? { state.withLock { $0.listener?.endpoint } }

  private func listen() throws(Failure) -> IPv4Endpoint {
    if let endpoint { return endpoint }
    guard let local = client.localAddress(), let socket = Socket(.stream) else { throw .unreachable }
    guard socket.bind(to: local), socket.listen(), let bound = socket.localEndpoint else {
      socket.close()
      throw .unreachable
    }
    let source = DispatchSource.makeReadSource(fileDescriptor: socket.descriptor, queue: queue)
    source.setEventHandler { [weak self] in
      while let (connection, client) = socket.accept() { self?.accept(connection, from: client) }
    }
    source.setCancelHandler { socket.close() }
    state.withLock { $0.listener = Listener(endpoint: bound, source: source) }
    source.activate()
    return bound
  }

  private func stopListening() {
    let (listener, connections) = state.withLock { state in
      defer { (state.listener, state.connections) = (nil, [:]) }
      return (state.listener, Array(state.connections.values))
    }
    listener?.source.cancel()
    for connection in connections { connection.close() }
  }

  /// Serves a connection of the renderer. Those of other computers are closed without a response.
  private func accept(_ socket: Socket, from sender: IPv4Endpoint) {
    guard sender.address == client.address, state.withLock({ $0.connections.count < Self.connectionLimit }) else {
      socket.close()
      return
    }
    let connection = MediaConnection(
      socket, queue: queue, items: { [weak self] path in self?.state.withLock { $0.items[path] } })
    let id = ObjectIdentifier(connection)
    state.withLock { $0.connections[id] = connection }
    connection.start { [weak self] in self?.state.withLock { $0.connections[id] = nil } }
  }
}

/// A registered item.
struct ServedItem: Sendable {
  /// The open file.
  var file: ServedFile
  /// The MIME type.
  var type: String
  /// The value of `contentFeatures.dlna.org`.
  var features: String
  /// The address of the captions; nil without any.
  var captions: String?
}

/// A regular file that is open for reading, or bytes in memory. A file stays open until the last response has ended.
final class ServedFile: Sendable {
  /// The size when the file was opened.
  let size: Int64
  private let storage: Storage

  private enum Storage {
    case descriptor(Int32)
    case content([UInt8])
  }

  /// Opens a file; nil if it cannot be read or is a folder, a device or a pipe.
  init?(path: String) {
    // A pipe would block without O_NONBLOCK.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      return nil
    }
    storage = .descriptor(descriptor)
    size = Int64(status.st_size)
  }

  /// Serves bytes.
  init(content: [UInt8]) {
    storage = .content(content)
    size = Int64(content.count)
  }

  deinit { if case .descriptor(let descriptor) = storage { close(descriptor) } }

  /// Reads at most `count` bytes at an offset; nil at the end of the file or after a failure.
  func read(at offset: Int64, count: Int) -> [UInt8]? {
    switch storage {
    case .content(let content):
      guard (0..<size).contains(offset) else { return nil }
      return Array(content.dropFirst(Int(offset)).prefix(count))
    case .descriptor(let descriptor):
      var buffer = [UInt8](repeating: 0, count: count)
      var result: Int
      repeat { result = pread(descriptor, &buffer, count, off_t(offset)) } while result < 0 && errno == EINTR
      return result > 0 ? Array(buffer.prefix(result)) : nil
    }
  }
}
