import Foundation
import PlayheadMediaServer
import PlayheadRenderers
import PlayheadText
import Testing

@testable import PlayheadDLNA

/// Responses over HTTP, SOAP messages, times and formats.
@Suite struct ControlTests {
  // MARK: HTTP

  private func body(_ text: String, isComplete: Bool = false, limit: Int = 1000) -> String? {
    guard case .response(let response) = HTTPExchange.parse(Array(text.utf8), isComplete: isComplete, limit: limit)
    else { return nil }
    return "\(response.status) " + String(decoding: response.body, as: UTF8.self)
  }

  private func isInvalid(_ text: String, limit: Int = 1000) -> Bool {
    if case .invalid = HTTPExchange.parse(Array(text.utf8), isComplete: false, limit: limit) { true } else { false }
  }

  @Test func bodiesAreParsed() {
    #expect(body("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabcdef") == "200 abc")
    #expect(body("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab") == nil)
    #expect(body("HTTP/1.0 500 X\r\n\r\nabc") == nil)
    #expect(body("HTTP/1.0 500 X\r\n\r\nabc", isComplete: true) == "500 abc")
    #expect(body("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx") == "200 x")
    // RFC 9112 §7.1.3.
    let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    #expect(body(chunked + "4;a=b\r\nWiki\r\n5\r\npedia\r\n0\r\n\r\n") == "200 Wikipedia")
    #expect(body(chunked + "4\r\nWiki\r\n5\r\npe") == nil)
  }

  @Test func hostileResponsesAreInvalid() {
    #expect(isInvalid(String(repeating: "x", count: 20_000)))
    #expect(isInvalid("HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n"))
    #expect(isInvalid("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n"))
    #expect(isInvalid("HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "x", count: 1001)))
    #expect(isInvalid("SSH-2.0-x\r\n\r\n"))
    let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    for text in ["FFFFFFFF\r\n", "fffffffffffffffff\r\n", "-1\r\n", "z\r\n", "1\r\nabc"] {
      #expect(isInvalid(chunked + text), "\(text)")
    }
  }

  // MARK: SOAP

  private let action = SOAPAction(service: .transport, name: "Seek", arguments: [("Target", "a<b>&\"\u{1}\n")])

  @Test func messageIsEscaped() throws {
    let root = try #require(XMLNode.document(Array(action.body.utf8)))
    #expect(root.descendant("Target")?.text == "a<b>&\"")
    #expect(action.header == "urn:schemas-upnp-org:service:AVTransport:1#Seek")
  }

  private func envelope(_ text: String) -> [UInt8] {
    Array("<s:Envelope xmlns:s='http://x'><s:Body>\(text)</s:Body></s:Envelope>".utf8)
  }

  @Test func resultsAreParsed() throws {
    let body = envelope("<u:SeekResponse xmlns:u='x'><A>1</A><B/></u:SeekResponse>")
    #expect(try action.results(HTTPExchange(status: 200, body: body)) == ["A": "1", "B": ""])
  }

  @Test func faultIsAnError() {
    let body = envelope(
      "<s:Fault><detail><UPnPError><errorCode>718</errorCode><errorDescription>no\u{9B}</errorDescription></UPnPError>"
        + "</detail></s:Fault>")
    #expect(throws: RendererError.fault(code: 718, text: "no\u{9B}")) {
      try action.results(HTTPExchange(status: 500, body: body))
    }
  }

  @Test func otherResponsesAreMalformed() {
    for (status, body) in [
      (200, []), (200, envelope("")), (200, envelope("<PlayResponse/>")), (404, envelope("<SeekResponse/>")),
      (200, Array("<SeekResponse/>".utf8)),
    ] {
      #expect(throws: RendererError.malformed) { try action.results(HTTPExchange(status: status, body: body)) }
    }
  }

  // MARK: Times

  @Test(arguments: [
    ("0:00:00", 0.0), ("00:01:02", 62), ("1:02:03.5", 3723.5), ("100:00:00", 360_000), ("0:00:01.1/4", 1.25),
  ])
  func timeIsParsed(text: String, seconds: Double) { #expect(MediaTime.seconds(text) == seconds) }

  @Test(arguments: [
    "", "NOT_IMPLEMENTED", "1:2", "0:60:00", "0:00:60", "-0:00:01", "0:00:1e5", "a:b:c", "0:00:00.", "0:00:01.4/4",
    "0:00:01.1/0", "99999999999999999999:00:00",
  ])
  func textThatIsNoTimeIsIgnored(text: String) { #expect(MediaTime.seconds(text) == nil) }

  @Test(arguments: [(0.0, "0:00:00"), (62.9, "0:01:02"), (3723, "1:02:03"), (.nan, "0:00:00"), (-5, "0:00:00")])
  func timeIsWritten(seconds: Double, text: String) { #expect(MediaTime.text(seconds) == text) }

  // MARK: Items

  @Test func titleCannotLeaveTheDescription() throws {
    let url = try #require(URL(string: "http://192.0.2.1/a?b=c&d=e"))
    let item = MediaItem(url: url, type: "video/mp4", title: "</dc:title><res>http://203.0.113.1/</res>")
    let root = try #require(XMLNode.document(Array(item.description.utf8)))
    #expect(root.descendant("res")?.text == "http://192.0.2.1/a?b=c&d=e")
    #expect(root.descendant("title")?.text == "</dc:title><res>http://203.0.113.1/</res>")
    #expect(root.descendant("class")?.text == "object.item.videoItem")
  }

  @Test func acceptedTypesHaveAliases() {
    #expect(MediaTypeNames.name(of: "video/mp4", in: nil) != nil)
    #expect(MediaTypeNames.name(of: "audio/flac", in: ["audio/x-flac"]) != nil)
    #expect(
      MediaTypeNames.name(of: "audio/flac", in: ["audio/*"]) != nil
        && MediaTypeNames.name(of: "audio/flac", in: ["*"]) != nil)
    #expect(MediaTypeNames.name(of: "video/x-matroska", in: ["video/mp4", "audio/*"]) == nil)
  }
}
