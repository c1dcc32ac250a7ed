import Foundation
import PlayheadTesting
import Synchronization
import TestSupport
import Testing

@testable import PlayheadNetworking

/// The zone of a host is known only when libcurl has resolved its address.
@Suite struct ConnectionPolicyTests {
  private static let far = Referrer(
    url: URL(string: "http://film.example/a")!, root: URL(string: "http://film.example/a")!)

  /// The outcome of one request.
  private func outcome(
    _ client: HTTPClient, _ url: URL, from referrer: Referrer?, _ permissions: ReferencePolicy.Permissions = []
  ) -> HTTPFailure? {
    let ended = DispatchSemaphore(value: 0)
    let failure = Mutex<HTTPFailure?>(nil)
    var request = HTTPRequest(url: url, limits: HTTPLimits(connect: 4, firstByte: 4, idle: 4))
    request.referrer = referrer
    request.options.permissions = permissions
    client.start(
      request,
      handlers: HTTPTransferHandlers(
        head: { _ in true }, body: { _ in true },
        end: { reason in
          failure.withLock { $0 = reason }
          ended.signal()
        }))
    ended.wait()
    return failure.withLock { $0 }
  }

  @Test func refusesConnectionToCloserNetworkZone() throws {
    let server = try FaultServer()
    server.serve("/x", ServedResource(.data(Data("x".utf8))))
    let client = HTTPClient()
    defer { client.close() }
    let failure = outcome(client, server.url("/x"), from: Self.far)
    #expect(failure == .refusedReference(.localNetwork(host: "127.0.0.1")))
    #expect(server.requests.isEmpty && server.connectionCount == 0)
    #expect(outcome(client, server.url("/x"), from: Self.far, .localNetwork) == nil)
    let near = server.url("/list")
    #expect(outcome(client, server.url("/x"), from: Referrer(url: near, root: near)) == nil)
  }

  @Test func doesNotReuseConnectionOfOtherReferrer() throws {
    let nginx = try Nginx()
    let client = HTTPClient()
    defer { client.close() }
    let url = nginx.url("video-only.mp4")
    #expect(outcome(client, url, from: nil) == nil)
    let failure = outcome(client, url, from: Self.far)
    #expect(failure == .refusedReference(.localNetwork(host: "127.0.0.1")))
    #expect(try nginx.log().split(separator: "\n").count <= 1)
  }

  @Test func followsRedirectWithinLoopback() throws {
    let server = try FaultServer()
    server.serve("/x", ServedResource(.data(Data("x".utf8))))
    var moved = ServedResource(.data(Data()))
    moved.lastingFault = .redirect(to: server.url("/x", host: "localhost"))
    server.serve("/moved", moved)
    let client = HTTPClient()
    defer { client.close() }
    #expect(outcome(client, server.url("/moved"), from: nil) == nil)
  }
}
