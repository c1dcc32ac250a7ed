import Foundation
import PlayheadNetworking

/// What was fetched for an item and what went wrong: the facts behind access log and error log. Pure; whoever knows writes it down.
package struct PlaybackLog: Sendable {
  /// One load of a segment, or of something else, that is over.
  struct Load {
    var report: ResourceReport
    /// Seconds of media in it; nil for what is no segment.
    var duration: Double?
    var hasPictures = false
    var hasSound = false
  }

  /// Tells this playing of an item from others, in every entry.
  package let sessionID = UUID()
  package private(set) var entries: [AccessEntry] = []
  package private(set) var errors: [ErrorEntry] = []
  private var startupSeconds: Double?
  /// What was fetched before there was an entry: playlists, keys.
  private var early: [Load] = []
  package init() {}

  /// More entries than any playing makes; a server that switches for ever must not fill the memory.
  static let limit = 1000

  // MARK: What is fetched

  /// From now on this is what is played. The same as before: nothing changes.
  mutating func begin(
    _ uri: URL, kind: AccessEntry.Kind, indicated: AccessEntry.Indicated = .init(), speed: Double? = nil
  ) {
    if let last = entries.indices.last, entries[last].uri == uri {
      entries[last].kind = kind
      return
    }
    var entry = AccessEntry(uri: uri, kind: kind, indicated: indicated)
    if entries.isEmpty { entry.startupSeconds = startupSeconds } else { entry.switchBitsPerSecond = speed }
    entries.append(entry)
    if entries.count > Self.limit { entries.removeFirst() }
    let waiting = early
    early = []
    for load in waiting { add(load) }
  }

  mutating func add(_ load: Load) {
    guard let last = entries.indices.last else {
      if early.count < 100 { early.append(load) }
      return
    }
    entries[last].add(load)
  }

  /// A file that is fetched while it is played.
  mutating func update(_ transfer: TransferSnapshot, of url: URL) {
    begin(url, kind: transfer.isLive ? .live : .file)
    guard let last = entries.indices.last else { return }
    entries[last].requests = transfer.requestCount
    entries[last].bytes = transfer.bytesReceived
    guard let speed = transfer.throughput, speed > 0 else { return }
    entries[last].transferSeconds = Double(transfer.bytesReceived) * 8 / speed
  }

  // MARK: What is played

  mutating func becameReady(after seconds: Double) {
    startupSeconds = startupSeconds ?? seconds
    if entries.count == 1 { entries[0].startupSeconds = entries[0].startupSeconds ?? seconds }
  }

  /// Playing goes on at a place; the first time in each entry tells where it began.
  mutating func plays(at offset: Double, date: Date) {
    guard let last = entries.indices.last, entries[last].started == nil else { return }
    entries[last].started = date
    entries[last].startOffset = offset
  }

  mutating func watched(_ seconds: Double) {
    if let last = entries.indices.last, seconds > 0 { entries[last].watched += seconds }
  }

  mutating func stalled() {
    if let last = entries.indices.last { entries[last].stalls += 1 }
  }

  mutating func dropped(_ frames: Int) {
    if let last = entries.indices.last { entries[last].droppedFrames += frames }
  }

  // MARK: What goes wrong

  mutating func add(_ error: ErrorEntry) {
    errors.append(error)
    if errors.count > Self.limit { errors.removeFirst() }
  }
}

extension AccessEntry {
  fileprivate mutating func add(_ load: PlaybackLog.Load) {
    let report = load.report
    requests += report.requests
    bytes += Int64(report.bytes)
    if let address = report.address {
      if let known = self.address, known != address { addressChanges += 1 }
      self.address = address
    }
    let seconds = report.seconds ?? 0
    if report.requests > 0 { transferSeconds += seconds }
    guard let duration = load.duration, report.failure == nil else { return }
    segments += 1
    segmentSeconds += duration
    if seconds > duration { overdue += 1 }
    if report.bytes >= Self.fewestBytes, seconds > 0 { speeds.add(Double(report.bytes) * 8 / seconds) }
    if load.hasPictures { pictures.add(report.bytes, duration) }
    if load.hasSound { sounds.add(report.bytes, duration) }
  }
  /// Less tells more of the server's first answer than of the link.
  private static let fewestBytes = 16 << 10
}

extension AccessEntry.Content {
  fileprivate mutating func add(_ bytes: Int, _ seconds: Double) {
    self.bytes += bytes
    self.seconds += seconds
  }
}
