import Foundation
import PlayheadNetworking

/// A date range of the class `com.apple.hls.daterange-schedule`: a reference to a document with further date ranges
/// that count as if they were in the playlist (appendix H of Apple's June 2026 draft of the second edition of RFC
/// 8216).
package struct ScheduleTag: Sendable, Equatable {
  /// The `ID` of the date range; its entries must not use it.
  package let id: String
  /// The URL of the document, and the reference as written.
  package let url: URL
  /// The value of `X-URI` before it is resolved.
  package let reference: String
  /// The document that contains it.
  package let base: ReferenceBase
  /// `START-DATE`: its entries must not start before it.
  package let start: Date
  /// The exclusive upper bound of the starts of its date ranges; nil if undeclared.
  package let end: Date?
  /// The `CUE` values of the tag.
  package let cues: Set<String>
  /// The URLs of the enclosing documents, from the outermost on; empty for the playlist's own.
  package let outer: [URL]

  /// The class of such date ranges.
  package static let classID = "com.apple.hls.daterange-schedule"
  /// The attribute with the URL of the document.
  static let addressName = "X-URI"
  /// The maximum nesting of documents.
  package static let depthLimit = 4

  /// nil for other classes, and if start or URL are missing.
  ///
  /// - Parameters:
  ///   - base: The base URL of relative references.
  ///   - parent: The schedule whose document contains it, and whose end limits it.
  package init?(_ range: DateRange, base: URL?, in parent: ScheduleTag? = nil) {
    guard range.classID == Self.classID, let start = range.start,
      case .text(let text)? = range.clientAttributes[Self.addressName],
      let url = URL(string: text, relativeTo: base)?.absoluteURL
    else { return nil }
    id = range.id
    self.url = url
    reference = text
    self.base = ReferenceBase(base)
    self.start = start
    let own = range.end ?? range.duration.map { start.addingTimeInterval($0) }
    end = [own, parent?.end].compactMap { $0 }.min()
    cues = Set(range.cue.map { $0.uppercased() })
    outer = parent.map { $0.outer + [$0.url] } ?? []
  }

  /// Whether its document affects the start of playback, which should then wait for it. `date`: the date of the start
  /// position.
  package func affectsStart(at date: Date?) -> Bool {
    if cues.contains("PRE") { return true }
    guard let date, !cues.contains("POST") else { return false }
    return start <= date && end.map { date < $0 } ?? true
  }

  /// Whether it references an enclosing document, or exceeds the nesting limit.
  package var isEndless: Bool { outer.contains(url) || outer.count >= Self.depthLimit }

  /// The request URL, with the offset at which a live stream is joined.
  ///
  /// - Parameter date: The date of the start position; nil if the playlist has no dates. Only later dates than the
  ///   start, and only schedules of the playlist itself, change the URL.
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
  /// The schedules that the playlist references.
  package var schedules: [ScheduleTag] { dateRanges.compactMap { ScheduleTag($0, base: url) } }
}
