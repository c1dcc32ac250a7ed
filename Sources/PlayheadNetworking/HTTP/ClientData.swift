import Foundation
import PlayheadBasics

/// How a program wants servers to be told what its player does: Common Media Client Data (CTA-5004).
package struct ClientDataSettings: Sendable, Equatable {
  package enum Mode: Sendable { case query, fields }

  package var mode: Mode
  /// Which content it is, and which playing of it: up to 64 characters each.
  package var contentID: String?
  package var sessionID: String?

  package init(mode: Mode, contentID: String? = nil, sessionID: String? = nil) {
    self.mode = mode
    self.contentID = contentID
    self.sessionID = sessionID
  }
}

/// What a player does when it asks for something (CTA-5004 §3.2).
package struct ClientDataValues: Sendable, Equatable {
  package enum Object: String, Sendable {
    case playlist = "m"
    case audio = "a"
    case video = "v"
    case muxed = "av"
    case section = "i"
    case caption = "c"
    case key = "k"
  }

  package var object: Object
  /// Bits a second of what is asked for, of the best there is, and of the link.
  package var bitRate: Double?
  package var topBitRate: Double?
  package var throughput: Double?
  /// Seconds of what is asked for, and of what is at hand.
  package var duration: Double?
  package var ahead: Double?
  package var isLive: Bool?
  /// Whether somebody waits for it.
  package var isUrgent = false
  /// Whether it belongs to a stream in segments.
  package var isSegmented = true

  package init(_ object: Object) { self.object = object }

  /// Which field a key goes into (§2).
  private enum Group: String, CaseIterable {
    case object = "CMCD-Object"
    case request = "CMCD-Request"
    case session = "CMCD-Session"
  }

  private func pairs(_ settings: ClientDataSettings) -> [(key: String, text: String, group: Group)] {
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

  private static func quoted(_ text: String) -> String {
    let kept = text.unicodeScalars.filter { $0.value >= 0x20 && $0.value < 0x7F }.prefix(64).map { String($0) }.joined()
    return "\"" + kept.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"") + "\""
  }

  /// A truth is told by its key alone.
  private static func joined(_ pairs: [(key: String, text: String, group: Group)]) -> String {
    pairs.map { $0.text.isEmpty ? $0.key : "\($0.key)=\($0.text)" }.joined(separator: ",")
  }

  func fields(_ settings: ClientDataSettings) -> [RequestOptions.Field] {
    let all = pairs(settings)
    return Group.allCases.compactMap { group in
      let mine = all.filter { $0.group == group }
      return mine.isEmpty ? nil : RequestOptions.Field(group.rawValue, Self.joined(mine))
    }
  }

  func address(_ url: URL, _ settings: ClientDataSettings) -> URL {
    guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
      let text = Self.joined(pairs(settings)).addingPercentEncoding(withAllowedCharacters: Self.unreserved)
    else { return url }
    parts.percentEncodedQuery = [parts.percentEncodedQuery, "CMCD=" + text].compactMap { $0 }.joined(separator: "&")
    return parts.url ?? url
  }

  /// RFC 3986 §2.3.
  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}

extension HTTPRequest {
  /// Tells the server, where the program wants it to be told.
  mutating func tell(_ values: ClientDataValues?) {
    guard let values, let settings = options.clientData else { return }
    switch settings.mode {
    case .query: url = values.address(url, settings)
    case .fields: clientFields = values.fields(settings)
    }
  }
}
