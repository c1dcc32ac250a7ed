import CPlayheadCurl
import Foundation
import Glibc

/// A request to one server, which libcurl runs, and its result. Belongs to the network thread.
final class CurlTransfer {
  /// The result of a request to one server.
  enum Outcome {
    /// The server refers to another URL; the loop starts another transfer.
    case redirected(URL)
    /// The request has ended; nil if the response is complete.
    case ended(HTTPFailure?)
  }

  /// Bodies of interim responses and redirections are read to the end only if they are short, so that the connection
  /// can be reused.
  static let discardLimit = 64 << 10

  /// The identifier of the `HTTPTransfer`; redirections retain it.
  let identifier: Int
  /// The request as it is sent to this server.
  let request: HTTPRequest
  /// The cookies of the asset; nil for none.
  let jar: CookieJar?
  /// Redirections followed so far.
  let hops: Int
  /// The receivers of the response, called on the network thread.
  let handlers: HTTPTransferHandlers
  /// libcurl's functions.
  private let library: CurlLibrary
  /// The proxy of the request; nil for none.
  private let proxy: ProxySettings.Proxy?
  /// Called with the zone of the responding server.
  private let onAddress: (NetworkZone, _ host: String) -> Void
  /// libcurl's handle; nil before `start` and after `close`.
  private var easy: CurlEasyHandle?
  /// The header of the response.
  private var header: HTTPHeadReader
  /// The use of the body, decided by the header.
  private var body = Body.delivered
  /// The bytes of the body of a redirection so far.
  private var discardedBytes = 0
  /// The addresses that it may connect to.
  private var connections: ConnectionCheck
  /// The reason why the opening that the request belongs to has failed.
  private var openingFailure: HTTPFailure?
  /// The time limits.
  private var timeouts: TransferTimeouts

  /// The use of the body.
  private enum Body {
    /// The receiver gets it. Also before the header is complete.
    case delivered
    /// It is discarded: the response redirects to a URL.
    case redirected(URL)
    /// The transfer ends: the proxy itself generated the response.
    case refusedByProxy(HTTPFailure.ProxyFailure)
    /// The transfer ends: the header was rejected by its receiver, or because the location is invalid.
    case rejected
  }

  /// Creates a transfer that has not begun.
  ///
  /// - Parameters:
  ///   - narrowest: The narrowest zone that it may connect to; nil for any.
  ///   - onAddress: Called with the zone of the responding server.
  init(
    identifier: Int, request: HTTPRequest, jar: CookieJar?, hops: Int, handlers: HTTPTransferHandlers,
    proxy: ProxySettings.Proxy?, narrowest: NetworkZone?, library: CurlLibrary,
    onAddress: @escaping (NetworkZone, _ host: String) -> Void
  ) {
    self.identifier = identifier
    self.request = request
    self.jar = jar
    self.hops = hops
    self.handlers = handlers
    self.proxy = proxy
    self.library = library
    self.onAddress = onAddress
    header = HTTPHeadReader(request.url)
    connections = ConnectionCheck(request, narrowest: narrowest)
    timeouts = TransferTimeouts(request.limits, now: NetworkTime.now)
  }

  // MARK: Life

  /// Creates the easy handle and adds it to the multi handle.
  ///
  /// - Returns: False, and nothing to close, if libcurl fails.
  func start(
    in multi: CurlLibrary.Handle, share: CurlCookieShare?, configuration: HTTPClient.Configuration
  ) -> Bool {
    guard let made = CurlEasyHandle(library, share: share), let easy = made.handle else { return false }
    self.easy = made
    made.configure(request, proxy: proxy, configuration)
    // The pointer remains valid: the owner closes the transfer before releasing it, which frees the handle that calls
    // back.
    let me = Unmanaged.passUnretained(self).toOpaque()
    _ = playhead_curl_set_pointer(library.setEasy, easy, CURLOPT_WRITEDATA, me)
    _ = playhead_curl_set_pointer(library.setEasy, easy, CURLOPT_HEADERDATA, me)
    _ = playhead_curl_set_callback(library.setEasy, easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, me in
      guard let bytes, let me else { return 0 }
      return Unmanaged<CurlTransfer>.fromOpaque(me).takeUnretainedValue()
        .receive(UnsafeRawBufferPointer(start: bytes, count: size * count))
    }
    _ = playhead_curl_set_callback(library.setEasy, easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, me in
      guard let bytes, let me else { return 0 }
      let line = String(decoding: UnsafeRawBufferPointer(start: bytes, count: size * count), as: UTF8.self)
      return Unmanaged<CurlTransfer>.fromOpaque(me).takeUnretainedValue().receive(line: line) ? size * count : 0
    }
    confine(easy, me)
    guard made.add(to: multi) else {
      close()
      return false
    }
    return true
  }

  /// Whether libcurl reports this transfer by a handle.
  func isRun(by handle: CurlLibrary.Handle) -> Bool { easy?.handle == handle }

  /// Ends the transfer and frees libcurl's memory. May be called repeatedly; no callback follows.
  func close() {
    easy?.close()
    easy = nil
  }

  /// Continues after a pause; the time limits begin anew.
  func resume() {
    guard timeouts.isPaused, let easy else { return }
    timeouts.resume(now: NetworkTime.now)
    easy.resume()
  }

  // MARK: Time

  /// The time at which a transfer without data times out.
  var deadline: Double? { timeouts.deadline }

  /// The failure of a transfer whose deadline has passed; nil before.
  func overdue(at now: Double) -> HTTPFailure? { timeouts.failure(at: now) }

  // MARK: Incoming data

  /// Handles a header line. False ends the transfer.
  private func receive(line: String) -> Bool {
    timeouts.noteArrival(now: NetworkTime.now)
    return header.read(line) ? finishHead() : true
  }

  /// Handles the end of the final response's header: reports the address, follows redirections, and passes the header
  /// on. False ends the transfer.
  private func finishHead() -> Bool {
    timeouts.endHead()
    if let address = easy?.address {
      header.setAddress(address)
      // The address of a proxy does not identify the server's zone.
      if proxy == nil, let bytes = IPAddress(address), let host = request.url.host() {
        onAddress(NetworkZone(bytes), host)
      }
    }
    if let proxy, let reason = header.refusal(by: proxy) {
      body = .refusedByProxy(reason)
      return false
    }
    switch header.redirection {
    case .to(let url):
      body = .redirected(url)
      return true
    case .invalid:
      body = .rejected
      return false
    case nil:
      let isAccepted = handlers.head(header.head)
      if !isAccepted { body = .rejected }
      return isAccepted
    }
  }

  /// Handles a part of the body.
  ///
  /// - Returns: The number of bytes taken, `playhead_curl_pause` to pause, or another number to end the transfer.
  private func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
    let now = NetworkTime.now
    timeouts.noteArrival(now: now)
    openingFailure = request.options.opening?.received(bytes.count, within: request.limits.opening, now: now)
    if openingFailure != nil { return 0 }
    if case .redirected = body {
      discardedBytes += bytes.count
      timeouts.count(bytes.count, isDiscarded: true)
      return discardedBytes <= Self.discardLimit ? bytes.count : 0
    }
    guard handlers.body(bytes) else {
      timeouts.pause()
      return playhead_curl_pause
    }
    timeouts.count(bytes.count)
    return bytes.count
  }

  /// Whether the document that references the URL may not lead to this address.
  ///
  /// Called by libcurl before it connects, and before it reuses a connection; stores the reason.
  private func refuses(_ address: IPAddress) -> Bool { connections.refuses(address) }

  /// The result after libcurl has finished the transfer. Failures of the client itself come before libcurl's code,
  /// which only says that a callback has ended the transfer.
  func outcome(of code: CURLcode) -> Outcome {
    if let openingFailure { return .ended(openingFailure) }
    let status = header.head.status
    switch body {
    case .redirected(let url): return .redirected(url)
    case .refusedByProxy(let reason): if let proxy { return .ended(.proxy(proxy.name, reason)) }
    case .rejected: return .ended(status >= 300 && status < 400 ? .badRedirect : .cancelled)
    case .delivered: break
    }
    if code != CURLE_OK, !header.isComplete, let refusal = connections.refusal {
      return .ended(.refusedReference(refusal))
    }
    if code == CURLE_OK { return .ended(header.isComplete ? nil : .cutOff) }
    let systemCode = easy?.systemCode ?? 0
    let text = easy?.text(of: code) ?? ""
    if let proxy {
      let proxyFailure = HTTPFailure.ProxyFailure(
        code, systemCode: systemCode, answer: easy?.connectStatus ?? 0, text: text)
      if let proxyFailure { return .ended(.proxy(proxy.name, proxyFailure)) }
    }
    return .ended(
      HTTPFailure(code, systemCode: systemCode, host: request.url.hostAndPort, limits: request.limits, text: text))
  }

  /// Makes libcurl check addresses before it connects, and before it sends a request over a reused connection.
  private func confine(_ easy: CurlLibrary.Handle, _ me: UnsafeMutableRawPointer) {
    // With a proxy, the proxy resolves the host names.
    guard connections.isNeeded, proxy == nil else { return }
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
    let isRequested = playhead_curl_set_before_request(library.setEasy, easy, me) { me, address, _, _, _ in
      guard let me, let address, let bytes = IPAddress(String(cString: address)) else { return 0 }
      return Unmanaged<CurlTransfer>.fromOpaque(me).takeUnretainedValue().refuses(bytes) ? 1 : 0
    }
    // Before libcurl 7.80: do not reuse connections of other requests.
    if isRequested != CURLE_OK { _ = playhead_curl_set_long(library.setEasy, easy, CURLOPT_FRESH_CONNECT, 1) }
  }

  /// nil if it is not an IP address.
  private static func bytes(_ address: UnsafeMutablePointer<curl_sockaddr>) -> IPAddress? {
    guard let start = playhead_curl_host_bytes(address) else { return nil }
    let count = address.pointee.family == AF_INET ? 4 : 16
    return IPAddress(Array(UnsafeRawBufferPointer(start: start, count: count)))
  }
}

extension URL {
  /// The host and port for messages.
  var hostAndPort: String { (host() ?? "") + (port.map { ":\($0)" } ?? "") }
}
