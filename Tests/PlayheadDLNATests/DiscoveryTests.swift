import Foundation
import PlayheadMediaServer
import PlayheadRoutes
import Testing

@testable import PlayheadDLNA

/// Responses to searches, and descriptions of devices, from friendly and hostile networks.
@Suite struct DiscoveryTests {
  private func endpoint(_ address: String = "192.0.2.7") throws -> IPv4Endpoint {
    try #require(IPv4Endpoint(address, port: 1900))
  }

  private func response(location: String, type: String = "MediaRenderer:1", status: String = "200 OK") -> [UInt8] {
    Array(
      """
      HTTP/1.1 \(status)\r
      CACHE-CONTROL: max-age=1800\r
      LOCATION: \(location)\r
      ST: urn:schemas-upnp-org:device:\(type)\r
      USN: uuid:4d69::urn:schemas-upnp-org:device:\(type)\r
      \r

      """.utf8)
  }

  // MARK: Addresses

  @Test(arguments: [
    ("http://192.0.2.7:49494/d.xml", "192.0.2.7:49494", "/d.xml"), ("HTTP://192.0.2.7", "192.0.2.7:80", "/"),
    ("http://192.0.2.7/a?b=c#d", "192.0.2.7:80", "/a?b=c"), ("http://192.0.2.7?x", "192.0.2.7:80", "/?x"),
  ])
  func addressIsParsed(text: String, endpoint: String, path: String) throws {
    let url = try #require(RendererURL(text))
    #expect(url.endpoint.description == endpoint && url.path == path)
  }

  @Test(arguments: [
    "https://192.0.2.7/", "file:///etc/passwd", "http://example.org/", "http://localhost/", "http://[::1]/",
    "http://user@192.0.2.7/", "http://192.0.2.7:0/", "http://192.0.2.7:99999/", "http://192.0.2.7:80:80/",
    "http://3221225991/", "http://192.0.2/", "http://192.0.2.7/a b", "http://192.0.2.7/a\r\nX: y", "",
    "http://192.0.2.7/" + String(repeating: "a", count: 3000),
  ])
  func otherAddressIsRefused(text: String) { #expect(RendererURL(text) == nil) }

  @Test(arguments: [
    ("/ctl", "/ctl"), ("ctl", "/dev/ctl"), ("http://192.0.2.7:81/x", "/x"), (" /ctl\n", "/ctl"),
  ])
  func referenceIsResolved(reference: String, path: String) throws {
    #expect(try #require(RendererURL("http://192.0.2.7/dev/d.xml?a/b")).resolving(reference)?.path == path)
  }

  @Test(arguments: ["http://192.0.2.8/ctl", "//192.0.2.8/ctl", "ftp://192.0.2.7/", "/a b", "https://192.0.2.7/"])
  func referenceToAnotherHostIsRefused(reference: String) throws {
    #expect(try #require(RendererURL("http://192.0.2.7/d.xml")).resolving(reference) == nil)
  }

  // MARK: Responses

  @Test func responseOfARendererIsParsed() throws {
    let message = try #require(
      SSDPMessage(response: response(location: "http://192.0.2.7:80/d.xml"), sender: try endpoint()))
    #expect(message.device == "uuid:4d69" && message.location.path == "/d.xml")
  }

  @Test func responseOfAnotherHostOrDeviceIsIgnored() throws {
    let sender = try endpoint()
    for bytes in [
      response(location: "http://192.0.2.8/d.xml"), response(location: "http://127.0.0.1/d.xml"),
      response(location: "http://192.0.2.7/", type: "MediaServer:1"),
      response(location: "http://192.0.2.7/", status: "404 Not Found"), [], [0xFF, 0xFE, 0],
      SSDPMessage.search(seconds: 1),
      Array(repeating: 0x41, count: 9000),
    ] { #expect(SSDPMessage(response: bytes, sender: sender) == nil) }
  }

  // MARK: Descriptions

  private func description(
    name: String = "TV", control: String = "/ctl", base: String = "", type: String = "MediaRenderer:1"
  ) -> [UInt8] {
    Array(
      """
      <?xml version="1.0"?><root xmlns="urn:schemas-upnp-org:device-1-0">\(base)<device>
      <deviceType>urn:schemas-upnp-org:device:\(type)</deviceType><friendlyName>\(name)</friendlyName>
      <modelName>Box</modelName><UDN>uuid:4d69</UDN><serviceList>
      <service><serviceType>urn:schemas-upnp-org:service:RenderingControl:1</serviceType>
      <controlURL>http://203.0.113.1/rc</controlURL></service>
      <service><serviceType>urn:schemas-upnp-org:service:AVTransport:2</serviceType>
      <controlURL>\(control)</controlURL></service></serviceList></device></root>
      """.utf8)
  }

  private func device(_ bytes: [UInt8]) throws -> DeviceDescription? {
    DeviceDescription(bytes, at: try #require(RendererURL("http://192.0.2.7:8080/desc/d.xml")))
  }

  @Test func descriptionIsParsed() throws {
    let device = try #require(try device(description(control: "av/ctl")))
    #expect(device.route.name == "TV" && device.route.model == "Box" && device.route.id == "uuid:4d69")
    #expect(device.transport.path == "/desc/av/ctl" && device.transport.endpoint.description == "192.0.2.7:8080")
    #expect(device.rendering == nil, "its address is that of another host")
  }

  @Test func embeddedRendererIsFound() throws {
    let inner = String(decoding: description(), as: UTF8.self)
    let start = try #require(inner.firstRange(of: "<device>")).lowerBound
    let end = try #require(inner.firstRange(of: "</root>")).lowerBound
    let outer = "<root><device><deviceType>urn:x:device:Basic:1</deviceType><deviceList>\(inner[start..<end])"
    #expect(try device(Array((outer + "</deviceList></device></root>").utf8))?.route.name == "TV")
  }

  @Test func hostileDescriptionIsRefused() throws {
    #expect(try device(description(control: "http://203.0.113.1/ctl")) == nil)
    #expect(try device(description(type: "MediaServer:1")) == nil)
    #expect(try device([]) == nil)
    #expect(try device(Array("not XML".utf8)) == nil)
    #expect(try device(Array("<html><body/></html>".utf8)) == nil)
    let nested = String(repeating: "<a>", count: 50_000)
    #expect(try device(Array("<root>\(nested)".utf8)) == nil)
    #expect(try device(description(name: String(repeating: "x", count: DeviceDescription.sizeLimit))) == nil)
  }

  @Test func baseOfAnotherHostIsIgnored() throws {
    let device = try #require(try device(description(base: "<URLBase>http://203.0.113.1/</URLBase>")))
    #expect(device.transport.endpoint.address == "192.0.2.7")
  }

  @Test func entitiesAreNotExpanded() throws {
    let entities = "<!DOCTYPE root [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY f SYSTEM \"file:///etc/hostname\">]>"
    let text = String(decoding: description(name: "x&f;&a;"), as: UTF8.self)
    let bytes = Array(text.replacing("<?xml version=\"1.0\"?>", with: entities).utf8)
    #expect(try device(bytes)?.route.name == "x")
  }

  @Test func hostileNameIsCleaned() throws {
    let device = try #require(
      try device(description(name: "&#155;0;x\u{202E}&lt;b&gt;" + String(repeating: "y", count: 999))))
    #expect(
      device.route.name.count <= 80 && !device.route.name.unicodeScalars.contains { $0.value < 32 || $0 == "\u{202E}" })
  }
}
