import Foundation
import PlayheadNetworking

/// Whether exact durations and times are worth a longer loading: a Boolean value, false when it is not given.
///
/// Where the container has no index the whole of it is read once, and `duration` is exact then.
public let AVURLAssetPreferPreciseDurationAndTimingKey = "AVURLAssetPreferPreciseDurationAndTimingKey"

/// What the resource is, whatever its name, its server or its first bytes say: a media type (RFC 6381), a string such as
/// `"video/mp4"`. A type that is none of `AVURLAsset.audiovisualMIMETypes()` is ignored.
public let AVURLAssetOverrideMIMETypeKey = "AVURLAssetOverrideMIMETypeKey"

/// Which references to other files may be followed: the raw value of `AVAssetReferenceRestrictions`, as a number.
public let AVURLAssetReferenceRestrictionsKey = "AVURLAssetReferenceRestrictionsKey"

/// Cookies to be sent along with requests: an array of `HTTPCookie`, which is in FoundationNetworking.
public let AVURLAssetHTTPCookiesKey = "AVURLAssetHTTPCookiesKey"

/// Who asks: the value of the field `User-Agent`, a string.
public let AVURLAssetHTTPUserAgentKey = "AVURLAssetHTTPUserAgentKey"

/// Where what is fetched is kept for another time: a `MediaCache`. Without it nothing is kept.
///
/// - Note: Not in Apple's API.
public let AVURLAssetMediaCacheKey = "AVURLAssetMediaCacheKey"

/// How many seconds playing waits for a network that is lost, trying again and again, before it fails: a number, 60
/// when it is not given. What could never be reached fails within ten seconds all the same.
///
/// - Note: Not in Apple's API.
public let AVURLAssetNetworkTimeoutKey = "AVURLAssetNetworkTimeoutKey"

/// Whether a host may lead to addresses of the local network and of this machine, by its playlists and redirections:
/// a Boolean value, false when it is not given. What lies in the local network itself may always name its neighbours.
///
/// - Note: Not in Apple's API.
public let AVURLAssetAllowsLocalNetworkReferencesKey = "AVURLAssetAllowsLocalNetworkReferencesKey"

/// Whether what came over https may lead to addresses with http, by its playlists and redirections: a Boolean value,
/// false when it is not given.
///
/// - Note: Not in Apple's API.
public let AVURLAssetAllowsInsecureReferencesKey = "AVURLAssetAllowsInsecureReferencesKey"

/// What programs ask of an asset when they make it.
struct AssetOptions {
  var request = RequestOptions()
  var prefersPreciseTiming = false
  var clientData: CMCDConfiguration?
  var restrictions = AVAssetReferenceRestrictions.defaultPolicy

  /// A key that Apple does not document and that many programs use: fields to be sent along, a dictionary of strings.
  private static let fieldsKey = "AVURLAssetHTTPHeaderFieldsKey"

  init(_ options: [String: Any]) {
    let fields = options[Self.fieldsKey] as? [String: Any] ?? [:]
    request.fields = fields.sorted { $0.key < $1.key }.compactMap { name, value in
      Self.text(value).map { RequestOptions.Field(name, $0) }
    }
    request.userAgent = options[AVURLAssetHTTPUserAgentKey].flatMap(Self.text)
    request.cookies = (options[AVURLAssetHTTPCookiesKey] as? [Any] ?? []).compactMap(Self.cookie)
    request.content = options[AVURLAssetOverrideMIMETypeKey].flatMap(Self.text).flatMap(PlayableTypes.content)
    clientData = options[AVURLAssetMediaClientDataKey] as? CMCDConfiguration
    request.cache = (options[AVURLAssetMediaCacheKey] as? MediaCache)?.disk
    request.networkTimeout = options[AVURLAssetNetworkTimeoutKey].flatMap(Self.seconds)
    prefersPreciseTiming = Self.truth(options[AVURLAssetPreferPreciseDurationAndTimingKey])
    if Self.truth(options[AVURLAssetAllowsLocalNetworkReferencesKey]) {
      request.permissions.insert(.localNetwork)
    }
    if Self.truth(options[AVURLAssetAllowsInsecureReferencesKey]) { request.permissions.insert(.insecure) }
    if let number = Self.number(options[AVURLAssetReferenceRestrictionsKey]) {
      restrictions = AVAssetReferenceRestrictions(rawValue: number)
    }
  }

  /// An `HTTPCookie`, by what it is made of. Its class is FoundationNetworking's, which is not imported: every program would
  /// load a second library for HTTP for it. A program that has cookies has loaded it already.
  private static func cookie(_ value: Any) -> HTTPCookieValue? {
    let parts = Dictionary(
      Mirror(reflecting: value).children.compactMap { child in child.label.map { ($0, child.value) } },
      uniquingKeysWith: { first, _ in first })
    guard let name = parts["_name"] as? String, let value = parts["_value"] as? String,
      let domain = parts["_domain"] as? String
    else { return nil }
    return HTTPCookieValue(
      name: name, value: value, domain: domain, path: parts["_path"] as? String ?? "/",
      isSecure: parts["_secure"] as? Bool ?? false)
  }

  private static func text(_ value: Any) -> String? {
    (value as? String) ?? (value as? NSString).map { $0 as String } ?? (value as? NSNumber)?.stringValue
  }

  private static func seconds(_ value: Any) -> Double? {
    let number = (value as? Double) ?? (value as? Int).map(Double.init) ?? (value as? NSNumber)?.doubleValue
    return number.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
  }

  private static func truth(_ value: Any?) -> Bool { (value as? Bool) ?? (value as? NSNumber)?.boolValue ?? false }

  private static func number(_ value: Any?) -> UInt? {
    (value as? UInt) ?? (value as? Int).flatMap { UInt(exactly: $0) } ?? (value as? NSNumber)?.uintValue
  }
}
