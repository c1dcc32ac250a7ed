import Foundation
import Testing

@testable import PlayheadMediaServer

/// The media server with a client on this computer.
@Suite struct MediaServerTests {
  private let content = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }

  /// A file in a folder of its own, which is removed with this value.
  private final class Folder {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("server-\(UUID().uuidString)")
    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: url) }

    func file(_ bytes: [UInt8]) throws -> String {
      let file = url.appendingPathComponent("a.mp4")
      try Data(bytes).write(to: file)
      return file.path
    }
  }

  private func loopback() throws -> IPv4Endpoint { try #require(IPv4Endpoint("127.0.0.1", port: 0)) }

  /// Sends text on a new connection, and returns everything until the server closes it, split at the head's end.
  private func exchange(_ text: String, with server: MediaServer) throws -> (head: String, body: [UInt8]) {
    let socket = try #require(Socket(.stream))
    defer { socket.close() }
    let deadline = Socket.now + 120
    #expect(socket.connect(to: try #require(server.endpoint), deadline: deadline))
    #expect(socket.write(Array(text.utf8), deadline: deadline))
    var bytes: [UInt8] = []
    while let next = socket.read(limit: 65536, deadline: deadline), !next.isEmpty { bytes += next }
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return ("", bytes) }
    return (String(decoding: bytes[..<end.lowerBound], as: UTF8.self), Array(bytes[end.upperBound...]))
  }

  @Test func wholeFileIsServedWithDLNAHeaders() throws {
    let folder = try Folder()
    let server = MediaServer(for: try loopback())
    let url = try server.register(path: try folder.file(content), type: "video/mp4", features: "DLNA.ORG_OP=01")
    let (head, body) = try exchange("GET \(url.path) HTTP/1.1\r\nConnection: close\r\n\r\n", with: server)
    #expect(body == content)
    #expect(head.hasPrefix("HTTP/1.1 200 OK\r\n"))
    for line in [
      "Content-Type: video/mp4", "Content-Length: 300000", "Accept-Ranges: bytes", "transferMode.dlna.org: Streaming",
      "contentFeatures.dlna.org: DLNA.ORG_OP=01",
    ] { #expect(head.contains("\r\n\(line)"), "\(line)") }
  }

  @Test func rangesAndSeveralRequestsOnOneConnection() throws {
    let folder = try Folder()
    let server = MediaServer(for: try loopback())
    let url = try server.register(path: try folder.file(content), type: "video/mp4", features: "")
    let (_, rest) = try exchange(
      "HEAD \(url.path) HTTP/1.1\r\n\r\nGET \(url.path) HTTP/1.1\r\nRange: bytes=1000-1999\r\nConnection: close\r\n\r\n",
      with: server)
    let end = try #require(rest.firstRange(of: Array("\r\n\r\n".utf8)))
    let second = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
    #expect(second.hasPrefix("HTTP/1.1 206 Partial Content\r\n"))
    #expect(second.contains("\r\nContent-Range: bytes 1000-1999/300000"))
    #expect(Array(rest[end.upperBound...]) == Array(content[1000..<2000]))
    let (head, body) = try exchange(
      "GET \(url.path) HTTP/1.1\r\nRange: bytes=300000-\r\nConnection: close\r\n\r\n", with: server)
    #expect(head.hasPrefix("HTTP/1.1 416 ") && head.contains("\r\nContent-Range: bytes */300000") && body.isEmpty)
  }

  @Test(arguments: [
    "/", "/..", "/../../etc/passwd", "/%2e%2e/etc/passwd", "//etc/passwd", "/a.mp4",
    "/00000000000000000000000000000000",
  ])
  func otherPathsAreNotFound(path: String) throws {
    let folder = try Folder()
    let server = MediaServer(for: try loopback())
    _ = try server.register(path: try folder.file(content), type: "video/mp4", features: "")
    let (head, body) = try exchange("GET \(path) HTTP/1.1\r\n\r\n", with: server)
    #expect(head.hasPrefix("HTTP/1.1 404 Not Found") && body.isEmpty)
  }

  @Test(arguments: [
    ("POST /x HTTP/1.1\r\n\r\n", "405"), ("nonsense\r\n\r\n", "400"),
    ("GET /x HTTP/1.1\r\nX: " + String(repeating: "a", count: 17000), "431"),
  ])
  func hostileRequestIsRefused(text: String, status: String) throws {
    let folder = try Folder()
    let server = MediaServer(for: try loopback())
    _ = try server.register(path: try folder.file(content), type: "video/mp4", features: "")
    #expect(try exchange(text, with: server).head.hasPrefix("HTTP/1.1 \(status) "))
  }

  @Test func otherComputerIsRefused() throws {
    let folder = try Folder()
    // The system routes all of 127/8 to this computer: the renderer is another address than the client of the test.
    let server = MediaServer(for: try #require(IPv4Endpoint("127.0.0.9", port: 0)))
    let url = try server.register(path: try folder.file(content), type: "video/mp4", features: "")
    let result = try exchange("GET \(url.path) HTTP/1.1\r\n\r\n", with: server)
    #expect(result.head.isEmpty && result.body.isEmpty)
  }

  @Test func serverListensWhileAnItemIsRegistered() throws {
    let folder = try Folder()
    let server = MediaServer(for: try loopback())
    #expect(server.endpoint == nil)
    let first = try server.register(path: try folder.file(content), type: "video/mp4", features: "")
    let second = try server.register(path: try folder.file(content), type: "video/mp4", features: "")
    #expect(first != second && first.port == second.port)
    server.unregister(first)
    #expect(try exchange("GET \(first.path) HTTP/1.1\r\n\r\n", with: server).head.hasPrefix("HTTP/1.1 404"))
    server.unregister(second)
    #expect(server.endpoint == nil)
  }

  @Test func folderAndMissingFileAreUnreadable() throws {
    let folder = try Folder()
    let server = MediaServer(for: try loopback())
    for path in [folder.url.path, folder.url.path + "/none", "/dev/null"] {
      #expect(throws: MediaServer.Failure.unreadable) {
        try server.register(path: path, type: "video/mp4", features: "")
      }
    }
    #expect(server.endpoint == nil)
  }

  @Test func connectionsAreLimited() throws {
    let folder = try Folder()
    let server = MediaServer(for: try loopback())
    let url = try server.register(path: try folder.file(content), type: "video/mp4", features: "")
    var sockets: [Socket] = []
    defer { for socket in sockets { socket.close() } }
    let deadline = Socket.now + 120
    let request = Array("HEAD \(url.path) HTTP/1.1\r\n\r\n".utf8)
    for count in 1...MediaServer.connectionLimit + 1 {
      let socket = try #require(Socket(.stream))
      sockets.append(socket)
      #expect(socket.connect(to: try #require(server.endpoint), deadline: deadline))
      _ = socket.write(request, deadline: deadline)
      let isServed = socket.read(limit: 4096, deadline: deadline).map { !$0.isEmpty } ?? false
      #expect(isServed == (count <= MediaServer.connectionLimit))
    }
  }
}
