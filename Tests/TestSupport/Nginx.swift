import Foundation
import PlayheadTesting

/// nginx on the loopback interface, serving the fixtures or another folder. It ends with its owner.
public final class Nginx {
  struct Failure: Error { let message: String }

  private static let program = "/usr/sbin/nginx"
  private static let openssl = "/usr/bin/openssl"
  /// Whether nginx and openssl are installed.
  public static let isInstalled = [program, openssl].allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }

  private let folder: TemporaryFolder
  private let process = Process()
  private let port: Int
  private let securePort: Int
  private let isIPv6: Bool

  /// `isIPv6`: it listens at the loopback address of IPv6 instead. `playlists`: additional files, by name, which are
  /// sent compressed to clients that accept it. `root`: the folder that is served, including playlists; nil for the
  /// fixtures.
  public init(isIPv6: Bool = false, playlists: [String: String] = [:], root: URL? = nil) throws {
    self.isIPv6 = isIPv6
    folder = try TemporaryFolder()
    (port, securePort) = (try Self.freePort(), try Self.freePort())
    try Self.run(
      Self.openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
      "-addext", "subjectAltName=DNS:localhost,DNS:film.example", "-keyout", path("key.pem"), "-out",
      path("certificate.pem"))
    for (name, text) in playlists { try text.write(toFile: path(name), atomically: true, encoding: .utf8) }
    let served = try (root ?? Fixtures.url("video-only.mp4").deletingLastPathComponent()).path
    let configuration = """
      daemon off; master_process off; pid \(path("pid")); error_log \(path("error.log"));
      events { worker_connections 64; }
      http {
        log_format coded '$request $status $sent_http_content_encoding';
        access_log \(path("access.log"));
        access_log \(path("coded.log")) coded;
        client_body_temp_path \(path("body")); proxy_temp_path \(path("proxy")); fastcgi_temp_path \(path("fastcgi"));
        uwsgi_temp_path \(path("uwsgi")); scgi_temp_path \(path("scgi"));
        server {
          listen \(isIPv6 ? "[::1]" : "127.0.0.1"):\(port);
          listen 127.0.0.1:\(securePort) ssl http2;
          ssl_certificate \(path("certificate.pem")); ssl_certificate_key \(path("key.pem"));
          root \(served);
          location ~ \\.m3u8$ { root \(root?.path ?? folder.url.path); gzip on; gzip_types *; gzip_min_length 1; gzip_http_version 1.0; }
        }
      }
      """
    try configuration.write(toFile: path("nginx.conf"), atomically: true, encoding: .utf8)
    process.executableURL = URL(fileURLWithPath: Self.program)
    process.arguments = ["-c", path("nginx.conf"), "-e", path("error.log")]
    // It does not report when it is ready, so it is polled until it answers: its sockets exist before its first log
    // line.
    try process.run()
    while !FileManager.default.fileExists(atPath: path("pid")), process.isRunning { sched_yield() }
    guard process.isRunning else {
      throw Failure(message: (try? String(contentsOfFile: path("error.log"), encoding: .utf8)) ?? "")
    }
  }

  deinit {
    // Children inherit the signals that a worker thread blocks, so a milder signal would have no effect.
    process.killIfStarted()
  }

  /// The self-signed certificate of the secure server.
  public var certificate: URL { folder.url.appendingPathComponent("certificate.pem") }
  /// The http URL of a served file.
  public func url(_ name: String) -> URL { address("http://\(isIPv6 ? "[::1]" : "127.0.0.1"):\(port)/\(name)") }
  /// The https URL of a served file.
  public func secureURL(_ name: String) -> URL { address("https://localhost:\(securePort)/\(name)") }

  /// Whether the request log contains a text. A request is logged after its response has been sent, and the client may
  /// be faster: waits up to 30 seconds for the text.
  public func logs(_ text: String) throws -> Bool { try waitForLog { try log().contains(text) } }

  /// Waits up to 30 seconds until a log satisfies a condition.
  public func waitForLog(until condition: () throws -> Bool) rethrows -> Bool {
    for _ in 0..<3000 {
      if try condition() { return true }
      usleep(10_000)
    }
    return try condition()
  }

  /// One line for each response: the request, the status, and the content encoding.
  public func codedLog() throws -> String { try String(contentsOfFile: path("coded.log"), encoding: .utf8) }

  /// The request log. A request is logged when its response is complete.
  public func log() throws -> String { try String(contentsOfFile: path("access.log"), encoding: .utf8) }

  private func address(_ text: String) -> URL { URL(string: text) ?? folder.url }
  private func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

  /// A recently free port: the fault server's, which was closed again.
  private static func freePort() throws -> Int {
    let server = try FaultServer()
    defer { server.stop() }
    return server.port
  }

  private static func run(_ program: String, _ arguments: String...) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(message: "\(program) failed") }
  }
}
