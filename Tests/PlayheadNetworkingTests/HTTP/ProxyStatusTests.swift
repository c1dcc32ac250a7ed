import Foundation
import Testing

@testable import PlayheadNetworking

/// The sender of a response (RFC 9209, RFC 9110 §7.6.3).
@Suite("Proxy errors in responses")
struct ProxyStatusTests {
  private func error(_ status: String?, via: String? = nil, code: Int = 504) throws -> String? {
    var head = HTTPResponseHead(status: code, url: try #require(URL(string: "http://film.example/a")))
    head.fields["proxy-status"] = status
    head.fields["via"] = via
    return ProxyStatus(head, from: "gate.example:3128")?.error
  }

  @Test("an error of the last proxy is its own if no other has forwarded it")
  func own() throws {
    #expect(try error("gate; error=dns_error") == "dns_error")
    #expect(
      try error("cdn;error=x, gate;error=connection_timeout;next-hop=\"film.example:80\"") == "connection_timeout")
    #expect(try error("\"a, b; c\" ; error=destination_unavailable") == "destination_unavailable")
    #expect(try error("gate; error=dns_error", via: "1.1 gate (squid)") == "dns_error")
    #expect(try error("gate; ERROR=dns_error", via: "HTTP/1.1 GATE:3128") == "dns_error")
    // The named proxy is the sender, whatever other proxies forwarded the response.
    for name in ["gate.example", "\"gate.example:3128\"", "Gate.Example"] {
      #expect(try error("\(name);error=dns_error", via: "1.1 cdn, 1.1 other") == "dns_error")
    }
  }

  @Test("all other responses may be the server's")
  func others() throws {
    #expect(try error(nil) == nil)
    #expect(try error("") == nil)
    #expect(try error("gate") == nil)
    #expect(try error("gate; received-status=504") == nil)
    #expect(try error("gate; error=http_response_incomplete; received-status=504") == nil)
    #expect(try error("cdn; error=dns_error, gate; next-hop=cdn") == nil)
    #expect(try error("gate; error=dns_error", code: 200) == nil)
    // A nearer proxy has forwarded it.
    #expect(try error("cdn; error=dns_error", via: "1.1 cdn, 1.1 gate") == nil)
    #expect(try error("cdn; error=dns_error", via: "1.1 gate") == nil)
    #expect(try error("\"gate.example:80\"; error=dns_error", via: "1.1 gate.example:3128, 1.1 x") == nil)
    // A token, nothing that could be mistaken for a message.
    #expect(try error("gate; error=\"call 555 now\"") == nil)
    #expect(try error("gate; error=\(String(repeating: "a", count: 65))") == nil)
    #expect(try error(";;,=,\"") == nil)
  }
}
