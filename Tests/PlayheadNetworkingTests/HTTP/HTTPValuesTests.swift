import Foundation
import Testing

@testable import PlayheadNetworking

@Suite("HTTP values")
struct HTTPValuesTests {
  @Test("Content-Range of RFC 9110 §14.4")
  func contentRange() {
    #expect(ContentRange("bytes 42-1233/1234")?.bytes == 42...1233)
    #expect(ContentRange("bytes 42-1233/1234")?.total == 1234)
    #expect(ContentRange("bytes 42-1233/*")?.bytes == 42...1233)
    #expect(ContentRange("bytes 42-1233/*")?.total == nil)
    #expect(ContentRange("bytes */1234")?.bytes == nil)
    #expect(ContentRange("bytes */1234")?.total == 1234)
  }

  @Test(
    "invalid Content-Range",
    arguments: [
      "", "bytes", "bytes 1-2", "items 0-1/2", "bytes 2-1/5", "bytes 0-5/5", "bytes -5/10", "bytes 1-/10",
      "bytes a-b/c",
      "bytes 0-99999999999999999999/100", "bytes 0-9223372036854775807/*", "bytes 0-1/2/3",
    ])
  func noContentRange(text: String) { #expect(ContentRange(text) == nil) }

  @Test("lengths")
  func lengths() throws {
    func length(_ text: String) throws -> Int64? {
      HTTPResponseHead(status: 200, url: try #require(URL(string: "http://a")), fields: ["content-length": text])
        .contentLength
    }
    #expect(try length("12") == 12)
    #expect(try length("12, 12") == 12)
    #expect(try length("12, 13") == nil)
    #expect(try length("-1") == nil)
    #expect(try length("0x10") == nil)
  }

  @Test("a weak tag is no validator for ranges: the date is used instead")
  func validators() throws {
    var head = HTTPResponseHead(status: 200, url: try #require(URL(string: "http://a")))
    head.fields = ["etag": "W/\"1\"", "last-modified": "Sat, 01 Jan 2022 00:00:00 GMT"]
    #expect(head.validator == "Sat, 01 Jan 2022 00:00:00 GMT")
    head.fields["etag"] = "\"1\""
    #expect(head.validator == "\"1\"")
  }

  @Test("fields with line breaks and transfer fields are not sent")
  func fields() {
    let options = RequestOptions(fields: [
      .init("X-Good", "yes"), .init("X-Bad", "a\r\nX-Smuggled: 1"), .init("X Bad", "1"), .init("", "1"),
      .init("Range", "bytes=0-1"),
      .init("X-Empty", ""), .init("X:Y", "1"),
    ])
    #expect(options.sendable.map(\.name) == ["X-Good", "X-Empty"])
  }

  @Test(
    "secrets are sent only to their host",
    arguments: [
      ("http://a.example/x", "http://a.example/y", true), ("http://a.example/x", "http://A.EXAMPLE:80/y", true),
      ("http://a.example/x", "https://a.example/y", true), ("https://a.example/x", "http://a.example/y", false),
      ("https://a.example/x", "https://b.example/y", false), ("https://a.example/x", "https://a.example:8443/y", false),
      ("https://a.example/x", "https://sub.a.example/y", false),
      ("http://a.example:8080/", "https://a.example/", false),
    ])
  func scope(requested: String, url: String, isCovered: Bool) throws {
    #expect(
      CredentialScope.covers(try #require(URL(string: url)), credentialURL: try #require(URL(string: requested)))
        == isCovered)
  }

  @Test(
    "URLs are redacted",
    arguments: [
      ("http://a.example/film.mp4", "http://a.example/film.mp4"),
      ("https://ada:secret@a.example:8080/film.mp4", "https://…@a.example:8080/film.mp4"),
      ("https://a.example/f?token=secret&expires=12", "https://a.example/f?token=…&expires=…"),
      ("https://a.example/f?secret#secret", "https://a.example/f?…"),
    ])
  func redaction(text: String, expected: String) throws {
    #expect(try #require(URL(string: text)).redacted == expected)
  }

  @Test("a cookie that would break its line is dropped")
  func cookies() {
    #expect(
      HTTPCookieValue(name: "a", value: "b", domain: ".example.org", path: "/x", isSecure: true).line
        == ".example.org\tTRUE\t/x\tTRUE\t0\ta\tb")
    #expect(HTTPCookieValue(name: "a", value: "b\nx", domain: "example.org").line == nil)
    #expect(HTTPCookieValue(name: "a\tb", value: "", domain: "example.org").line == nil)
  }
}
