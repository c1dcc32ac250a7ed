import Foundation
import Testing

@testable import PlayheadNetworking

@Suite struct ReferencePolicyTests {
  struct Case: Sendable, CustomStringConvertible {
    var target: String
    var from: String?
    var root = "file:///films/a/index.m3u8"
    var allowed: ReferencePolicy.Permissions = []
    var hasDelegate = false
    var refusal: ReferenceRefusal?

    init(
      _ target: String, from: String?, root: String? = nil, allowed: ReferencePolicy.Permissions = [],
      delegate: Bool = false, _ refusal: ReferenceRefusal?
    ) {
      (self.target, self.from, self.allowed, hasDelegate, self.refusal) = (target, from, allowed, delegate, refusal)
      if let root { self.root = root }
    }
    var description: String { "\(from ?? "the user") → \(target)" }
  }

  static let web = "https://a.example/x/index.m3u8"
  static let plain = "http://a.example/x/index.m3u8"
  static let local = "file:///films/a/index.m3u8"

  static let cases: [Case] = [
    // Named by the user.
    Case("file:///etc/passwd", from: nil, nil), Case("http://127.0.0.1/x", from: nil, nil),
    Case("concat:/x", from: nil, nil),
    // From the network to this machine.
    Case("file:///etc/passwd", from: web, .localFile), Case("file:///films/a/0.ts", from: plain, .localFile),
    Case("FILE:///etc/passwd", from: plain, .localFile), Case("file://b.example/x", from: plain, .localFile),
    // Schemes.
    Case("concat:/x", from: web, .unknownScheme("concat")), Case("ftp://h/x", from: plain, .unknownScheme("ftp")),
    Case("rtsp://h/x", from: local, .unknownScheme("rtsp")), Case("pipe:0", from: local, .unknownScheme("pipe")),
    Case("skd://key", from: web, .unknownScheme("skd")), Case("skd://key", from: web, delegate: true, nil),
    Case("data:,abc", from: web, nil), Case("data:,abc", from: local, nil),
    // Secure connections.
    Case("http://a.example/0.ts", from: web, .insecure(host: "a.example")),
    Case("http://a.example/0.ts", from: web, allowed: .insecure, nil), Case("https://b.example/0.ts", from: web, nil),
    Case("https://b.example/0.ts", from: plain, nil), Case("http://b.example/0.ts", from: plain, nil),
    Case("http://b.example/0.ts", from: "data:,x", .insecure(host: "b.example")),
    // Local playlists: in or below the folder of the opened file.
    Case("file:///films/a/0.ts", from: local, nil), Case("file:///films/a/low/0.ts", from: local, nil),
    Case("file:///films/a/0.ts", from: "file:///films/a/low/index.m3u8", nil),
    Case("file:///films/b/0.ts", from: local, .outsideFolder),
    Case("file:///films/ab/0.ts", from: local, .outsideFolder),
    Case("file:///films/a", from: local, .outsideFolder),
    Case("file:///films/a/../b/0.ts", from: local, .outsideFolder),
    Case("file:///films/a/%2e%2e/b/0.ts", from: local, .outsideFolder),
    Case("file:///films/b%00/../../films/a/0.ts", from: local, .outsideFolder),
    Case("file:///films/a/x/../0.ts", from: local, nil), Case("file:///dev/zero", from: local, .outsideFolder),
    Case("file://b.example/films/a/0.ts", from: local, .outsideFolder), Case("http://b.example/0.ts", from: local, nil),
    Case("http://127.0.0.1/0.ts", from: local, nil),
    // A remote playlist that a local one names may not reference local files.
    Case("file:///films/a/0.ts", from: "http://a.example/v.m3u8", root: local, .localFile),
    Case("file:///films/a/0.ts", from: "app://x/index.m3u8", root: "app://x/index.m3u8", .localFile),
    // Hosts in the form of addresses.
    Case("http://127.0.0.1/0.ts", from: "http://93.184.216.34/x", .localNetwork(host: "127.0.0.1")),
    Case("http://192.168.1.1/0.ts", from: "http://93.184.216.34/x", .localNetwork(host: "192.168.1.1")),
    Case("http://192.168.1.1/0.ts", from: "http://93.184.216.34/x", allowed: .localNetwork, nil),
    Case("http://192.168.1.1/0.ts", from: "http://192.168.1.9/x", nil),
    Case("http://127.0.0.1/0.ts", from: "http://192.168.1.9/x", .localNetwork(host: "127.0.0.1")),
    Case("http://localhost:80/0.ts", from: "http://127.0.0.1/x", nil),
    Case("http://2130706433/0.ts", from: "http://93.184.216.34/x", .localNetwork(host: "2130706433")),
    Case("http://0x7f.1/0.ts", from: "http://93.184.216.34/x", .localNetwork(host: "0x7f.1")),
    Case("https://[::1]/0.ts", from: "data:,x", .localNetwork(host: "::1")),
    Case("http://93.184.216.34/0.ts", from: "http://127.0.0.1/x", nil),
  ]

  @Test(arguments: cases) func refusesReferencesByPolicy(example: Case) throws {
    let referrer = try example.from.map { from in
      Referrer(url: try #require(URL(string: from)), root: try #require(URL(string: example.root)))
    }
    let found = ReferencePolicy(example.allowed).refusal(
      of: try #require(URL(string: example.target)), from: referrer, hasDelegate: example.hasDelegate)
    if case .localNetwork = example.refusal, case .localNetwork = found { return }
    #expect(found == example.refusal)
  }

  /// IANA's registries of special-purpose addresses.
  @Test(arguments: [
    ("127.0.0.1", NetworkZone.loopback), ("127.255.0.9", .loopback), ("0.0.0.0", .loopback), ("::1", .loopback),
    ("::", .loopback), ("::ffff:127.0.0.1", .loopback), ("64:ff9b::7f00:1", .loopback), ("2002:7f00:1::", .loopback),
    ("10.1.2.3", .local), ("172.16.0.1", .local), ("172.31.255.255", .local), ("192.168.0.1", .local),
    ("169.254.169.254", .local), ("100.64.0.1", .local), ("224.0.0.1", .local), ("255.255.255.255", .local),
    ("fe80::1%eth0", .local), ("fd00::1", .local), ("fc00::1", .local), ("ff02::1", .local),
    ("::ffff:10.0.0.1", .local), ("64:ff9b::a00:1", .local),
    ("172.32.0.1", .everywhere), ("172.15.0.1", .everywhere), ("100.128.0.1", .everywhere), ("11.0.0.1", .everywhere),
    ("192.169.0.1", .everywhere), ("8.8.8.8", .everywhere), ("2606:4700::1", .everywhere),
    ("::ffff:8.8.8.8", .everywhere), ("2002:808:808::", .everywhere),
  ])
  func classifiesNetworkZoneOfAddress(text: String, zone: NetworkZone) throws {
    #expect(NetworkZone(try #require(IPAddress(text))) == zone)
  }

  @Test func keepsFarthestZoneOfHost() throws {
    let (document, target) = (URL(string: "http://a.example/x")!, URL(string: "http://b.example/y")!)
    var zones = KnownZones()
    #expect(zones.narrowest(from: document, to: target) == .everywhere)
    #expect(zones.narrowest(from: document, to: document) == nil)
    zones.note(.local, of: "A.example")
    #expect(zones.narrowest(from: document, to: target) == .local)
    zones.note(.everywhere, of: "a.example")
    zones.note(.loopback, of: "a.example")
    #expect(zones.narrowest(from: document, to: document) == .everywhere)
    #expect(zones.narrowest(from: URL(fileURLWithPath: "/x"), to: target) == nil)
    #expect(zones.narrowest(from: URL(string: "data:,x")!, to: target) == .everywhere)
  }
}
