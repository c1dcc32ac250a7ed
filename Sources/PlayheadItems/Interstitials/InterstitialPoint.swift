import CoreMedia
import Foundation
import PlayheadStreaming

/// A point in an item at which an interstitial plays.
package struct InterstitialPoint: Sendable, Equatable {
  /// The position of an interstitial: pre-roll, mid-roll at a time or date, or post-roll.
  package enum Place: Sendable, Equatable {
    /// A time on the item's timeline. A time that is not numeric is never due.
    case time(CMTime)
    /// The time at which the item's stream has this date.
    case date(Date)
    /// A pre-roll: due when playback first starts, at any position.
    case beforeAll
    /// A post-roll: due at the end of the item, before that is reported.
    case afterAll
  }

  /// The identifier of the interstitial.
  package var id: String
  /// The position of the interstitial.
  package var place: Place
  /// Whether it plays only once.
  package var playsOnce = false
  /// Whether seeking past it is refused until it has played.
  package var constrainsSeeking = false
  /// Whether its start is moved to the nearest segment boundary.
  package var snapsStart = false
  /// Whether the item resumes at the nearest segment boundary.
  package var snapsEnd = false

  /// Creates an interstitial point.
  package init(id: String, place: Place) {
    self.id = id
    self.place = place
  }

  /// Adopts an interstitial that the stream declares with `EXT-X-DATERANGE` (RFC 8216bis appendix D).
  init(_ tag: InterstitialTag) {
    id = tag.id
    switch tag.cue {
    case .atDate: place = .date(tag.start)
    case .beforeAll: place = .beforeAll
    case .afterAll: place = .afterAll
    }
    playsOnce = tag.playsOnce
    constrainsSeeking = tag.restrictsJumps
    snapsStart = tag.snapsStart
    snapsEnd = tag.snapsEnd
  }
}

/// The interstitials of an item.
package struct ItemInterstitials: Sendable {
  /// The interstitials that the program sets instead of the stream's; nil for the stream's.
  package var program: [InterstitialPoint]?
  /// Whether the stream's interstitials are played. Requires a client that can play interstitials during the item.
  package var followsStream = false
  /// The interstitials of documents that the stream names (`ScheduleTag`).
  package var scheduled: [InterstitialTag] = []
  /// All date ranges of those documents, of any class.
  package var ranges = ScheduledRanges()
  /// The loading results of those documents that have not been reported yet.
  package var answers: [ScheduleLoadResult] = []
  /// No interstitials of the program. Those of the stream are not played.
  package init() {}

  /// Whether any of the stream's interstitials are played.
  package var readsStream: Bool { program == nil && followsStream }

  /// The stream's interstitials: those of its playlist and of the documents that it names.
  func tags(_ timeline: PlaylistTimeline?) -> [InterstitialTag] {
    guard followsStream, let timeline else { return [] }
    return timeline.playlist.interstitials + scheduled
  }

  /// The interstitials to play: the program's, or else the stream's.
  package func points(_ timeline: PlaylistTimeline?) -> [InterstitialPoint] {
    program ?? tags(timeline).map(InterstitialPoint.init)
  }
}

/// The result of loading the document of a schedule.
package struct ScheduleLoadResult: Sendable {
  /// The identifier of the schedule.
  package let id: String
  /// The unparsed document, or the error.
  package let result: Result<[UInt8], MediaError>

  /// Creates the result of a schedule.
  package init(id: String, result: Result<[UInt8], MediaError>) {
    self.id = id
    self.result = result
  }
}

extension EngineItem {
  /// The stream's interstitials, whether or not the program sets others instead.
  package var interstitialTags: [InterstitialTag] { interstitials.tags(playlistTimeline) }
}
