import Foundation
import PlayheadTesting
import TestSupport
import Testing

@testable import PlayheadNetworking

/// Reading through a proxy. `clip.example` does not exist: only the proxy can resolve it.
@Suite("Reading through proxies")
struct ProxyTests {
  private static func client(_ environment: [String: String], certificate: String? = nil) -> HTTPClient {
    var configuration = HTTPClient.Configuration()
    configuration.proxies = { ProxySettings(environment: environment) }
    configuration.certificateFile = certificate
    return HTTPClient(configuration)
  }

  private static func serve(_ name: String) throws -> FaultServer {
    let server = try FaultServer()
    server.serve("/\(name)", try ServedResource(file: Fixtures.url(name)))
    return server
  }

  private static let secrets = RequestOptions(
    fields: [.init("X-Token", "secret")],
    cookies: [HTTPCookieValue(name: "session", value: "cookie", domain: "film.example")], userAgent: "Mine/1")

  private static func clip(_ name: String, _ scheme: String = "http") throws -> URL {
    try #require(URL(string: "\(scheme)://film.example/\(name)"))
  }

  @Test("a file is fetched through the proxy; the proxy password is not forwarded", arguments: [nil, "user:p%40ss"])
  func plain(credentials: String?) throws {
    let server = try Self.serve("audio.mp3")
    let proxy = try LoopbackProxy(
      routes: ["film.example:80": server.port], credentials: credentials?.removingPercentEncoding)
    let address = "http://\(credentials.map { $0 + "@" } ?? "")127.0.0.1:\(proxy.port)"
    let client = Self.client(["http_proxy": address])
    defer { client.close() }
    let source = HTTPByteSource(
      url: try Self.clip("audio.mp3"), options: Self.secrets, policy: .steady, client: client)
    try source.prepare()
    let data = try Data(contentsOf: Fixtures.url("audio.mp3"))
    #expect(try source.all() == data)
    try source.seek(to: 1000)
    #expect(try source.bytes(10) == data[1000..<1010])
    #expect(proxy.requests.allSatisfy { $0.target == "http://film.example/audio.mp3" })
    let seen = try #require(server.requests.first)
    #expect(seen.fields["host"] == "film.example" && seen.fields["x-token"] == "secret")
    #expect(seen.fields["user-agent"] == "Mine/1" && seen.fields["proxy-authorization"] == nil)
  }

  @Test(
    "fields, cookies and agent of a TLS request are hidden from the tunneling proxy",
    .enabled(if: Nginx.isInstalled, "nginx and openssl are not installed: Scripts/bootstrap test"))
  func secure() throws {
    let nginx = try Nginx()
    let proxy = try LoopbackProxy(
      routes: ["film.example:443": try #require(nginx.secureURL("").port)], credentials: "user:pass")
    let client = Self.client(
      ["https_proxy": "http://user:pass@127.0.0.1:\(proxy.port)"], certificate: nginx.certificate.path)
    defer { client.close() }
    let source = HTTPByteSource(
      url: try Self.clip("audio.mp3", "https"), options: Self.secrets, policy: .steady, client: client)
    try source.prepare()
    #expect(try source.all() == Data(contentsOf: Fixtures.url("audio.mp3")))
    let requested = try #require(proxy.requests.first)
    #expect(requested.method == "CONNECT" && requested.target == "film.example:443")
    #expect(Set(requested.fields.keys) == ["host", "proxy-authorization", "user-agent", "proxy-connection"])
    #expect(requested.fields["user-agent"] == "Playhead/1")
    #expect(try nginx.logs("GET /audio.mp3 HTTP/2.0\""))
  }

  @Test("hosts of no_proxy and loopback addresses bypass the proxy")
  func exceptions() throws {
    let server = try Self.serve("audio.mp3")
    let proxy = try LoopbackProxy(routes: [:])
    let client = Self.client(["http_proxy": "http://127.0.0.1:\(proxy.port)"])
    defer { client.close() }
    let source = HTTPByteSource(url: server.url("/audio.mp3"), policy: .steady, client: client)
    try source.prepare()
    #expect(try source.all().count == Data(contentsOf: Fixtures.url("audio.mp3")).count)
    #expect(proxy.requests.isEmpty)
  }

  private static func failure(_ address: URL, _ environment: [String: String]) -> HTTPFailure? {
    let client = client(environment)
    defer { client.close() }
    var policy = RetryPolicy.steady
    policy.timeout = 0.3
    do throws(ByteSourceError) {
      try HTTPByteSource(url: address, policy: policy, client: client).prepare()
    } catch {
      if case .network(let failure) = error { return failure }
    }
    return nil
  }

  @Test(
    "a proxy that requires a password, refuses a tunnel, or is missing: the failure names it without password",
    arguments: ["http", "https"])
  func refusals(scheme: String) throws {
    let clip = try Self.clip("a.mp4", scheme)
    func proxyFailure(_ proxy: LoopbackProxy, user: String = "user:wrong@") -> HTTPFailure? {
      Self.failure(clip, ["\(scheme)_proxy": "http://\(user)127.0.0.1:\(proxy.port)"])
    }
    let locked = try LoopbackProxy(routes: ["film.example:80": 1, "film.example:443": 1], credentials: "user:pass")
    #expect(proxyFailure(locked) == .proxy("127.0.0.1:\(locked.port)", .credentials))
    #expect(proxyFailure(locked, user: "") == .proxy("127.0.0.1:\(locked.port)", .credentials))
    let closed = try LoopbackProxy(routes: [:], refusal: 403)
    // The sender of the response to a plain request is unknown unless declared.
    let expected: HTTPFailure =
      scheme == "http" ? .status(403, retryAfter: nil) : .proxy("127.0.0.1:\(closed.port)", .status(403))
    #expect(proxyFailure(closed) == expected)
    let gone = try LoopbackProxy(routes: [:])
    gone.stop()
    let failure = proxyFailure(gone)
    #expect(failure == .proxy("127.0.0.1:\(gone.port)", .refused))
    #expect(failure?.description == "the proxy “127.0.0.1:\(gone.port)” refused the connection")
  }

  @Test("a proxy that reports its own error is named with its reason")
  func ownAnswer() throws {
    let clip = try Self.clip("a.mp4")
    let status =
      "front; error=\"none\";received-status=200, filter;error=http_request_denied;details=\"no, \\\"never\\\"\""
    let proxy = try LoopbackProxy(routes: [:], refusal: 403, fields: ["Proxy-Status": status])
    let failure = Self.failure(clip, ["http_proxy": "http://user:pass@127.0.0.1:\(proxy.port)"])
    #expect(failure == .proxy("127.0.0.1:\(proxy.port)", .status(403, error: "http_request_denied")))
    #expect(
      failure?.description
        == "the proxy “127.0.0.1:\(proxy.port)” answered with status 403 (http_request_denied)")
    // The same response from a server without a proxy is the server's.
    #expect(Self.failure(URL(string: "http://127.0.0.1:\(proxy.port)/a.mp4")!, [:]) == .status(403, retryAfter: nil))
  }

  @Test("status 407 without a proxy is the server's")
  func withoutProxy() throws {
    let server = try FaultServer()
    var resource = ServedResource(.data(Data()))
    resource.lastingFault = .status(407)
    server.serve("/a", resource)
    #expect(Self.failure(server.url("/a"), [:]) == .status(407, retryAfter: nil))
  }
}
