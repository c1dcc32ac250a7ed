import CoreMedia
import Foundation
import Synchronization

/// Something that was decided about an item, or happened to it.
package enum JournalEvent: Sendable {
  case opening
  case opened(container: String, duration: CMTime, tracks: Int)
  /// What plays, by the names of its codecs; nil where there is none.
  case selected(video: String?, audio: String?, text: String?)
  /// It can be played, so many seconds after opening began.
  case ready(after: Double)
  case rate(Float)
  case seek(to: CMTime, before: CMTime, after: CMTime)
  case landed
  case playing
  case stopped
  /// Media ran out; it goes on after so many seconds.
  case ranOut
  case wentOn(after: Double)
  /// Another variant of a stream is read.
  case variant(URL, bitsPerSecond: Double?)
  /// Something was not got; another try or another way may have helped.
  case fault(MediaError)
  case soundTrack(String)
  /// Another view of the same events, by its name.
  case angle(String)
  /// So many pictures in a row came too late to be shown, or were not decoded because they would have.
  case dropped(pictures: Int)
  /// The device has gone away, and whether there is another.
  case soundLost(isBack: Bool)
  /// Sound goes to another device; nil: the default.
  case device(String?)
  case withoutSound
  /// A device is there again, or for the first time.
  case soundBack
  /// The next item is opened while this one plays.
  case nextOpens(URL)
  /// The item follows another without a gap.
  case joined
  case ended
  case stuck(StuckKind)
  case failed(MediaError)
}

/// An event with its place in time.
package struct JournalEntry: Sendable {
  /// Counts every event of the item, also those that are no longer kept.
  package let number: Int
  package let host: HostTime
  /// The position in the item.
  package let media: CMTime
  package let event: JournalEvent
}

/// The story of one item, from its opening on: the last thousand events. Any thread; writing costs less than a microsecond and
/// nothing is written for a picture or a packet, so that it is always on.
package final class SessionJournal: Sendable {
  /// Days of quiet playing, and the last minutes of a session in which everything goes wrong.
  package static let limit = 1000

  private struct State {
    var entries: [JournalEntry] = []
    /// Where the oldest entry is, once there is no more room.
    var first = 0
    var count = 0
  }
  private let state = Mutex(State())

  package init() {}

  func note(_ event: JournalEvent, at host: HostTime, media: CMTime) {
    state.withLock { state in
      state.count += 1
      let entry = JournalEntry(number: state.count, host: host, media: media, event: event)
      guard state.entries.count == Self.limit else { return state.entries.append(entry) }
      state.entries[state.first] = entry
      state.first = (state.first + 1) % Self.limit
    }
  }

  /// What is kept, oldest first.
  package var entries: [JournalEntry] {
    state.withLock { Array($0.entries[$0.first...] + $0.entries[..<$0.first]) }
  }
}
