import Testing

@testable import PlayheadMediaServer

/// Heads of requests, and ranges.
@Suite struct MediaRequestTests {
  private func request(_ text: String) throws -> MediaRequest { try MediaRequest(Array(text.utf8)) }

  @Test func headIsParsed() throws {
    let request = try request(
      "GET /abc HTTP/1.1\r\nHost: x\r\nrange: bytes=5-\r\ngetContentFeatures.dlna.org: 1\r\nConnection: close")
    #expect(request.method == .get && request.path == "/abc" && request.range == .from(5, through: nil))
    #expect(!request.isPersistent)
  }

  @Test(arguments: [
    "", "GET", "GET /a", "GET /a HTTP/2", "GET a HTTP/1.1", "GET /a HTTP/1.1 x", "GET  /a HTTP/1.1",
    "GET /a HTTP/1.1\r\nx", "GET /a HTTP/1.1\r\nContent-Length: 5", "GET /a HTTP/1.1\r\nTransfer-Encoding: chunked",
  ])
  func brokenHeadIsMalformed(text: String) { #expect(throws: MediaRequest.Failure.malformed) { try request(text) } }

  @Test(arguments: ["POST", "PUT", "DELETE", "get", "OPTIONS"])
  func otherMethodIsRefused(method: String) {
    #expect(throws: MediaRequest.Failure.method) { try request("\(method) /a HTTP/1.1") }
  }

  /// The cases of RFC 9110 §14.1.2 and §14.4 for 10,000 bytes.
  @Test(arguments: [
    ("bytes=0-499", 0..<500), ("bytes=500-999", 500..<1000), ("bytes=-500", 9500..<10000),
    ("bytes=9500-", 9500..<10000), ("bytes=9000-99999", 9000..<10000), ("bytes=-20000", 0..<10000),
  ])
  func rangeIsResolved(text: String, expected: Range<Int64>) throws {
    #expect(try #require(ByteRangeRequest(text)).resolved(size: 10000) == expected)
  }

  @Test(arguments: ["bytes=10000-", "bytes=-0"])
  func rangeWithoutBytesIsNotSatisfiable(text: String) throws {
    #expect(try #require(ByteRangeRequest(text)).resolved(size: 10000) == nil)
  }

  @Test(arguments: [
    "bytes=", "bytes=-", "bytes=5-4", "bytes=a-b", "bytes=0-1,3-4", "items=0-1", "bytes=+1-2",
    "bytes=99999999999999999999-",
  ])
  func invalidRangeIsIgnored(text: String) { #expect(ByteRangeRequest(text) == nil) }
}
