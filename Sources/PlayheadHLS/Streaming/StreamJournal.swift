import CoreMedia
import Foundation
import PlayheadClock
import PlayheadItems
import PlayheadNetworking
import PlayheadPipeline
import PlayheadStreaming

/// Writes an item's log while its stream is read. Belongs to the demuxer's thread.
final class StreamJournal {
  /// The item whose log and journal are written; both are thread-safe.
  private let item: EngineItem
  /// The clock of the session, for the dates and times of entries.
  private let clock: any EngineClock
  /// The bit rates that the multivariant playlist declares, by the address of the variant's playlist.
  var variants: [URL: AccessEntry.Indicated] = [:]
  /// The throughput with which the current variant was selected.
  var speed: Double?

  /// Creates a journal for one reading of the item's stream.
  init(_ item: EngineItem, clock: any EngineClock) {
    self.item = item
    self.clock = clock
  }

  /// A resource other than a segment was loaded, or failed to load.
  func note(_ load: any ResourceLoad) {
    let report = load.report
    guard report.isOver else { return }
    noteFaults(report)
    item.writeLog { $0.add(.init(report: report)) }
  }

  /// A segment of the variant itself begins to be read. A first segment, or a segment of another variant, begins a new
  /// access log entry.
  func begins(_ segment: QueuedSegment) {
    let isLive = segment.feed.timeline?.isLive ?? false
    if item.log.entries.last?.uri != segment.feed.url {
      let isSwitch = !item.log.entries.isEmpty
      note(.variant(segment.feed.url, bitsPerSecond: isSwitch ? speed : nil))
    }
    item.writeLog {
      $0.begin(
        segment.feed.url, kind: isLive ? .live : .onDemand, indicated: variants[segment.feed.url] ?? .init(),
        speed: speed)
    }
  }

  /// A segment was read, or was abandoned. A segment whose load is not over adds only its failed requests.
  func ended(_ segment: QueuedSegment, hasVideo: Bool, hasAudio: Bool) {
    let report = segment.load.report
    noteFaults(report)
    guard report.isOver else { return }
    item.writeLog {
      $0.add(
        .init(
          report: report, duration: segment.segment.duration.seconds, hasVideo: hasVideo, hasAudio: hasAudio))
    }
  }

  /// Records an error that no load reports.
  func note(_ error: MediaError) {
    guard error.kind != .cancelled else { return }
    write(ErrorEntry(date: clock.date, error: error, address: nil, fields: nil))
  }

  /// Records the failed requests of a load, except cancelled ones.
  private func noteFaults(_ report: ResourceReport) {
    for fault in report.faults where fault.reason != .cancelled {
      write(
        ErrorEntry(
          date: clock.date, error: MediaError(fault.reason, url: report.url), address: report.address,
          fields: fault.fields))
    }
  }

  /// Adds an error to the item's journal and to its error log.
  private func write(_ entry: ErrorEntry) {
    note(.fault(entry.error))
    item.writeLog { $0.add(entry) }
  }

  /// Adds an event to the item's journal, at the time of its timebase. Before that exists, the time is zero.
  private func note(_ event: JournalEvent) {
    let now = clock.now
    item.journal.note(event, at: now, media: item.timebase?.time ?? .zero)
  }
}
