import Foundation
import PlayheadMediaServer
import PlayheadRoutes
import Synchronization
import Testing

@testable import PlayheadDLNA

/// Searches on the loopback interface, with a simulated network.
@Suite struct SearchTests {
  /// Devices that respond to a search: one thread for the search, one for the descriptions.
  private final class Network: Sendable {
    let endpoint: IPv4Endpoint
    private let isOver = Atomic(false)
    private let group = DispatchGroup()

    /// Creates devices.
    ///
    /// - Parameters:
    ///   - responses: The responses to a search, in which `$` is the port of the descriptions.
    ///   - descriptions: The response to each request, complete; nil never responds.
    init(responses: [String], descriptions: [String: String]) throws {
      let search = try #require(Socket(.datagram))
      let server = try #require(Socket(.stream))
      let loopback = try #require(IPv4Endpoint("127.0.0.1", port: 0))
      #expect(search.bind(to: loopback) && server.bind(to: loopback) && server.listen())
      endpoint = try #require(search.localEndpoint)
      let port = "\(try #require(server.localEndpoint).port)"
      start { [self] in
        defer { search.close() }
        while !isOver.load(ordering: .relaxed) {
          guard let (_, sender) = search.receive(deadline: Socket.now + 0.1) else { continue }
          for response in responses {
            _ = search.send(Array(response.replacing("$", with: port).utf8), to: sender)
          }
        }
      }
      start { [self] in
        defer { server.close() }
        while !isOver.load(ordering: .relaxed) {
          guard server.wait(for: POLLIN, deadline: Socket.now + 0.1), let (socket, _) = server.accept() else {
            continue
          }
          start {
            defer { socket.close() }
            let request = socket.read(limit: 4096, deadline: Socket.now + 5) ?? []
            let path = String(decoding: request, as: UTF8.self).split(separator: " ").dropFirst().first.map(String.init)
            guard let text = path.flatMap({ descriptions[$0] }) else {
              _ = socket.read(limit: 1, deadline: Socket.now + 5)
              return
            }
            _ = socket.write(Array(text.utf8), deadline: Socket.now + 5)
          }
        }
      }
    }

    /// Runs a function on a thread of its own: the pool of libdispatch grows too slowly for threads that block.
    private func start(_ body: @escaping @Sendable () -> Void) {
      group.enter()
      Thread { [group] in
        body()
        group.leave()
      }.start()
    }

    func end() {
      isOver.store(true, ordering: .relaxed)
      group.wait()
    }
  }

  private func response(_ id: String, host: String = "127.0.0.1", path: String) -> String {
    "HTTP/1.1 200 OK\r\nLOCATION: http://\(host):$\(path)\r\nST: \(SSDPMessage.renderer)\r\n"
      + "USN: uuid:\(id)::\(SSDPMessage.renderer)\r\n\r\n"
  }

  private func description(_ id: String, name: String) -> String {
    let body =
      "<root><device><deviceType>\(SSDPMessage.renderer)</deviceType><friendlyName>\(name)</friendlyName>"
      + "<UDN>uuid:\(id)</UDN><serviceList><service>"
      + "<serviceType>urn:schemas-upnp-org:service:AVTransport:1</serviceType><controlURL>/c</controlURL></service>"
      + "</serviceList></device></root>"
    return "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  /// Searches until a result is as expected. On a busy machine the deadlines of a search can pass before the simulated
  /// devices run at all; a wrong result stays wrong.
  private func search(
    _ network: Network, seconds: Double = 2, until isExpected: ([String]) -> Bool = { _ in true }
  ) throws -> [String] {
    let loopback = try #require(IPv4Endpoint("127.0.0.1", port: 0))
    let search = RendererSearch(interfaces: [loopback], destination: network.endpoint)
    var names: [String] = []
    for _ in 0..<30 {
      names = search.run(seconds: seconds).map(\.route.name)
      if isExpected(names) { break }
    }
    return names
  }

  @Test func renderersAreFoundOnceAndSorted() throws {
    let network = try Network(
      responses: [response("2", path: "/2"), response("1", path: "/1")],
      descriptions: ["/1": description("1", name: "Kitchen"), "/2": description("2", name: "Attic")])
    defer { network.end() }
    #expect(try search(network) { $0 == ["Attic", "Kitchen"] } == ["Attic", "Kitchen"])
  }

  @Test func hostileDevicesDoNotHideOthers() throws {
    let network = try Network(
      responses: [
        response("1", host: "203.0.113.1", path: "/1"), response("2", path: "/silent"), response("3", path: "/huge"),
        response("4", path: "/redirect"), response("5", path: "/good"), "nonsense",
      ],
      descriptions: [
        "/huge": "HTTP/1.1 200 OK\r\n\r\n<root>" + String(repeating: "x", count: 1 << 19),
        "/redirect": "HTTP/1.1 302 Found\r\nLocation: http://203.0.113.1/\r\nContent-Length: 0\r\n\r\n",
        "/good": description("5", name: "Good"),
      ])
    defer { network.end() }
    #expect(try search(network) { $0 == ["Good"] } == ["Good"])
  }

  @Test func endlessDevicesAreLimited() throws {
    let ids = 0..<200
    let network = try Network(
      responses: ids.map { response("\($0)", path: "/\($0)") },
      descriptions: Dictionary(uniqueKeysWithValues: ids.map { ("/\($0)", description("\($0)", name: "\($0)")) }))
    defer { network.end() }
    let count = try search(network, seconds: 4) { !$0.isEmpty }.count
    #expect(count > 0 && count <= RendererSearch.limit)
  }

  @Test func emptyNetworkHasNoRenderers() throws {
    let network = try Network(responses: [], descriptions: [:])
    defer { network.end() }
    #expect(try search(network, seconds: 0.5) == [])
  }
}
