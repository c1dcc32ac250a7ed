import Foundation
import Testing

@testable import PlayheadNetworking

/// The variables of curl's manual (“ENVIRONMENT” in curl(1), CURLOPT_PROXY(3), CURLOPT_NOPROXY(3)).
@Suite("Proxies of the environment")
struct ProxySettingsTests {
  private static func name(_ address: String, _ environment: [String: String]) throws -> String? {
    ProxySettings(environment: environment).proxy(for: try #require(URL(string: address)))?.name
  }

  @Test(
    "each scheme has its own, all_proxy is the default; lower case wins; HTTP_PROXY is ignored",
    arguments: [
      ("http://a.example/", ["http_proxy": "http://p:1", "https_proxy": "q:2"], "p:1"),
      ("https://a.example/", ["http_proxy": "http://p:1", "https_proxy": "q:2"], "q:2"),
      ("https://a.example/", ["https_proxy": "q:2", "HTTPS_PROXY": "r:3"], "q:2"),
      ("https://a.example/", ["HTTPS_PROXY": "r:3"], "r:3"), ("http://a.example/", ["HTTP_PROXY": "p:1"], nil),
      ("http://a.example/", ["ALL_PROXY": "socks5h://s:4"], "s:4"),
      ("http://a.example/", ["all_proxy": "t:5", "ALL_PROXY": "s:4"], "t:5"),
      ("https://a.example/", ["http_proxy": "p:1"], nil), ("http://a.example/", ["http_proxy": ""], nil),
      ("http://a.example/", ["http_proxy": "", "all_proxy": "s:4"], "s:4"), ("http://a.example/", [:], nil),
    ] as [(String, [String: String], String?)])
  func variables(address: String, environment: [String: String], expected: String?) throws {
    #expect(try Self.name(address, environment) == expected)
  }

  @Test(
    "the proxy's name in messages omits user and password",
    arguments: [
      ("http://user:secret@proxy.example:3128/", "proxy.example:3128"), ("user:se@cret@p:1", "p:1"),
      ("socks5://[::1]:1080", "[::1]:1080"), ("proxy.example", "proxy.example"),
    ])
  func named(address: String, expected: String) throws {
    #expect(try Self.name("http://a.example/", ["http_proxy": address]) == expected)
  }

  @Test(
    "no_proxy lists names, domains, addresses and ranges, or a star",
    arguments: [
      ("a.example", "http://a.example/", true), ("a.example", "http://b.a.example/", true),
      ("a.example", "http://ba.example/", false), (".a.example", "http://a.example/", true),
      ("b.example, A.Example", "http://a.example:8080/", true), ("b.example c.example", "http://c.example./", true),
      ("*", "http://a.example/", true), ("*.example", "http://a.example/", false), ("", "http://a.example/", false),
      ("10.0.0.0/8", "http://10.9.8.7/", true), ("10.0.0.0/8", "http://11.9.8.7/", false),
      ("192.168.1.128/25", "http://192.168.1.200/", true), ("192.168.1.128/25", "http://192.168.1.100/", false),
      ("10.1.2.3", "http://10.1.2.3/", true), ("1.2.3", "http://10.1.2.3/", false),
      ("fd00::/8", "http://[fd12::1]/", true), ("[2001:db8::1]", "http://[2001:db8::1]/", true),
      ("fd00::/8", "http://[fe80::1]/", false), ("0.0.0.0/0", "http://8.8.8.8/", true),
      ("10.0.0.0/33", "http://10.0.0.1/", false),
    ])
  func exceptions(list: String, address: String, isExcepted: Bool) throws {
    #expect(try (Self.name(address, ["http_proxy": "p:1", "no_proxy": list]) == nil) == isExcepted)
    #expect(try (Self.name(address, ["http_proxy": "p:1", "NO_PROXY": list]) == nil) == isExcepted)
  }

  @Test(
    "loopback addresses bypass proxies",
    arguments: [
      "http://localhost/", "http://127.0.0.1:8080/", "http://127.1.2.3/", "http://[::1]/", "http://LOCALHOST./",
    ])
  func loopback(address: String) throws {
    #expect(try Self.name(address, ["http_proxy": "p:1"]) == nil)
    #expect(try Self.name("http://127.example/", ["http_proxy": "p:1"]) == "p:1")
  }
}
