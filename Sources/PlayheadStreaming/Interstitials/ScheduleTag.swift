import Foundation
import PlayheadNetworking

/// A date range of the class `com.apple.hls.daterange-schedule`: a document elsewhere has further date ranges that count as if they
/// stood in the playlist (appendix H of what Apple has shown of the second edition of RFC 8216 in June 2026).
package struct ScheduleTag: Sendable, Equatable {
  package let id: String
  /// The document, and its address as it is written.
  package let url: URL
  package let reference: String
  /// The document in which it stands.
  package let base: AddressBase
  package let start: Date
  /// Where its date ranges have to begin before; nil: it does not say.
  package let end: Date?
  package let cues: Set<String>
  /// The documents in which it was found, from the outermost one on; none for one of the playlist.
  package let outer: [URL]

  package static let classID = "com.apple.hls.daterange-schedule"
  static let addressName = "X-URI"
  /// Documents within documents; nobody needs more.
  package static let depthLimit = 4

  /// nil for other classes, and for what does not say from when or where.
  ///
  /// - Parameters:
  ///   - base: Where relative addresses begin.
  ///   - parent: The schedule in whose document it stands: it ends with that.
  package init?(_ range: DateRange, base: URL?, in parent: ScheduleTag? = nil) {
    guard range.classID == Self.classID, let start = range.start,
      case .text(let text)? = range.clientAttributes[Self.addressName],
      let url = URL(string: text, relativeTo: base)?.absoluteURL
    else { return nil }
    id = range.id
    self.url = url
    reference = text
    self.base = AddressBase(base)
    self.start = start
    let own = range.end ?? range.duration.map { start.addingTimeInterval($0) }
    end = [own, parent?.end].compactMap { $0 }.min()
    cues = Set(range.cue.map { $0.uppercased() })
    outer = parent.map { $0.outer + [$0.url] } ?? []
  }

  /// Whether its document counts where playing begins, so that playing should not begin without it. `date`: of the place where it
  /// begins.
  package func matters(at date: Date?) -> Bool {
    if cues.contains("PRE") { return true }
    guard let date, !cues.contains("POST") else { return false }
    return start <= date && end.map { date < $0 } ?? true
  }

  /// Whether it leads back to a document that led to it, or too far away.
  package var isEndless: Bool { outer.contains(url) || outer.count >= Self.depthLimit }

  /// Its address, with how far behind its beginning a live stream is joined.
  package func address(joinedAt date: Date?) -> URL {
    guard let date, outer.isEmpty, date > start, url.scheme?.hasPrefix("http") == true,
      var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
    else { return url }
    let milliseconds = (date.timeIntervalSince(start) * 1000).rounded()
    let offset = URLQueryItem(name: "_HLS_start_offset", value: String(milliseconds / 1000))
    parts.queryItems = (parts.queryItems ?? []) + [offset]
    return parts.url ?? url
  }
}

extension MediaPlaylist {
  /// Which schedules the playlist names.
  package var schedules: [ScheduleTag] { dateRanges.compactMap { ScheduleTag($0, base: url) } }
}
