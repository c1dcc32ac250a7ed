import CPlayheadCurl
import Glibc

/// The addresses that a transfer may connect to.
extension CurlTransfer {
  /// Makes libcurl check addresses before it connects, and before it sends a request over a reused connection.
  func confine(_ easy: CurlLibrary.Handle, _ me: UnsafeMutableRawPointer) {
    // With a proxy, the proxy resolves the host names.
    guard narrowest != nil, proxy == nil else { return }
    _ = playhead_curl_set_open_socket(library.setEasy, easy, me) { me, _, address in
      guard let me, let address else { return playhead_curl_bad_socket }
      if let bytes = CurlTransfer.bytes(address),
        Unmanaged<CurlTransfer>.fromOpaque(me).takeUnretainedValue().refuses(bytes)
      {
        return playhead_curl_bad_socket
      }
      let kind = address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
      return socket(address.pointee.family, kind, address.pointee.protocol)
    }
    let isAsked = playhead_curl_set_before_request(library.setEasy, easy, me) { me, address, _, _, _ in
      guard let me, let address, let bytes = IPAddress(String(cString: address)) else { return 0 }
      return Unmanaged<CurlTransfer>.fromOpaque(me).takeUnretainedValue().refuses(bytes) ? 1 : 0
    }
    // Before libcurl 7.80: do not reuse connections of other requests.
    if isAsked != CURLE_OK { _ = playhead_curl_set_long(library.setEasy, easy, CURLOPT_FRESH_CONNECT, 1) }
  }

  /// nil if it is not an IP address.
  fileprivate static func bytes(_ address: UnsafeMutablePointer<curl_sockaddr>) -> IPAddress? {
    guard let start = playhead_curl_host_bytes(address) else { return nil }
    let count = address.pointee.family == AF_INET ? 4 : 16
    return IPAddress(Array(UnsafeRawBufferPointer(start: start, count: count)))
  }
}
