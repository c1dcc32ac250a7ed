import CPlayheadCurl
import PlayheadBasics

/// A TLS connection to a device of the local network, whose certificate no authority has signed and which is therefore
/// not verified. Used by one thread at a time.
package final class UnverifiedTLSConnection {
  /// libcurl's functions.
  private let library: CurlLibrary
  /// The handle, which has the connection.
  private let handle: CurlLibrary.Handle
  /// The socket, to wait for.
  package let descriptor: Int32

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
    descriptor = playhead_curl_get_socket(library.getEasy, handle)
  }

  deinit { library.easyCleanup(handle) }

  /// Sends bytes. Returns the number of bytes sent, which is 0 while the socket is not ready; nil if the connection is
  /// closed.
  package func send(_ bytes: ArraySlice<UInt8>) -> Int? {
    var count = 0
    let code = bytes.withUnsafeBytes { library.easySend(handle, $0.baseAddress, $0.count, &count) }
    return code == CURLE_OK ? count : code == CURLE_AGAIN ? 0 : nil
  }

  /// Receives bytes: none while the socket has nothing, nil if the connection is closed.
  package func receive() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: Self.bufferSize)
    var count = 0
    let code = library.easyReceive(handle, &buffer, buffer.count, &count)
    if code == CURLE_AGAIN { return [] }
    return code == CURLE_OK && count > 0 ? Array(buffer.prefix(count)) : nil
  }
}
