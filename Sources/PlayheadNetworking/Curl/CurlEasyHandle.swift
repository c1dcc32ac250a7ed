import CPlayheadCurl
import Foundation
import PlayheadBasics

/// libcurl's easy handle of one request, with the memory that must exist as long as the handle. Belongs to the network
/// thread.
final class CurlEasyHandle {
  /// The handle; nil after `close`.
  private(set) var handle: CurlLibrary.Handle?
  /// libcurl's functions.
  private let library: CurlLibrary
  /// The multi handle that it was added to; nil before and after.
  private var multi: CurlLibrary.Handle?
  /// The list of header fields.
  private var fields: UnsafeMutablePointer<curl_slist>?
  /// The list of accepted status lines.
  private var aliases: UnsafeMutablePointer<curl_slist>?
  /// libcurl's buffer for error messages, which are more detailed than its codes.
  private let errorText: UnsafeMutablePointer<CChar>
  /// The cookies of the request.
  private let share: CurlCookieShare?

  /// Creates a handle with the cookies of a share; nil if libcurl fails.
  init?(_ library: CurlLibrary, share: CurlCookieShare?) {
    guard let easy = library.easyInit() else { return nil }
    handle = easy
    self.library = library
    self.share = share
    errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    share?.attach(to: easy)
  }

  deinit {
    close()
    errorText.deallocate()
  }

  // MARK: Life

  /// Adds the handle to a multi handle, which then runs the request. False if libcurl fails.
  func add(to multi: CurlLibrary.Handle) -> Bool {
    guard let handle, library.multiAdd(multi, handle) == CURLM_OK else { return false }
    self.multi = multi
    return true
  }

  /// Continues after a pause. Delivers the rejected data again from within this call.
  func resume() {
    if let handle { _ = library.easyPause(handle, CURLPAUSE_CONT) }
  }

  /// Ends the request and frees libcurl's memory. May be called repeatedly; no callback follows.
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
  }

  // MARK: Results

  /// The IP address of the host that responded; nil without a connection.
  var address: String? {
    handle.flatMap { playhead_curl_get_string(library.getEasy, $0, CURLINFO_PRIMARY_IP) }.map { String(cString: $0) }
  }
  /// The `errno` of a failed connection; 0 without one.
  var systemCode: Int32 { Int32(number(CURLINFO_OS_ERRNO)) }
  /// The status of the proxy's CONNECT response; 0 without one.
  var connectStatus: Int { number(CURLINFO_HTTP_CONNECTCODE) }

  /// A number that libcurl has recorded.
  private func number(_ info: CURLINFO) -> Int {
    handle.map { playhead_curl_get_long(library.getEasy, $0, info) } ?? 0
  }

  /// libcurl's description of the failure that ended the request.
  func text(of code: CURLcode) -> String {
    let words =
      errorText.pointee == 0 ? library.easyError(code).map { String(cString: $0) } : String(cString: errorText)
    return words ?? "libcurl's error \(code.rawValue)"
  }

  // MARK: Options

  /// Sets the options of a request, except for the callbacks.
  func configure(_ request: HTTPRequest, proxy: ProxySettings.Proxy?, _ configuration: HTTPClient.Configuration) {
    guard let easy = handle else { return }
    func set(_ option: CURLoption, _ value: Int) { _ = playhead_curl_set_long(library.setEasy, easy, option, value) }
    func set(_ option: CURLoption, _ value: String) {
      _ = playhead_curl_set_string(library.setEasy, easy, option, value)
    }
    let isCovered = CredentialScope.covers(request.url, credentialURL: request.credentialURL)
    set(CURLOPT_URL, Self.address(of: request.url))
    set(CURLOPT_NOSIGNAL, 1)
    set(playhead_curl_protocols, "http,https")
    // The loop follows redirections itself, so that each host receives only the fields intended for it; libcurl would
    // forward all fields.
    set(CURLOPT_FOLLOWLOCATION, 0)
    set(
      CURLOPT_CONNECTTIMEOUT_MS, max(1, Int(saturating: min(request.limits.connect, request.limits.firstByte) * 1000)))
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    // HTTP/2 if TLS negotiates it, otherwise HTTP/1.1.
    set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
    set(CURLOPT_BUFFERSIZE, 128 << 10)
    set(CURLOPT_TCP_KEEPALIVE, 1)
    // Empty: all codings that libcurl can decode.
    if request.acceptsCompression { set(CURLOPT_ACCEPT_ENCODING, "") }
    // Empty: no proxy, and none from libcurl's own environment lookup.
    set(CURLOPT_PROXY, proxy?.address ?? "")
    set(CURLOPT_NOPROXY, "")
    // Fields for the server are not sent to a proxy that only opens a tunnel.
    set(CURLOPT_HEADEROPT, playhead_curl_header_separate)
    if let file = configuration.certificateFile { set(CURLOPT_CAINFO, file) }
    set(CURLOPT_USERAGENT, configuration.userAgent)
    if isCovered, let user = request.credentialURL.user(percentEncoded: false) {
      set(CURLOPT_USERNAME, user)
      set(CURLOPT_PASSWORD, request.credentialURL.password(percentEncoded: false) ?? "")
    }
    for line in Self.lines(of: request, isCovered: isCovered) { append(line, to: &fields) }
    if let fields { _ = playhead_curl_set_pointer(library.setEasy, easy, CURLOPT_HTTPHEADER, fields) }
    // The status line of legacy internet radios instead of HTTP's.
    append("ICY 200 OK", to: &aliases)
    if let aliases { _ = playhead_curl_set_pointer(library.setEasy, easy, CURLOPT_HTTP200ALIASES, aliases) }
    _ = playhead_curl_set_pointer(library.setEasy, easy, CURLOPT_ERRORBUFFER, errorText)
  }

  /// Appends a copy of a line; the list is unchanged without memory.
  private func append(_ line: String, to list: inout UnsafeMutablePointer<curl_slist>?) {
    if let longer = library.listAppend(list, line) { list = longer }
  }

  /// The header fields of the request.
  ///
  /// - Parameter isCovered: Whether the server may receive the application's fields, which may contain secrets.
  private static func lines(of request: HTTPRequest, isCovered: Bool) -> [String] {
    var lines: [String] = []
    if let range = request.range {
      lines.append("Range: " + range.field)
      if let validator = range.validator { lines.append("If-Range: " + validator) }
    }
    // Ranges count the bytes of the file, so a content coding would interfere (RFC 9110 §12.5.3).
    if !request.acceptsCompression { lines.append("Accept-Encoding: identity") }
    if request.wantsStreamTitles { lines.append("Icy-MetaData: 1") }
    lines += request.clientFields.map { "\($0.name): \($0.value)" }
    guard isCovered else { return lines }
    // As a field it overrides the default user agent, and a proxy does not see it in a tunnel to a secure server.
    let fields = request.options.sendable
    if let agent = request.options.sendableUserAgent, !fields.contains(where: { $0.name.lowercased() == "user-agent" })
    {
      lines.append("User-Agent: \(agent)")
    }
    // libcurl's syntax for a field with an empty value.
    return lines + fields.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
  }

  /// A URL without user and password, which are sent as a field, and without the fragment, which is not sent to
  /// servers.
  private static func address(of url: URL) -> String {
    guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return url.absoluteString }
    parts.user = nil
    parts.password = nil
    parts.fragment = nil
    return parts.string ?? url.absoluteString
  }
}
