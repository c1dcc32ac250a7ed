import Foundation
import PlayheadNetworking
import PlayheadStreaming

/// Writes an item's log while its stream is read. Belongs to the demuxer's thread.
final class StreamJournal {
  private let item: EngineItem
  private let clock: any EngineClock
  /// The bit rates that the multivariant playlist declares, by the address of the variant's playlist.
  var variants: [URL: AccessEntry.Indicated] = [:]
  /// The throughput with which the current variant was selected.
  var speed: Double?

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

  /// A segment of the variant itself begins to be read.
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

  /// A segment was read, or was abandoned.
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

  private func write(_ entry: ErrorEntry) {
    note(.fault(entry.error))
    item.writeLog { $0.add(entry) }
  }

  private func note(_ event: JournalEvent) {
    let now = clock.now
    item.journal.note(event, at: now, media: item.timebase?.time ?? .zero)
  }
}
