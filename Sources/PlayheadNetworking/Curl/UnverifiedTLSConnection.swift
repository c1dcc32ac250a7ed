import CPlayheadCurl
import Glibc
import PlayheadBasics

/// A TLS connection to a device of the local network, whose certificate no authority has signed and which is therefore
/// not verified. Used by one thread at a time.
package final class UnverifiedTLSConnection {
  /// libcurl's functions.
  private let library: CurlLibrary
  /// The handle, which has the connection.
  private let handle: CurlLibrary.Handle
  /// The socket, to wait for.
  private let socket: Int32

  /// The size of the buffer for received bytes.
  private static let bufferSize = 16384

  /// Connects, and blocks meanwhile. No proxy is used.
  ///
  /// - Parameters:
  ///   - host: An IP address.
  ///   - port: The port.
  ///   - seconds: The time limit.
  /// - Returns: nil if the host does not respond with TLS in time, or if libcurl is missing.
  package init?(host: String, port: UInt16, seconds: Double) {
    guard seconds > 0, let library = CurlLibrary.shared, let handle = library.easyInit() else { return nil }
    let milliseconds = Int(saturating: min(max(1, seconds * 1000), 60_000))
    let options = [
      (CURLOPT_CONNECT_ONLY, 1), (CURLOPT_SSL_VERIFYPEER, 0), (CURLOPT_SSL_VERIFYHOST, 0),
      (CURLOPT_SSL_ENABLE_ALPN, 0), (CURLOPT_TIMEOUT_MS, milliseconds),
    ]
    for (option, value) in options { _ = playhead_curl_set_long(library.setEasy, handle, option, value) }
    _ = playhead_curl_set_string(library.setEasy, handle, CURLOPT_URL, "https://\(host):\(port)/")
    _ = playhead_curl_set_string(library.setEasy, handle, CURLOPT_NOPROXY, "*")
    guard library.easyPerform(handle) == CURLE_OK else {
      library.easyCleanup(handle)
      return nil
    }
    (self.library, self.handle) = (library, handle)
    socket = playhead_curl_get_socket(library.getEasy, handle)
  }

  deinit { library.easyCleanup(handle) }

  /// Sends all bytes. Returns false if the connection is closed, or after `seconds`.
  package func send(_ bytes: [UInt8], seconds: Double) -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    var rest = bytes[...]
    while !rest.isEmpty {
      var count = 0
      let code = rest.withUnsafeBytes { library.easySend(handle, $0.baseAddress, $0.count, &count) }
      if code == CURLE_OK {
        rest = rest.dropFirst(count)
      } else if code != CURLE_AGAIN || !wait(for: POLLOUT, until: end) {
        return false
      }
    }
    return true
  }

  /// Receives bytes: none after `seconds`, nil if the connection is closed.
  package func receive(seconds: Double) -> [UInt8]? {
    let end = ContinuousClock.now + .seconds(seconds)
    var buffer = [UInt8](repeating: 0, count: Self.bufferSize)
    while true {
      var count = 0
      let code = library.easyReceive(handle, &buffer, buffer.count, &count)
      if code == CURLE_OK { return count > 0 ? Array(buffer.prefix(count)) : nil }
      guard code == CURLE_AGAIN else { return nil }
      guard wait(for: POLLIN, until: end) else { return [] }
    }
  }

  /// Waits for the socket. Returns false at the end of the time.
  private func wait(for events: Int32, until end: ContinuousClock.Instant) -> Bool {
    while true {
      let rest = (end - ContinuousClock.now) / .milliseconds(1)
      guard rest > 0 else { return false }
      var entry = pollfd(fd: socket, events: Int16(events), revents: 0)
      let count = poll(&entry, 1, Int32(saturating: min(rest, 60_000)) + 1)
      if count > 0 { return true }
      if count < 0, errno != EINTR { return false }
    }
  }
}
