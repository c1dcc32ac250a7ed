import CoreMedia
import Foundation
import PlayheadClock
import PlayheadMedia
import Synchronization

/// A decision about an item, or an event in its playback.
package enum JournalEvent: Sendable {
  /// The container is being opened.
  case opening
  /// The container is open. The name is libavformat's; the duration is indefinite if unknown.
  case opened(container: String, duration: CMTime, tracks: Int)
  /// The codec names of the selected tracks; nil without a track.
  case selected(video: String?, audio: String?, text: String?)
  /// It is ready to play, so many seconds after opening began.
  case ready(after: Double)
  /// The requested rate has changed to this supported rate.
  case rate(Float)
  /// A seek was requested by the client or by the session itself, with these tolerances.
  case seek(to: CMTime, before: CMTime, after: CMTime)
  /// A seek, or the start of the item, has reached its target.
  case seekCompleted
  /// Playback starts or resumes. Where audio drives the clock, it waits for the first audible sample.
  case playing
  /// The clock was stopped.
  case stopped
  /// Media ran out.
  case ranOut
  /// Enough was buffered, so many seconds after media ran out.
  case resumedAfterStall(after: Double)
  /// Another variant of the stream is read.
  case variant(URL, bitsPerSecond: Double?)
  /// A request failed; a retry or a fallback may have succeeded.
  case fault(MediaError)
  /// Playback switches to another audio track; the name of its codec.
  case audioTrackSelected(String)
  /// Hardware decodes the video, or software in its place.
  case videoDecoder(VideoDecoderEvent)
  /// The Dolby Vision metadata of the video is invalid, and not used.
  case invalidDolbyVision
  /// The device decodes the audio, or the player in its place.
  case audioPassthrough(PassthroughEvent)
  /// Another angle is shown, by its name.
  case angle(String)
  /// A run of frames was late and not shown, or not decoded because it would have been late.
  case dropped(frames: Int)
  /// The device has disappeared, and whether another one is available.
  case audioDeviceLost(hasReplacement: Bool)
  /// Audio goes to another device; nil: the default.
  case device(String?)
  /// No device could be opened, or the device plays nothing. A silent output takes its place.
  case noAudioDevice
  /// The audio device reports an impossible position or latency, which is limited to possible ones.
  case invalidAudioTiming
  /// A device is available again, or for the first time.
  case audioDeviceReturned
  /// A device plays the item in place of this computer, by its name; nil: this computer plays again.
  case externalPlayback(String?)
  /// The next item is opened while this one plays.
  case openingNext(URL)
  /// The item follows the previous one without a gap.
  case joined
  /// The item has played to its end.
  case ended
  /// The watchdog found no progress. `failed` follows.
  case stuck(StuckKind)
  /// The item has failed, or ended before its declared end.
  case failed(MediaError)
}

/// An event with its host time and media time.
package struct JournalEntry: Sendable {
  /// The sequence number among all events of the item, including those no longer retained.
  package let number: Int
  /// The host time of the event.
  package let host: HostTime
  /// The position in the item.
  package let media: CMTime
  /// The event.
  package let event: JournalEvent

  /// Creates an entry.
  package init(number: Int, host: HostTime, media: CMTime, event: JournalEvent) {
    (self.number, self.host, self.media, self.event) = (number, host, media, event)
  }
}

/// The journal of one item since its opening: the last thousand events. Thread-safe. Writing costs less than a
/// microsecond, and nothing is written per frame or packet, so it is always enabled.
package final class SessionJournal: Sendable {
  /// Enough for days of undisturbed playback, or the last minutes of a session with many errors.
  package static let limit = 1000

  private struct State {
    /// At most `limit` entries. At the limit it is a ring that starts at `first`.
    var entries: [JournalEntry] = []
    /// The index of the oldest entry, once the capacity is reached.
    var first = 0
    /// The number of events so far, including those that were replaced.
    var count = 0
    /// The observers of new entries, by their identifiers.
    var observers: [Int: Observer] = [:]
    /// The number of observers so far.
    var observerCount = 0
  }

  /// An observer: a type of its own, because functions in generic containers are wrapped with each access.
  private struct Observer: Sendable {
    let call: @Sendable (JournalEntry) -> Void
  }

  /// The session's thread, the demuxer's and the decoder's write, clients read.
  private let state = Mutex(State())

  /// An empty journal.
  package init() {}

  /// Adds an event. The oldest is replaced at the limit.
  package func note(_ event: JournalEvent, at host: HostTime, media: CMTime) {
    let (entry, observers) = state.withLock { state -> (JournalEntry, [Int: Observer]) in
      state.count += 1
      let entry = JournalEntry(number: state.count, host: host, media: media, event: event)
      if state.entries.count < Self.limit {
        state.entries.append(entry)
      } else {
        state.entries[state.first] = entry
        state.first = (state.first + 1) % Self.limit
      }
      return (entry, state.observers)
    }
    for observer in observers.values { observer.call(entry) }
  }

  /// Adds an observer of the entries after those that are returned, oldest first.
  ///
  /// - Parameter call: Called on the thread that writes an entry, which it must not block.
  package func observe(
    _ call: @escaping @Sendable (JournalEntry) -> Void
  ) -> (identifier: Int, entries: [JournalEntry]) {
    state.withLock { state in
      state.observerCount += 1
      state.observers[state.observerCount] = Observer(call: call)
      return (state.observerCount, Array(state.entries[state.first...] + state.entries[..<state.first]))
    }
  }

  /// Removes an observer. A call in progress may end after this has returned.
  package func removeObserver(_ identifier: Int) {
    _ = state.withLock { $0.observers.removeValue(forKey: identifier) }
  }

  /// The retained entries, oldest first.
  package var entries: [JournalEntry] {
    state.withLock { Array($0.entries[$0.first...] + $0.entries[..<$0.first]) }
  }
}
