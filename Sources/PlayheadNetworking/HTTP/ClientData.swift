import Foundation
import PlayheadBasics

/// The configuration of Common Media Client Data for servers (CMCD, CTA-5004).
package struct CMCDSettings: Sendable, Equatable {
  /// Whether the values are sent as a query parameter or as header fields.
  package enum Mode: Sendable { case query, fields }

  /// The way in which the values are sent.
  package var mode: Mode
  /// The identifiers of the content and of the playback session, up to 64 characters each.
  package var contentID: String?
  /// The session identifier (`sid`); a UUID is recommended.
  package var sessionID: String?

  /// Creates a configuration; identifiers that are nil are not sent.
  package init(mode: Mode, contentID: String? = nil, sessionID: String? = nil) {
    self.mode = mode
    self.contentID = contentID
    self.sessionID = sessionID
  }
}

/// The CMCD values of a request (CTA-5004 §3.2).
package struct CMCDValues: Sendable, Equatable {
  /// The object type (`ot`). The raw values are those of CTA-5004.
  package enum Object: String, Sendable {
    /// A playlist (manifest).
    case playlist = "m"
    /// A segment with audio only.
    case audio = "a"
    /// A segment with video only.
    case video = "v"
    /// A segment with audio and video.
    case muxed = "av"
    /// An initialization section.
    case section = "i"
    /// Captions or subtitles.
    case caption = "c"
    /// A key.
    case key = "k"
  }

  /// The type of the requested object.
  package var object: Object
  /// Bits per second: of the requested object, of the best variant, and of the measured throughput.
  package var bitRate: Double?
  /// Bits per second of the best variant (`tb`).
  package var topBitRate: Double?
  /// The measured throughput in bits per second (`mtp`).
  package var throughput: Double?
  /// The duration of the requested object in seconds.
  package var duration: Double?
  /// The buffered media in seconds.
  package var ahead: Double?
  /// Whether the stream is live; nil if unknown.
  package var isLive: Bool?
  /// Whether playback waits for the object.
  package var isUrgent = false
  /// Whether it belongs to a segmented stream.
  package var isSegmented = true

  /// Values of which only the object type is known.
  package init(_ object: Object) { self.object = object }

  /// The header field that a key belongs to (§2).
  private enum Group: String, CaseIterable {
    /// Values that vary with the requested object.
    case object = "CMCD-Object"
    /// Values that vary with each request.
    case request = "CMCD-Request"
    /// Values that remain the same throughout the session.
    case session = "CMCD-Session"
  }

  /// The values with their keys, in alphabetical order as the specification recommends; unknown ones are left out.
  /// Rates are rounded to kbit/s and times to milliseconds, with the steps of CTA-5004 §3.2.
  private func pairs(_ settings: CMCDSettings) -> [(key: String, text: String, group: Group)] {
    func rounded(_ value: Double?, to step: Double, unit: Double) -> String? {
      value.flatMap {
        $0.isFinite && $0 >= 0 ? String(Int(saturating: min(1e12, ($0 / unit / step).rounded() * step))) : nil
      }
    }
    let values: [(String, String?, Group)] = [
      ("bl", rounded(ahead, to: 100, unit: 0.001), .request), ("br", rounded(bitRate, to: 1, unit: 1000), .object),
      ("cid", settings.contentID.map(Self.quoted), .session), ("d", rounded(duration, to: 1, unit: 0.001), .object),
      ("mtp", rounded(throughput, to: 100, unit: 1000), .request), ("ot", object.rawValue, .object),
      ("sf", isSegmented ? "h" : "o", .session), ("sid", settings.sessionID.map(Self.quoted), .session),
      ("st", isLive.map { $0 ? "l" : "v" }, .session), ("su", isUrgent ? "" : nil, .request),
      ("tb", rounded(topBitRate, to: 1, unit: 1000), .object),
    ]
    return values.compactMap { key, text, group in text.map { (key, $0, group) } }
  }

  /// A quoted string of at most 64 printable ASCII characters.
  private static func quoted(_ text: String) -> String {
    let printable = text.unicodeScalars.filter { $0.value >= 0x20 && $0.value < 0x7F }.prefix(64).map { String($0) }
      .joined()
    return "\"" + printable.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
      + "\""
  }

  /// True values consist of the key alone.
  private static func joined(_ pairs: [(key: String, text: String, group: Group)]) -> String {
    pairs.map { $0.text.isEmpty ? $0.key : "\($0.key)=\($0.text)" }.joined(separator: ",")
  }

  /// The values as header fields, one for each group that has any.
  func fields(_ settings: CMCDSettings) -> [RequestOptions.Field] {
    let all = pairs(settings)
    return Group.allCases.compactMap { group in
      let mine = all.filter { $0.group == group }
      return mine.isEmpty ? nil : RequestOptions.Field(group.rawValue, Self.joined(mine))
    }
  }

  /// The URL with the values in its query parameter `CMCD`.
  func address(_ url: URL, _ settings: CMCDSettings) -> URL {
    guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
      let text = Self.joined(pairs(settings)).addingPercentEncoding(withAllowedCharacters: Self.unreserved)
    else { return url }
    parts.percentEncodedQuery = [parts.percentEncodedQuery, "CMCD=" + text].compactMap { $0 }.joined(separator: "&")
    return parts.url ?? url
  }

  /// Unreserved characters (RFC 3986 §2.3).
  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}

extension HTTPRequest {
  /// Adds the CMCD values, if the application configured them.
  mutating func addCMCD(_ values: CMCDValues?) {
    guard let values, let settings = options.clientData else { return }
    switch settings.mode {
    case .query: url = values.address(url, settings)
    case .fields: clientFields = values.fields(settings)
    }
  }
}
