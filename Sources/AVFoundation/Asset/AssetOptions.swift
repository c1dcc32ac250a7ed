import Foundation
import PlayheadNetworking

/// Whether to compute exact durations and times at the cost of longer loading: a Boolean value, false by default.
///
/// A container without an index is read completely once, which makes `duration` exact.
public let AVURLAssetPreferPreciseDurationAndTimingKey = "AVURLAssetPreferPreciseDurationAndTimingKey"

/// The media type of the resource (RFC 6381), a string such as `"video/mp4"`, which overrides file name, server and
/// first bytes. A type that is not one of `AVURLAsset.audiovisualMIMETypes()` is ignored.
public let AVURLAssetOverrideMIMETypeKey = "AVURLAssetOverrideMIMETypeKey"

/// The references to other files that are restricted: the raw value of `AVAssetReferenceRestrictions`, as a number.
public let AVURLAssetReferenceRestrictionsKey = "AVURLAssetReferenceRestrictionsKey"

/// The cookies to send with requests: an array of `HTTPCookie` of FoundationNetworking.
public let AVURLAssetHTTPCookiesKey = "AVURLAssetHTTPCookiesKey"

/// The value of the `User-Agent` header field, a string.
public let AVURLAssetHTTPUserAgentKey = "AVURLAssetHTTPUserAgentKey"

/// Whether requests may use a mobile connection: a Boolean value, true by default. Otherwise they fail with
/// `URLError.notConnectedToInternet` while NetworkManager's primary connection is that of a mobile modem.
public let AVURLAssetAllowsCellularAccessKey = "AVURLAssetAllowsCellularAccessKey"

/// Whether requests may use an expensive network: a Boolean value, true by default. Otherwise they fail with
/// `URLError.notConnectedToInternet` while the connection is metered according to NetworkManager or GLib.
public let AVURLAssetAllowsExpensiveNetworkAccessKey = "AVURLAssetAllowsExpensiveNetworkAccessKey"

/// Whether requests may use a network on which the user asks programs to save data: a Boolean value, true by default.
/// Otherwise they fail with `URLError.notConnectedToInternet` while the user has marked the connection as metered in
/// NetworkManager's settings.
public let AVURLAssetAllowsConstrainedNetworkAccessKey = "AVURLAssetAllowsConstrainedNetworkAccessKey"

/// The persistent cache of loaded data: a `MediaCache`. Without it nothing is cached on disk.
///
/// - Note: Not in Apple's API.
@_spi(Playhead) public let AVURLAssetMediaCacheKey = "AVURLAssetMediaCacheKey"

/// The number of seconds that playback retries a lost network connection before it fails: a number, 60 by default. A
/// host that was never reached fails within ten seconds regardless.
///
/// - Note: Not in Apple's API.
@_spi(Playhead) public let AVURLAssetNetworkTimeoutKey = "AVURLAssetNetworkTimeoutKey"

/// Whether playlists and redirections of a remote host may refer to addresses of the local network and of this machine:
/// a Boolean value, false by default. A resource in the local network may always refer to others there.
///
/// - Note: Not in Apple's API.
@_spi(Playhead) public let AVURLAssetAllowsLocalNetworkReferencesKey = "AVURLAssetAllowsLocalNetworkReferencesKey"

/// Whether playlists and redirections loaded over https may refer to http addresses: a Boolean value, false by default.
///
/// - Note: Not in Apple's API.
@_spi(Playhead) public let AVURLAssetAllowsInsecureReferencesKey = "AVURLAssetAllowsInsecureReferencesKey"

/// The parsed options of an asset.
struct AssetOptions {
  var request = RequestOptions()
  var prefersPreciseTiming = false
  var clientData: CMCDConfiguration?
  var restrictions = AVAssetReferenceRestrictions.defaultPolicy

  /// An undocumented key of Apple's that many programs use: additional header fields, as a dictionary of strings.
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
    prefersPreciseTiming = Self.boolean(options[AVURLAssetPreferPreciseDurationAndTimingKey])
    request.access.allowsCellular = Self.permits(options[AVURLAssetAllowsCellularAccessKey])
    request.access.allowsExpensive = Self.permits(options[AVURLAssetAllowsExpensiveNetworkAccessKey])
    request.access.allowsConstrained = Self.permits(options[AVURLAssetAllowsConstrainedNetworkAccessKey])
    if Self.boolean(options[AVURLAssetAllowsLocalNetworkReferencesKey]) {
      request.permissions.insert(.localNetwork)
    }
    if Self.boolean(options[AVURLAssetAllowsInsecureReferencesKey]) { request.permissions.insert(.insecure) }
    if let number = Self.number(options[AVURLAssetReferenceRestrictionsKey]) {
      restrictions = AVAssetReferenceRestrictions(rawValue: number)
    }
  }

  /// An `HTTPCookie`, read by reflection. Its class belongs to FoundationNetworking, which is not imported: every
  /// program would load a second HTTP library for it. A program that has cookies has loaded it already.
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

  private static func boolean(_ value: Any?) -> Bool { (value as? Bool) ?? (value as? NSNumber)?.boolValue ?? false }

  /// Whether an option permits something: unless it is false.
  private static func permits(_ value: Any?) -> Bool { (value as? Bool) ?? (value as? NSNumber)?.boolValue ?? true }

  private static func number(_ value: Any?) -> UInt? {
    (value as? UInt) ?? (value as? Int).flatMap { UInt(exactly: $0) } ?? (value as? NSNumber)?.uintValue
  }
}
