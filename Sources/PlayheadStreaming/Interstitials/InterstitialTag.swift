import Foundation
import PlayheadNetworking

/// A date range of the class `com.apple.hls.interstitial`: other content to play at a date (RFC 8216, second edition,
/// appendix D).
package struct InterstitialTag: Sendable, Equatable {
  /// The position in the primary content.
  package enum Cue: Sendable { case atDate, beforeAll, afterAll }
  /// The content: one asset, or an asset list to fetch.
  package enum Source: Sendable, Equatable {
    /// The URL of one asset (`X-ASSET-URI`).
    case asset(URL)
    /// The URL of an asset list in JSON (`X-ASSET-LIST`).
    case list(URL)
  }

  /// The `ID` of the date range, unique in the playlist.
  package let id: String
  /// `START-DATE`: the position in the primary content, unless `cue` moves it before or after everything.
  package let start: Date
  /// Absolute URLs, resolved against the containing document.
  package let source: Source
  /// The document that contains it.
  package let base: ReferenceBase
  /// `CUE`: `PRE` and `POST` override the start date.
  package var cue = Cue.atDate
  /// `CUE` `ONCE`: whether it plays only the first time.
  package var playsOnce = false
  /// The offset after its start at which the primary content resumes, in seconds; nil: the duration of the playback.
  package var resumeOffset: Double?
  /// The maximum duration of its playback in seconds; nil for no limit.
  package var playoutLimit: Double?
  /// `X-RESTRICT`: whether users may not seek over it (`JUMP`).
  package var restrictsJumps = false
  /// `X-RESTRICT`: whether users may not skip any part of it (`SKIP`).
  package var restrictsSkips = false
  /// `X-SNAP`: whether its start and its end snap to the nearest segment boundary of the primary content.
  package var snapsStart = false
  /// `X-SNAP` `IN`: whether the return to the primary content snaps to a segment boundary.
  package var snapsEnd = false
  /// `X-TIMELINE-OCCUPIES`, `X-TIMELINE-STYLE`, `X-CONTENT-MAY-VARY`: hints for its presentation on the timeline.
  package var occupiesRange = false
  /// `X-TIMELINE-STYLE` `PRIMARY`: whether the timeline shows it as a part of the primary content.
  package var isPrimaryStyle = false
  /// False for `X-CONTENT-MAY-VARY=NO`: all viewers see the same content.
  package var contentMayVary = true
  /// The declared duration in seconds.
  package var duration: Double?
  /// The skip settings (`X-SKIP-CONTROL-OFFSET`, `-DURATION`, `-LABEL-ID`).
  package var skip = InterstitialSkip()
  /// Further attributes with the prefix `X-`.
  package var attributes: [String: DateRange.Value] = [:]
  /// Structured attributes, which only occur in schedule documents.
  package var structures: [String: JSONNode] = [:]
  /// The schedule whose document contains it (`ScheduleTag`); nil for the playlist itself.
  package var scheduleID: String?

  /// The class of such date ranges.
  package static let classID = "com.apple.hls.interstitial"
  /// The attributes of date ranges whose values are URLs.
  package static let addressNames: Set<String> = ["X-ASSET-URI", "X-ASSET-LIST", ScheduleTag.addressName]

  /// nil for other classes, and if start or content are missing. `base`: the base URL of relative references.
  package init?(_ range: DateRange, base: URL?) {
    guard range.classID == Self.classID, let start = range.start else { return nil }
    let asset = Self.url(range, "X-ASSET-URI", base)
    let list = Self.url(range, "X-ASSET-LIST", base)
    // The appendix forbids both attributes together: the intended one is ambiguous.
    switch (asset, list) {
    case (let asset?, nil): source = .asset(asset)
    case (nil, let list?): source = .list(list)
    default: return nil
    }
    id = range.id
    self.base = ReferenceBase(base)
    self.start = start
    let cues = Set(range.cue.map { $0.uppercased() })
    cue = cues.contains("PRE") ? .beforeAll : cues.contains("POST") ? .afterAll : .atDate
    playsOnce = cues.contains("ONCE")
    resumeOffset = Self.number(range, "X-RESUME-OFFSET")
    playoutLimit = Self.number(range, "X-PLAYOUT-LIMIT").flatMap { $0 > 0 ? $0 : nil }
    let restrictions = Self.words(range, "X-RESTRICT")
    restrictsJumps = restrictions.contains("JUMP")
    restrictsSkips = restrictions.contains("SKIP")
    let snaps = Self.words(range, "X-SNAP")
    snapsStart = snaps.contains("OUT")
    snapsEnd = snaps.contains("IN")
    occupiesRange = Self.words(range, "X-TIMELINE-OCCUPIES").contains("RANGE")
    isPrimaryStyle = Self.words(range, "X-TIMELINE-STYLE").contains("PRIMARY")
    contentMayVary = !Self.words(range, "X-CONTENT-MAY-VARY").contains("NO")
    duration = range.duration ?? range.plannedDuration ?? range.end.map { $0.timeIntervalSince(start) }
    skip.offset = Self.number(range, "X-SKIP-CONTROL-OFFSET").flatMap { $0 >= 0 ? $0 : nil }
    skip.duration = Self.number(range, "X-SKIP-CONTROL-DURATION").flatMap { $0 >= 0 ? $0 : nil }
    if case .text(let label)? = range.clientAttributes["X-SKIP-CONTROL-LABEL-ID"] { skip.labelID = label }
    attributes = range.clientAttributes.filter { !Self.ownNames.contains($0.key) }
  }

  /// The attributes that have properties of their own, and therefore are not in `attributes`.
  private static let ownNames: Set<String> = [
    "X-ASSET-URI", "X-ASSET-LIST", "X-RESUME-OFFSET", "X-PLAYOUT-LIMIT", "X-RESTRICT", "X-SNAP",
    "X-TIMELINE-OCCUPIES", "X-TIMELINE-STYLE", "X-CONTENT-MAY-VARY", "X-SKIP-CONTROL-OFFSET",
    "X-SKIP-CONTROL-DURATION", "X-SKIP-CONTROL-LABEL-ID",
  ]

  /// The absolute URL of a text attribute; nil if it is missing or not a URL.
  private static func url(_ range: DateRange, _ name: String, _ base: URL?) -> URL? {
    guard case .text(let text)? = range.clientAttributes[name] else { return nil }
    return URL(string: text, relativeTo: base)?.absoluteURL
  }

  /// The finite number of an attribute; nil if it is missing or text.
  private static func number(_ range: DateRange, _ name: String) -> Double? {
    guard case .number(let number)? = range.clientAttributes[name], number.isFinite else { return nil }
    return number
  }

  /// The values of a comma-separated attribute, in upper case; empty if it is missing.
  private static func words(_ range: DateRange, _ name: String) -> Set<String> {
    guard case .text(let text)? = range.clientAttributes[name] else { return [] }
    return Set(text.uppercased().split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) })
  }
}

extension MediaPlaylist {
  /// The interstitials of the playlist, in its order.
  package var interstitials: [InterstitialTag] { dateRanges.compactMap { InterstitialTag($0, base: url) } }
}
