import Foundation
import PlayheadEngine

/// What was fetched for an item over the network, one entry a variant: a picture of the moment in which it was asked for.
open class AVPlayerItemAccessLog: NSObject, NSCopying, @unchecked Sendable {
  // Sendable: constants.

  /// The entries, oldest first.
  public let events: [AVPlayerItemAccessLogEvent]

  init(_ log: PlaybackLog) {
    events = log.entries.map { AVPlayerItemAccessLogEvent($0, sessionID: log.sessionID) }
    super.init()
  }

  /// The log as a text in the W3C's extended log file format, in UTF-8.
  open func extendedLogData() -> Data? { Data(LogText.access(events).utf8) }

  /// The encoding of `extendedLogData()`: a raw value of `String.Encoding`.
  open var extendedLogDataStringEncoding: UInt { String.Encoding.utf8.rawValue }

  /// Itself: it does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// What was fetched and played of one variant. Numbers that nobody knows are negative, and other values nil.
open class AVPlayerItemAccessLogEvent: NSObject, NSCopying, @unchecked Sendable {
  // Sendable: constants.
  private let entry: AccessEntry
  private let sessionID: UUID

  init(_ entry: AccessEntry, sessionID: UUID) {
    self.entry = entry
    self.sessionID = sessionID
    super.init()
  }

  // MARK: What

  /// The playlist of the variant, or the file: without passwords, and without the values of its query.
  open var uri: String? { entry.uri.redacted }
  /// The number of the machine that answered.
  open var serverAddress: String? { entry.address }
  /// How often another machine answered than before.
  open var numberOfServerAddressChanges: Int { entry.addressChanges }
  /// The same in all entries of one item, and in those of its error log.
  open var playbackSessionID: String? { sessionID.uuidString }
  /// `VOD` and `LIVE` for streams in segments, `FILE` for files, `LIVE` for internet radio.
  open var playbackType: String? {
    switch entry.kind {
    case .live: "LIVE"
    case .onDemand: "VOD"
    case .file: "FILE"
    }
  }

  // MARK: Playing

  /// When playing began.
  open var playbackStartDate: Date? { entry.started }
  /// Where playing began, in seconds.
  open var playbackStartOffset: TimeInterval { entry.startOffset ?? -1 }
  /// Seconds from the opening of the item until it was ready; in the first entry only.
  open var startupTime: TimeInterval { entry.startupSeconds ?? -1 }
  /// Seconds of media that were played. Up to half a second is counted late.
  open var durationWatched: TimeInterval { entry.watched }
  /// How often playing had to wait for media.
  open var numberOfStalls: Int { entry.stalls }
  /// Frames that no view has shown because they came too late. A run of them is counted when it is over, at the latest after ten seconds.
  open var numberOfDroppedVideoFrames: Int { entry.droppedFrames }

  // MARK: Fetching

  /// Requests that were answered or should have been.
  open var numberOfMediaRequests: Int { entry.requests }
  /// Requests over a mobile network: none that anybody could tell.
  open var mediaRequestsWWAN: Int { 0 }
  /// Bytes of content.
  open var numberOfBytesTransferred: Int64 { entry.bytes }
  /// Seconds in which something was being received.
  open var transferDuration: TimeInterval { entry.transferSeconds > 0 ? entry.transferSeconds : -1 }
  /// Segments that were fetched.
  open var numberOfSegmentsDownloaded: Int { entry.kind == .file ? -1 : entry.segments }
  /// Seconds of media in them.
  open var segmentsDownloadedDuration: TimeInterval { entry.kind == .file ? -1 : entry.segmentSeconds }
  /// Segments that took longer to come than they take to be played.
  open var downloadOverdue: Int { entry.kind == .file ? -1 : entry.overdue }

  // MARK: Bits a second

  /// What the playlist says that the variant needs at its worst.
  open var indicatedBitrate: Double { entry.indicated.peak ?? -1 }
  /// What the playlist says that the variant needs on average.
  open var indicatedAverageBitrate: Double { entry.indicated.average ?? -1 }
  /// How fast everything came.
  open var observedBitrate: Double { entry.bitsPerSecond ?? -1 }
  /// How fast the slowest segment came.
  open var observedMinBitrate: Double { entry.speeds.least ?? -1 }
  /// How fast the quickest segment came.
  open var observedMaxBitrate: Double { entry.speeds.most ?? -1 }
  /// How far segments' speeds lie apart.
  open var observedBitrateStandardDeviation: Double { entry.speeds.standardDeviation ?? -1 }
  /// The speed of the link for which this variant was chosen.
  open var switchBitrate: Double { entry.switchBitsPerSecond ?? -1 }
  /// What the segments with pictures needed, with the sound in them.
  open var averageVideoBitrate: Double { entry.pictures.bitsPerSecond ?? -1 }
  /// What the segments with nothing but sound needed.
  open var averageAudioBitrate: Double { entry.sounds.bitsPerSecond ?? -1 }

  /// Itself: it does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
