import CoreMedia
import Foundation
import PlayheadStreaming

/// Where in an item something else is played.
package struct InterstitialPoint: Sendable, Equatable {
  package enum Place: Sendable, Equatable {
    case time(CMTime)
    /// Where the item's stream has this date.
    case date(Date)
    case beforeAll
    case afterAll
  }

  package var id: String
  package var place: Place
  package var playsOnce = false
  /// Whether nobody may seek over it before it was played.
  package var constrainsSeeking = false
  /// Whether it begins, and the item goes on, at the nearest border of two segments.
  package var snapsStart = false
  package var snapsEnd = false

  package init(id: String, place: Place) {
    self.id = id
    self.place = place
  }

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

/// What is known of an item's interstitials.
package struct ItemInterstitials: Sendable {
  /// What a program wants instead of what the stream says; nil: nothing.
  package var program: [InterstitialPoint]?
  /// Whether what the stream says is played. Whoever wants that must be able to play something else beside the item.
  package var followsStream = false
  /// What documents say that the stream names (`ScheduleTag`).
  var scheduled: [InterstitialTag] = []
  /// All that those documents say, of whatever class.
  var ranges = ScheduledRanges()
  /// What became of those documents, not told yet.
  var answers: [ScheduleAnswer] = []
  package init() {}

  /// Whether anything that the stream says is played.
  var readsStream: Bool { program == nil && followsStream }

  /// What the stream says, in its playlist and in the documents that it names.
  func tags(_ timeline: PlaylistTimeline?) -> [InterstitialTag] {
    guard followsStream, let timeline else { return [] }
    return timeline.playlist.interstitials + scheduled
  }

  func points(_ timeline: PlaylistTimeline?) -> [InterstitialPoint] {
    program ?? tags(timeline).map(InterstitialPoint.init)
  }
}

/// What became of the document of a schedule.
package struct ScheduleAnswer: Sendable {
  /// The schedule's.
  package let id: String
  /// The document as it came.
  package let result: Result<[UInt8], MediaError>
}

extension EngineItem {
  /// Events that its stream tells and that are to be played, whether or not a program has others instead.
  package var interstitialTags: [InterstitialTag] { interstitials.tags(playlistTimeline) }
}
