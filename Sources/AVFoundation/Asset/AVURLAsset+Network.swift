import Foundation
import PlayheadNetworking

/// Cookies for the requests of an asset: an array of `HTTPCookie`. They go along where their domain and path allow, and
/// nowhere else.
public let AVURLAssetHTTPCookiesKey = "AVURLAssetHTTPCookiesKey"

/// What the asset's server is told about who asks: a string.
public let AVURLAssetHTTPUserAgentKey = "AVURLAssetHTTPUserAgentKey"

/// Fields for every request of an asset: a dictionary of strings. Apple never documented the key, and many programs use
/// it.
let assetHTTPHeaderFieldsKey = "AVURLAssetHTTPHeaderFieldsKey"

extension RequestOptions {
  /// What an asset's options say about its requests. Values of other types than these keys want are ignored.
  init(assetOptions options: [String: Any]) {
    let fields = options[assetHTTPHeaderFieldsKey] as? [String: String] ?? [:]
    self.init(
      fields: fields.sorted { $0.key < $1.key }.map { Field($0.key, $0.value) },
      cookies: (options[AVURLAssetHTTPCookiesKey] as? [Any] ?? []).compactMap(HTTPCookieValue.init(cookie:)),
      userAgent: options[AVURLAssetHTTPUserAgentKey] as? String)
  }
}

extension HTTPCookieValue {
  /// A cookie of FoundationNetworking. That module is not imported here, because importing it loads it, and libcurl
  /// with it, into every program; the cookie's stored properties tell the same. nil for anything else.
  fileprivate init?(cookie: Any) {
    var parts: [String: Any] = [:]
    for child in Mirror(reflecting: cookie).children {
      if let label = child.label { parts[label] = child.value }
    }
    guard let name = parts["_name"] as? String, let value = parts["_value"] as? String,
      let domain = parts["_domain"] as? String
    else { return nil }
    self.init(
      name: name, value: value, domain: domain, path: parts["_path"] as? String ?? "/",
      isSecure: parts["_secure"] as? Bool ?? false)
  }
}
