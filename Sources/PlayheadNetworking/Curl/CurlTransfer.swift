import CPlayheadCurl
import Foundation

/// A request to one server: libcurl's easy handle and its result. Belongs to the network thread.
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
  let library: CurlLibrary
  /// The easy handle; nil before `start` and after `close`.
  private(set) var handle: CurlLibrary.Handle?
  /// The multi handle that the transfer was added to; nil before and after.
  private var multi: CurlLibrary.Handle?
  /// The list of header fields, which must exist as long as the easy handle.
  var fields: UnsafeMutablePointer<curl_slist>?
  /// The list of accepted status lines, which must exist as long as the easy handle.
  var aliases: UnsafeMutablePointer<curl_slist>?
  /// libcurl's buffer for error messages, which are more detailed than its codes.
  let errorText: UnsafeMutablePointer<CChar>
  /// The share must outlive the handle that uses it.
  private var share: CurlCookieShare?

  /// The header received so far; a new status line replaces it.
  private var head: HTTPResponseHead
  /// Whether the header of the final response is complete.
  private var hasHead = false
  /// The location of a redirection; its body is discarded.
  private var target: URL?
  /// The bytes of the body of a redirection so far.
  private var discardedBytes = 0
  /// Whether the header was rejected: by its receiver, or because the location is invalid.
  private var wasRefused = false
  /// The reason of a response that the proxy itself generated.
  private var proxyRefusal: HTTPFailure.ProxyFailure?
  /// The proxy of the request; nil for none.
  let proxy: ProxySettings.Proxy?
  /// The narrowest zone that it may connect to; nil for any.
  var narrowest: NetworkZone?
  /// Called with the zone of the responding server.
  var onAddress: (NetworkZone, _ host: String) -> Void = { _, _ in }
  /// The reason why a connection was not made or not used.
  private var refusal: ReferenceRefusal?
  /// The reason why the opening that the request belongs to has failed.
  private var openingFailure: HTTPFailure?
  /// Whether the receiver has rejected a part of the body.
  private var isPaused = false
  /// The start of the request, in seconds of `NetworkTime`.
  private let start = NetworkTime.now
  /// The time of the last header line or byte, or of the end of a pause.
  private var lastByte = NetworkTime.now
  /// The speed of the body, compared with the low-speed limit.
  private var speed: LowSpeedMeter
  /// The bytes of the body that the receiver has taken.
  private var bodyBytes = 0

  /// Creates a transfer that has not begun.
  init(
    identifier: Int, request: HTTPRequest, jar: CookieJar?, hops: Int, handlers: HTTPTransferHandlers,
    proxy: ProxySettings.Proxy?, library: CurlLibrary
  ) {
    self.identifier = identifier
    self.request = request
    self.jar = jar
    self.hops = hops
    self.handlers = handlers
    self.proxy = proxy
    self.library = library
    head = HTTPResponseHead(status: 0, url: request.url)
    speed = LowSpeedMeter(request.limits.lowSpeed, now: NetworkTime.now)
    errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
  }

  deinit { errorText.deallocate() }

  // MARK: Life

  /// Creates the easy handle and adds it to the multi handle.
  ///
  /// - Returns: False, and nothing to close, if libcurl fails.
  func start(
    in multi: CurlLibrary.Handle, share: CurlCookieShare?, configuration: HTTPClient.Configuration
  ) -> Bool {
    guard let easy = library.easyInit() else { return false }
    handle = easy
    self.share = share
    share?.attach(to: easy)
    configure(easy, configuration)
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
    guard library.multiAdd(multi, easy) == CURLM_OK else {
      close()
      return false
    }
    self.multi = multi
    return true
  }

  /// Ends the transfer and frees libcurl's memory. May be called repeatedly; no callback follows.
  func close() {
    if let handle {
      if let multi { _ = library.multiRemove(multi, handle) }
      library.easyCleanup(handle)
    }
    if let fields { library.listFree(fields) }
    if let aliases { library.listFree(aliases) }
    handle = nil
    multi = nil
    fields = nil
    aliases = nil
    share = nil
  }

  /// Continues after a pause; the time limits begin anew.
  func resume() {
    guard isPaused, let handle else { return }
    isPaused = false
    lastByte = NetworkTime.now
    speed.restart(now: lastByte)
    // Delivers the rejected data again from within this call.
    _ = library.easyPause(handle, CURLPAUSE_CONT)
  }

  // MARK: Time

  /// The time at which a transfer without data times out.
  var deadline: Double? {
    let silence: Double? =
      if isPaused {
        nil
      } else if hasHead {
        min(lastByte + request.limits.idle, speed.deadline)
      } else {
        start + request.limits.firstByte
      }
    return [silence, request.limits.whole.map { start + $0 }].compactMap { $0 }.min()
  }

  /// The failure of a transfer whose deadline has passed; nil before.
  func overdue(at now: Double) -> HTTPFailure? {
    guard let deadline, deadline <= now else { return nil }
    if let whole = request.limits.whole, start + whole <= now {
      return bodyBytes > 0 ? .tooSlow(bytes: bodyBytes, seconds: whole) : .timedOut(.sending, seconds: whole)
    }
    if hasHead, !isPaused, lastByte + request.limits.idle > now {
      return .tooSlow(bytes: speed.bytes, seconds: request.limits.lowSpeed.seconds)
    }
    return hasHead
      ? .timedOut(.sending, seconds: request.limits.idle) : .timedOut(.answering, seconds: request.limits.firstByte)
  }

  // MARK: Incoming data

  /// Handles a header line. False ends the transfer.
  private func receive(line: String) -> Bool {
    lastByte = NetworkTime.now
    let text = line.trimmingCharacters(in: .newlines)
    if text.hasPrefix("HTTP/") || text.hasPrefix("ICY ") {
      let words = text.split(separator: " ", maxSplits: 2)
      head = HTTPResponseHead(status: words.count > 1 ? Int(words[1]) ?? 0 : 0, url: request.url)
    } else if !text.isEmpty {
      // Trailer fields (RFC 9110 §6.5) arrive too late to change anything.
      if !hasHead { head.add(text[...]) }
    } else if !hasHead, head.status >= 200 {
      return finishHead()
    }
    return true
  }

  /// Handles the end of the final response's header: reports the address, follows redirections, and passes the header
  /// on. False ends the transfer.
  private func finishHead() -> Bool {
    hasHead = true
    speed.restart(now: lastByte)
    if let handle, let address = playhead_curl_get_string(library.getEasy, handle, CURLINFO_PRIMARY_IP) {
      head.address = String(cString: address)
      // The address of a proxy does not identify the server's zone.
      if proxy == nil, let bytes = IPAddress(String(cString: address)), let host = request.url.host() {
        onAddress(NetworkZone(bytes), host)
      }
    }
    proxyRefusal = proxy.flatMap(refusal)
    if proxyRefusal != nil { return false }
    // RFC 9110 §15.4: 304 is not a redirection, and 300 only with a location.
    if [300, 301, 302, 303, 307, 308].contains(head.status), let location = head["location"] {
      target = URL(string: location, relativeTo: request.url)?.absoluteURL
      wasRefused = target == nil
      return target != nil
    }
    wasRefused = !handlers.head(head)
    return !wasRefused
  }

  /// The reason why a response counts as one of the proxy; nil if it is the server's.
  private func refusal(of proxy: ProxySettings.Proxy) -> HTTPFailure.ProxyFailure? {
    // RFC 9110 §15.5.8: only proxies use this status.
    if head.status == 407 { return .credentials }
    // Responses through a proxy's tunnel come from the server.
    guard request.url.scheme?.lowercased() == "http" else { return nil }
    return ProxyStatus(head, from: proxy.name).map { .status(head.status, error: $0.error) }
  }

  /// Handles a part of the body.
  ///
  /// - Returns: The number of bytes taken, `playhead_curl_pause` to pause, or another number to end the transfer.
  private func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
    lastByte = NetworkTime.now
    openingFailure = request.options.opening?.received(bytes.count, within: request.limits.opening, now: lastByte)
    if openingFailure != nil { return 0 }
    if target != nil {
      discardedBytes += bytes.count
      speed.received(bytes.count, now: lastByte)
      return discardedBytes <= Self.discardLimit ? bytes.count : 0
    }
    guard handlers.body(bytes) else {
      isPaused = true
      return playhead_curl_pause
    }
    bodyBytes += bytes.count
    speed.received(bytes.count, now: lastByte)
    return bytes.count
  }

  /// Whether the document that references the URL may not lead to this address.
  ///
  /// Called by libcurl before it connects, and before it reuses a connection; stores the reason.
  func refuses(_ address: IPAddress) -> Bool {
    guard
      let reason = ReferencePolicy(request.options.permissions).refusal(
        connecting: NetworkZone(address), to: request.url.host() ?? "", allowed: narrowest)
    else { return false }
    refusal = reason
    return true
  }

  /// The result after libcurl has finished the transfer. Failures of the client itself come before libcurl's code,
  /// which only says that a callback has ended the transfer.
  func outcome(of code: CURLcode) -> Outcome {
    if let openingFailure { return .ended(openingFailure) }
    if let target { return .redirected(target) }
    if let proxy, let proxyRefusal { return .ended(.proxy(proxy.name, proxyRefusal)) }
    if wasRefused { return .ended(head.status >= 300 && head.status < 400 ? .badRedirect : .cancelled) }
    if code != CURLE_OK, !hasHead, let refusal { return .ended(.refusedReference(refusal)) }
    if code == CURLE_OK { return .ended(hasHead ? nil : .cutOff) }
    let system = handle.map { playhead_curl_get_long(library.getEasy, $0, CURLINFO_OS_ERRNO) } ?? 0
    let words =
      errorText.pointee == 0 ? library.easyError(code).map { String(cString: $0) } : String(cString: errorText)
    let text = words ?? "libcurl's error \(code.rawValue)"
    if let proxy {
      let answer = handle.map { playhead_curl_get_long(library.getEasy, $0, CURLINFO_HTTP_CONNECTCODE) } ?? 0
      let proxyFailure = HTTPFailure.ProxyFailure(code, systemCode: Int32(system), answer: answer, text: text)
      if let proxyFailure { return .ended(.proxy(proxy.name, proxyFailure)) }
    }
    return .ended(
      HTTPFailure(code, systemCode: Int32(system), host: request.url.hostAndPort, limits: request.limits, text: text))
  }
}

extension URL {
  /// The host and port for messages.
  var hostAndPort: String { (host() ?? "") + (port.map { ":\($0)" } ?? "") }
}
