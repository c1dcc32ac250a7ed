import Foundation
import Testing

@testable import PlayheadNetworking

@Suite struct HTTPHeadReaderTests {
  /// A reader that has read some lines, and whether each ended the header.
  private func read(
    _ lines: String..., url: String = "http://h/a/b"
  ) throws -> (reader: HTTPHeadReader, ends: [Bool]) {
    var reader = HTTPHeadReader(try #require(URL(string: url)))
    var ends: [Bool] = []
    for line in lines { ends.append(reader.read(line + "\r\n")) }
    return (reader, ends)
  }

  @Test func emptyLineEndsTheHeader() throws {
    let (reader, ends) = try read("HTTP/1.1 200 OK", "Content-Type: video/mp4", "")
    #expect(ends == [false, false, true])
    #expect(reader.isComplete && reader.head.status == 200)
    #expect(reader.head["content-type"] == "video/mp4")
  }

  @Test func interimResponseIsReplaced() throws {
    let (reader, ends) = try read("HTTP/1.1 103 Early Hints", "Link: x", "", "HTTP/1.1 206 Partial Content", "A: b", "")
    #expect(ends == [false, false, false, false, false, true])
    #expect(reader.head.status == 206 && reader.head["link"] == nil && reader.head["a"] == "b")
  }

  @Test func statusLineOfAnInternetRadioIsRead() throws {
    let (reader, _) = try read("ICY 200 OK", "icy-metaint: 16000", "")
    #expect(reader.head.status == 200 && reader.head["icy-metaint"] == "16000")
  }

  @Test func trailersAreIgnored() throws {
    let (reader, ends) = try read("HTTP/1.1 200 OK", "", "Late: x", "")
    #expect(ends == [false, true, false, false])
    #expect(reader.head["late"] == nil)
  }

  @Test(arguments: [300, 301, 302, 303, 307, 308])
  func locationIsRelativeToTheRequest(_ status: Int) throws {
    let (reader, _) = try read("HTTP/1.1 \(status) X", "Location: c?d", "")
    let target = try #require(URL(string: "http://h/a/c?d"))
    #expect(reader.redirection == .to(target))
  }

  @Test func otherResponsesDoNotRedirect() throws {
    #expect(try read("HTTP/1.1 304 Not Modified", "Location: c", "").reader.redirection == nil)
    #expect(try read("HTTP/1.1 300 Multiple Choices", "").reader.redirection == nil)
    #expect(try read("HTTP/1.1 200 OK", "Location: c", "").reader.redirection == nil)
  }

  @Test func onlyProxiesAskForProxyCredentials() throws {
    let proxy = ProxySettings.Proxy("http://gate:3128")
    let secure = try read("HTTP/1.1 407 X", "", url: "https://h/a")
    #expect(secure.reader.refusal(by: proxy) == .credentials)
  }

  @Test func errorOfTheProxyIsItsOwnWithoutATunnel() throws {
    let proxy = ProxySettings.Proxy("http://gate:3128")
    let field = "Proxy-Status: gate; error=dns_error"
    let plain = try read("HTTP/1.1 502 X", field, "")
    #expect(plain.reader.refusal(by: proxy) == .status(502, error: "dns_error"))
    let tunnelled = try read("HTTP/1.1 502 X", field, "", url: "https://h/a")
    #expect(tunnelled.reader.refusal(by: proxy) == nil)
    let servers = try read("HTTP/1.1 502 X", "")
    #expect(servers.reader.refusal(by: proxy) == nil)
  }
}
