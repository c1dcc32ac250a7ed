import Foundation
import PlayheadNetworking
import PlayheadTesting
import Testing

/// Options sent with requests, and hosts to which they are not sent.
@Suite("Request options")
struct SecretsTests {
  private let options = RequestOptions(
    fields: [.init("Authorization", "Bearer secret"), .init("X-Token", "secret")],
    cookies: [
      HTTPCookieValue(name: "session", value: "secret", domain: "127.0.0.1"),
      HTTPCookieValue(name: "other", value: "secret", domain: "example.org"),
      HTTPCookieValue(name: "path", value: "secret", domain: "127.0.0.1", path: "/private"),
    ], userAgent: "Tester/1")

  @Test("fields, cookies and the agent are sent with every request")
  func everyRequest() throws {
    let served = try Served(numberedBytes(2 << 20), options: options) { $0.requiredFields = ["X-Token": "secret"] }
    try served.source.prepare()
    _ = try served.source.bytes(10)
    try served.source.seek(to: 2_000_000)
    _ = try served.source.bytes(10)
    #expect(served.server.requests.count == 2)
    for request in served.server.requests {
      #expect(request.fields["authorization"] == "Bearer secret")
      #expect(request.fields["x-token"] == "secret")
      #expect(request.fields["cookie"] == "session=secret")
      #expect(request.fields["user-agent"] == "Tester/1")
    }
  }

  @Test("none of them is sent to another host after a redirect")
  func otherHost() throws {
    let data = numberedBytes(10_000)
    let served = try Served(data, options: options)
    let other = try FaultServer()
    other.serve("/film", ServedResource(.data(data)))
    var moved = ServedResource(.data(Data()))
    moved.lastingFault = .redirect(to: other.url("/film", host: "localhost"))
    served.server.serve("/film", moved)
    try served.source.prepare()
    #expect(try served.source.all() == data)
    let request = try #require(other.requests.first)
    for name in ["authorization", "x-token", "cookie"] { #expect(request.fields[name] == nil, "\(name) was sent") }
    #expect(request.fields["user-agent"] != "Tester/1")
    #expect(!"\(request.fields)".contains("secret"))
  }

  @Test("user and password of a URL become a field, for its host alone")
  func credentials() throws {
    let data = numberedBytes(10_000)
    let server = try FaultServer()
    let other = try FaultServer()
    other.serve("/film", ServedResource(.data(data)))
    var moved = ServedResource(.data(Data()))
    moved.lastingFault = .redirect(to: other.url("/film", host: "localhost"))
    server.serve("/film", moved)
    let url = try #require(URL(string: "http://ada:p%40ss@127.0.0.1:\(server.port)/film"))
    let source = HTTPByteSource(url: url, policy: .steady)
    try source.prepare()
    #expect(try source.all() == data)
    let expected = "Basic " + Data("ada:p@ss".utf8).base64EncodedString()
    #expect(server.requests.first?.fields["authorization"] == expected)
    #expect(other.requests.first?.fields["authorization"] == nil)
    #expect(other.requests.first?.target == "/film")
  }

  @Test("a cookie set by a server is sent back to it")
  func setCookie() throws {
    let served = try Served(numberedBytes(2 << 20)) { $0.fields["Set-Cookie"] = "visit=1; Path=/" }
    try served.source.prepare()
    _ = try served.source.bytes(10)
    try served.source.seek(to: 2_000_000)
    _ = try served.source.bytes(10)
    #expect(served.server.requests.map { $0.fields["cookie"] } == [nil, "visit=1"])
  }

  @Test("assets do not share cookies")
  func jars() throws {
    let served = try Served(numberedBytes(1000), options: options)
    let other = HTTPByteSource(url: served.server.url("/film"), policy: .steady)
    try served.source.prepare()
    try other.prepare()
    #expect(served.server.requests.map { $0.fields["cookie"] } == ["session=secret", nil])
  }

  @Test("no error text contains a secret")
  func errors() throws {
    let server = try FaultServer()
    let url = try #require(URL(string: "http://ada:secret@127.0.0.1:\(server.port)/film?token=secret"))
    let source = HTTPByteSource(url: url, options: options, policy: .steady)
    #expect { try source.prepare() } throws: { !"\($0)".contains("secret") }
    server.stop()
    let later = HTTPByteSource(url: url, options: options, policy: .steady)
    #expect { try later.prepare() } throws: { !"\($0)".contains("secret") }
  }
}
