import Foundation
import PlayheadTesting
import Synchronization
import TestSupport
import Testing

@testable import PlayheadNetworking

/// Servers with a wrong identity, and those that redirect to an insecure connection.
@Suite(.enabled(if: Nginx.isInstalled, "nginx or openssl is not installed")) struct TLSTests {
  private let servers: SecureServers
  init() throws { servers = try SecureServers() }

  private func outcome(
    _ kind: SecureServers.Kind, trusts: Bool = true, _ permissions: ReferencePolicy.Permissions = []
  ) -> HTTPFailure? {
    var configuration = HTTPClient.Configuration()
    if trusts { configuration.certificateFile = servers.authority.path }
    let client = HTTPClient(configuration)
    defer { client.close() }
    let ended = DispatchSemaphore(value: 0)
    let failure = Mutex<HTTPFailure?>(nil)
    var options = RequestOptions()
    options.permissions = permissions
    client.start(
      HTTPRequest(url: servers.url(kind), options: options, limits: HTTPLimits(connect: 10, firstByte: 10, idle: 10)),
      handlers: HTTPTransferHandlers(
        head: { $0.status == 200 }, body: { _ in true },
        end: { reason in
          failure.withLock { $0 = reason }
          ended.signal()
        }))
    ended.wait()
    return failure.withLock { $0 }
  }

  @Test func acceptsCertificateOfTrustedAuthority() { #expect(outcome(.valid) == nil) }

  @Test(arguments: [
    (SecureServers.Kind.expired, "expired"), (.selfSigned, "self-signed"), (.otherHost, "no alternative certificate"),
  ])
  func refusesInvalidCertificates(kind: SecureServers.Kind, reason: String) throws {
    guard case .notSecure(let host, let words)? = outcome(kind) else {
      Issue.record("\(kind) was accepted")
      return
    }
    // The words are OpenSSL's and libcurl's.
    #expect(host.hasPrefix("localhost") && words.contains(reason), "\(words)")
  }

  @Test func refusesUnknownAuthority() {
    guard case .notSecure? = outcome(.valid, trusts: false) else {
      Issue.record("it was accepted")
      return
    }
  }

  @Test func refusesRedirectToInsecureURL() {
    #expect(outcome(.downgrade) == .refusedReference(.insecure(host: "localhost")))
    #expect(outcome(.downgrade, .insecure) == nil)
  }
}

/// nginx with certificates of a test authority.
final class SecureServers {
  enum Kind: String, CaseIterable, Sendable {
    case valid, expired, selfSigned, otherHost, downgrade
  }

  private let folder: TemporaryFolder
  private let process = Process()
  private var ports: [Kind: Int] = [:]

  init() throws {
    folder = try TemporaryFolder()
    for kind in Kind.allCases { ports[kind] = try Self.freePort() }
    let plain = try Self.freePort()
    try certificate("authority", ["-x509", "-days", "2", "-subj", "/CN=Authority"])
    for (kind, host, days) in [
      (Kind.valid, "localhost", "2"), (.expired, "localhost", "0"), (.otherHost, "other.example", "2"),
      (.downgrade, "localhost", "2"),
    ] {
      try certificate(kind.rawValue, ["-subj", "/CN=\(host)"], request: true)
      try Data("subjectAltName=DNS:\(host)\n".utf8).write(to: file("extensions"))
      try Self.run([
        "x509", "-req", "-in", path(kind.rawValue + ".csr"), "-CA", authority.path, "-CAkey", path("authority.key"),
        "-CAcreateserial", "-days", days, "-extfile", path("extensions"), "-out", path(kind.rawValue + ".pem"),
      ])
    }
    try certificate(
      Kind.selfSigned.rawValue,
      ["-x509", "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"])
    try configuration(plain).write(to: file("nginx.conf"), atomically: true, encoding: .utf8)
    process.executableURL = URL(fileURLWithPath: "/usr/sbin/nginx")
    process.arguments = ["-c", path("nginx.conf"), "-e", path("error.log")]
    try process.run()
    while !FileManager.default.fileExists(atPath: path("pid")), process.isRunning { sched_yield() }
    guard process.isRunning else { throw CocoaError(.executableLoad) }
  }

  deinit {
    process.killIfStarted()
  }

  var authority: URL { file("authority.pem") }
  func url(_ kind: Kind) -> URL { URL(string: "https://localhost:\(ports[kind] ?? 0)/film") ?? folder.url }

  private func configuration(_ plain: Int) -> String {
    let servers = Kind.allCases.map { kind in
      """
      server {
        listen 127.0.0.1:\(ports[kind] ?? 0) ssl;
        ssl_certificate \(path(kind.rawValue + ".pem")); ssl_certificate_key \(path(kind.rawValue + ".key"));
        location / { return \(kind == .downgrade ? "302 http://localhost:\(plain)/clip" : "200 clip"); }
      }
      """
    }
    return """
      daemon off; master_process off; pid \(path("pid")); error_log \(path("error.log"));
      events { worker_connections 64; }
      http {
        access_log off;
        client_body_temp_path \(path("body")); proxy_temp_path \(path("proxy")); fastcgi_temp_path \(path("fastcgi"));
        uwsgi_temp_path \(path("uwsgi")); scgi_temp_path \(path("scgi"));
        server { listen 127.0.0.1:\(plain); location / { return 200 film; } }
        \(servers.joined(separator: "\n"))
      }
      """
  }

  private func certificate(_ name: String, _ options: [String], request: Bool = false) throws {
    try Self.run(
      [
        "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", path(name + ".key"),
        "-out", path(name + (request ? ".csr" : ".pem")),
      ] + options)
  }

  private func file(_ name: String) -> URL { folder.url.appendingPathComponent(name) }
  private func path(_ name: String) -> String { file(name).path }

  private static func freePort() throws -> Int {
    let server = try FaultServer()
    defer { server.stop() }
    return server.port
  }

  private static func run(_ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
  }
}
