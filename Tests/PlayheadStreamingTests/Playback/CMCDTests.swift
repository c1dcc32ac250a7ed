import Foundation
import PlayheadTesting
import TestSupport
import Testing

@testable import PlayheadNetworking

/// Common Media Client Data, compared with the examples and the rules of CTA-5004.
@Suite("CMCD")
struct CMCDTests {
  private static var values: CMCDValues {
    var values = CMCDValues(.video)
    values.bitRate = 3_200_400
    values.topBitRate = 6_000_000
    values.throughput = 25_449_000
    values.duration = 4.004
    values.ahead = 21.349
    values.isLive = false
    values.isUrgent = true
    return values
  }

  @Test("keys are sorted, numbers rounded, and strings quoted")
  func query() throws {
    let settings = CMCDSettings(mode: .query, contentID: "a \"b\"", sessionID: "6e2fb550-c457-11e9-bb97")
    let url = try #require(URL(string: "http://127.0.0.1/a.ts?x=1"))
    let text = Self.values.address(url, settings).absoluteString
    #expect(text.hasPrefix("http://127.0.0.1/a.ts?x=1&CMCD=bl%3D21300%2Cbr%3D3200%2C"))
    #expect(
      text.removingPercentEncoding?.components(separatedBy: "CMCD=").last
        == #"bl=21300,br=3200,cid="a \"b\"",d=4004,mtp=25400,ot=v,sf=h,sid="6e2fb550-c457-11e9-bb97",st=v,su,tb=6000"#)
  }

  @Test("header fields group their keys")
  func fields() {
    let fields = Self.values.fields(CMCDSettings(mode: .fields, sessionID: "s"))
    #expect(
      fields == [
        .init("CMCD-Object", "br=3200,d=4004,ot=v,tb=6000"), .init("CMCD-Request", "bl=21300,mtp=25400,su"),
        .init("CMCD-Session", "sf=h,sid=\"s\",st=v"),
      ])
  }

  private func run(_ mode: CMCDSettings.Mode?) throws -> (StreamRun, FaultServer) {
    let server = try FaultServer()
    try SlicedStream.transport("start-offset.ts").serve("/v", on: server)
    server.serve(
      "/index.m3u8",
      ServedResource(
        .data(Data("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=320x180\nv/index.m3u8\n".utf8))))
    var options = RequestOptions()
    options.clientData = mode.map { CMCDSettings(mode: $0, sessionID: "s") }
    let run = StreamRun(server.url("/index.m3u8"), options: options)
    run.run(seconds: 12)
    return (run, server)
  }

  @Test("every request carries it in the configured form, only if enabled")
  func requests() throws {
    let (plain, silent) = try run(nil)
    #expect(plain.hasEnded)
    #expect(
      !silent.requests.contains { $0.target.contains("CMCD") || $0.fields.keys.contains { $0.hasPrefix("cmcd") } })
    let (_, queried) = try run(.query)
    #expect(queried.requests.map(\.path).sorted() == silent.requests.map(\.path).sorted())
    let texts = queried.requests.map { $0.target.removingPercentEncoding ?? "" }
    #expect(texts.filter { $0.contains("ot=m,") }.count == 2)
    #expect(texts.allSatisfy { $0.contains("sid=\"s\"") })
    #expect(texts.contains { $0.hasPrefix("/v/0.ts?CMCD=bl=0,br=800,d=") && $0.contains("st=v,su,tb=800") })
    let (ended, log) = try run(.fields)
    #expect(ended.hasEnded)
    #expect(log.requests.allSatisfy { $0.fields["cmcd-session"]?.contains("sid=\"s\"") == true })
    #expect(log.requests.contains { $0.fields["cmcd-object"]?.contains("ot=av") == true })
    #expect(!log.requests.contains { $0.target.contains("?") })
  }
}
