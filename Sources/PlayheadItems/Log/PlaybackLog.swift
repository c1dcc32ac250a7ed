import Foundation
import PlayheadNetworking

/// The facts behind an item's access log and error log. Pure; the components that know a fact add it.
package struct PlaybackLog: Sendable {
  /// A finished load of a segment or another resource.
  package struct Load {
    /// The requests of the load, their failures, and what arrived.
    package var report: ResourceReport
    /// Seconds of media in it; nil if it is not a segment.
    package var duration: Double?
    /// Whether the segment contains video.
    package var hasVideo = false
    /// Whether the segment contains audio.
    package var hasAudio = false

    /// Creates a finished load; a `duration` makes it that of a segment.
    package init(report: ResourceReport, duration: Double? = nil, hasVideo: Bool = false, hasAudio: Bool = false) {
      self.report = report
      self.duration = duration
      self.hasVideo = hasVideo
      self.hasAudio = hasAudio
    }
  }

  /// Identifies this playback of an item in every entry.
  package let sessionID = UUID()
  /// The access log, oldest entry first.
  package private(set) var entries: [AccessEntry] = []
  /// The error log, oldest entry first.
  package private(set) var errors: [ErrorEntry] = []
  /// Seconds from the opening of the item until it was ready; nil until then. Copied to the first entry.
  private var startupSeconds: Double?
  /// Loads before the first entry: playlists, keys.
  private var pendingLoads: [Load] = []
  /// An empty log with a new session identifier.
  package init() {}

  /// More entries than any ordinary playback makes; limits the memory used when a server switches endlessly.
  static let limit = 1000

  // MARK: Transfers

  /// Begins an entry for what plays from now on. Changes nothing if `uri` is the same as before.
  ///
  /// - Parameters:
  ///   - uri: The address of the variant's playlist, or of the file.
  ///   - indicated: The bit rates that the multivariant playlist declares.
  ///   - speed: The throughput, in bits per second, with which the variant was selected. Ignored for the first entry.
  package mutating func begin(
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
    let waiting = pendingLoads
    pendingLoads = []
    for load in waiting { add(load) }
  }

  /// Adds a load to the current entry. A load before the first entry is added to that entry later.
  package mutating func add(_ load: Load) {
    guard let last = entries.indices.last else {
      if pendingLoads.count < 100 { pendingLoads.append(load) }
      return
    }
    entries[last].add(load)
  }

  /// Updates the entry of a file that is fetched while it plays.
  package mutating func update(_ transfer: TransferSnapshot, of url: URL) {
    begin(url, kind: transfer.isLive ? .live : .file)
    guard let last = entries.indices.last else { return }
    entries[last].requests = transfer.requestCount
    entries[last].bytes = transfer.bytesReceived
    guard let speed = transfer.throughput, speed > 0 else { return }
    entries[last].transferSeconds = Double(transfer.bytesReceived) * 8 / speed
  }

  // MARK: Playback

  /// The item is ready to play. Later calls have no effect.
  package mutating func becameReady(after seconds: Double) {
    startupSeconds = startupSeconds ?? seconds
    if entries.count == 1 { entries[0].startupSeconds = entries[0].startupSeconds ?? seconds }
  }

  /// Playback runs at a position; the first one in each entry is its start.
  ///
  /// - Parameter offset: The position in seconds.
  package mutating func plays(at offset: Double, date: Date) {
    guard let last = entries.indices.last, entries[last].started == nil else { return }
    entries[last].started = date
    entries[last].startOffset = offset
  }

  /// Records the decoder of the video in the current entry; nil leaves the one before.
  package mutating func decodes(with decoder: String?) {
    if let last = entries.indices.last, let decoder { entries[last].videoDecoder = decoder }
  }

  /// Adds seconds of media played to the current entry.
  package mutating func watched(_ seconds: Double) {
    if let last = entries.indices.last, seconds > 0 { entries[last].watched += seconds }
  }

  /// Adds a stall to the current entry.
  package mutating func stalled() {
    if let last = entries.indices.last { entries[last].stalls += 1 }
  }

  /// Adds dropped frames to the current entry.
  package mutating func dropped(_ frames: Int) {
    if let last = entries.indices.last { entries[last].droppedFrames += frames }
  }

  // MARK: Errors

  /// Adds an error. The oldest is dropped at the limit.
  package mutating func add(_ error: ErrorEntry) {
    errors.append(error)
    if errors.count > Self.limit { errors.removeFirst() }
  }
}

extension AccessEntry {
  /// Adds the transfer of one load. A failed load counts its requests and bytes, but no segment.
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
    if report.bytes >= Self.minimumBytes, seconds > 0 { speeds.add(Double(report.bytes) * 8 / seconds) }
    if load.hasVideo { videoContent.add(report.bytes, duration) }
    if load.hasAudio { audioContent.add(report.bytes, duration) }
  }
  /// The throughput of smaller loads depends more on the server's latency than on the link.
  private static let minimumBytes = 16 << 10
}

extension AccessEntry.Content {
  /// Adds the bytes and the duration of one segment.
  fileprivate mutating func add(_ bytes: Int, _ seconds: Double) {
    self.bytes += bytes
    self.seconds += seconds
  }
}
