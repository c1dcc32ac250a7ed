import CPlayheadCurl
import Foundation
import PlayheadBasics

/// The libcurl options of a request.
extension CurlTransfer {
  /// Sets the options of the easy handle, except for the callbacks.
  func configure(_ easy: CurlLibrary.Handle, _ configuration: HTTPClient.Configuration) {
    func set(_ option: CURLoption, _ value: Int) { _ = playhead_curl_set_long(library.setEasy, easy, option, value) }
    func set(_ option: CURLoption, _ value: String) {
      _ = playhead_curl_set_string(library.setEasy, easy, option, value)
    }
    let isCovered = CredentialScope.covers(request.url, credentialURL: request.credentialURL)
    set(CURLOPT_URL, address)
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
    for line in lines(isCovered: isCovered) { append(line, to: &fields) }
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
  private func lines(isCovered: Bool) -> [String] {
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

  /// The URL without user and password, which are sent as a field, and without the fragment, which is not sent to
  /// servers.
  private var address: String {
    guard var parts = URLComponents(url: request.url, resolvingAgainstBaseURL: true) else {
      return request.url.absoluteString
    }
    parts.user = nil
    parts.password = nil
    parts.fragment = nil
    return parts.string ?? request.url.absoluteString
  }
}
