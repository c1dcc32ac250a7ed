import Foundation
import PlayheadNetworking

/// A date range of the class `com.apple.hls.interstitial`: something else is played at its date (RFC 8216, second edition, appendix
/// D).
package struct InterstitialTag: Sendable, Equatable {
  /// Where it is played.
  package enum Cue: Sendable { case atDate, beforeAll, afterAll }
  /// What is played: one asset, or a list of them that is fetched.
  package enum Source: Sendable, Equatable {
    case asset(URL)
    case list(URL)
  }

  package let id: String
  package let start: Date
  package let source: Source
  /// The document in which it stands.
  package let base: AddressBase
  package var cue = Cue.atDate
  package var playsOnce = false
  /// How far after its start the primary content goes on, in seconds; nil: by as much as the playing has taken.
  package var resumeOffset: Double?
  /// The most seconds of it that are played; nil: all.
  package var playoutLimit: Double?
  /// `X-RESTRICT`: whether nobody may seek over it (`JUMP`), and whether nobody may leave any of it out (`SKIP`).
  package var restrictsJumps = false
  package var restrictsSkips = false
  /// `X-SNAP`: whether it begins, and ends, at the nearest border of segments of the primary content.
  package var snapsStart = false
  package var snapsEnd = false
  /// `X-TIMELINE-OCCUPIES`, `X-TIMELINE-STYLE`, `X-CONTENT-MAY-VARY`: how a program may draw it.
  package var occupiesRange = false
  package var isPrimaryStyle = false
  package var contentMayVary = true
  /// In seconds.
  package var duration: Double?
  /// When it may be skipped (`X-SKIP-CONTROL-OFFSET`, `-DURATION`, `-LABEL-ID`).
  package var skip = InterstitialSkip()
  /// Further attributes whose names begin with `X-`.
  package var attributes: [String: DateRange.Value] = [:]
  /// Those of them that only the document of a schedule can have.
  package var structures: [String: JSONNode] = [:]
  /// The schedule in whose document it stands (`ScheduleTag`); nil: in the playlist itself.
  package var scheduleID: String?

  package static let classID = "com.apple.hls.interstitial"
  /// Attributes of date ranges that are addresses.
  package static let addressNames: Set<String> = ["X-ASSET-URI", "X-ASSET-LIST", ScheduleTag.addressName]

  /// nil for other classes, and for what does not say when or what. `base`: where relative addresses begin.
  package init?(_ range: DateRange, base: URL?) {
    guard range.classID == Self.classID, let start = range.start else { return nil }
    let asset = Self.url(range, "X-ASSET-URI", base)
    let list = Self.url(range, "X-ASSET-LIST", base)
    // The appendix forbids both: which of them is meant nobody can tell.
    switch (asset, list) {
    case (let asset?, nil): source = .asset(asset)
    case (nil, let list?): source = .list(list)
    default: return nil
    }
    id = range.id
    self.base = AddressBase(base)
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

  private static let ownNames: Set<String> = [
    "X-ASSET-URI", "X-ASSET-LIST", "X-RESUME-OFFSET", "X-PLAYOUT-LIMIT", "X-RESTRICT", "X-SNAP",
    "X-TIMELINE-OCCUPIES", "X-TIMELINE-STYLE", "X-CONTENT-MAY-VARY", "X-SKIP-CONTROL-OFFSET",
    "X-SKIP-CONTROL-DURATION", "X-SKIP-CONTROL-LABEL-ID",
  ]

  private static func url(_ range: DateRange, _ name: String, _ base: URL?) -> URL? {
    guard case .text(let text)? = range.clientAttributes[name] else { return nil }
    return URL(string: text, relativeTo: base)?.absoluteURL
  }

  private static func number(_ range: DateRange, _ name: String) -> Double? {
    guard case .number(let number)? = range.clientAttributes[name], number.isFinite else { return nil }
    return number
  }

  private static func words(_ range: DateRange, _ name: String) -> Set<String> {
    guard case .text(let text)? = range.clientAttributes[name] else { return [] }
    return Set(text.uppercased().split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) })
  }
}

extension MediaPlaylist {
  /// What else is played at which date, in the order of the playlist.
  package var interstitials: [InterstitialTag] { dateRanges.compactMap { InterstitialTag($0, base: url) } }
}
