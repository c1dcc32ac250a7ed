import Foundation
import PlayheadItems
import PlayheadNetworking

/// The network access log of an item, with one entry per variant: a snapshot at the time of the request.
open class AVPlayerItemAccessLog: NSObject, NSCopying, @unchecked Sendable {
  // Sendable: constants.

  /// The entries, oldest first.
  open var events: [AVPlayerItemAccessLogEvent] { storedEvents }
  /// The value of `events`.
  private let storedEvents: [AVPlayerItemAccessLogEvent]

  init(_ log: PlaybackLog) {
    storedEvents = log.entries.map { AVPlayerItemAccessLogEvent($0, sessionID: log.sessionID) }
    super.init()
  }

  /// The log as text in the W3C extended log file format, in UTF-8.
  open func extendedLogData() -> Data? { Data(LogText.access(events).utf8) }

  /// The encoding of `extendedLogData()`: a raw value of `String.Encoding`.
  open var extendedLogDataStringEncoding: UInt { String.Encoding.utf8.rawValue }

  /// Returns the log itself: it is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// The statistics of one variant. Unknown numbers are negative, other unknown values nil.
open class AVPlayerItemAccessLogEvent: NSObject, NSCopying, @unchecked Sendable {
  // Sendable: constants.
  private let entry: AccessEntry
  private let sessionID: UUID

  init(_ entry: AccessEntry, sessionID: UUID) {
    self.entry = entry
    self.sessionID = sessionID
    super.init()
  }

  // MARK: Identification

  /// The URL of the media playlist or file, without passwords and query values.
  open var uri: String? { entry.uri.redacted }
  /// The IP address of the server.
  open var serverAddress: String? { entry.address }
  /// The number of times that the server address changed.
  open var numberOfServerAddressChanges: Int { entry.addressChanges }
  /// The identifier of the playback session, the same in all entries of an item and in its error log.
  open var playbackSessionID: String? { sessionID.uuidString }
  /// `VOD` or `LIVE` for segmented streams, `FILE` for files, `LIVE` for internet radio.
  open var playbackType: String? {
    switch entry.kind {
    case .live: "LIVE"
    case .onDemand: "VOD"
    case .file: "FILE"
    }
  }

  // MARK: Playback

  /// The date at which playback started.
  open var playbackStartDate: Date? { entry.started }
  /// The media position at which playback started, in seconds.
  open var playbackStartOffset: TimeInterval { entry.startOffset ?? -1 }
  /// The seconds from opening the item until it was ready; in the first entry only.
  open var startupTime: TimeInterval { entry.startupSeconds ?? -1 }
  /// The seconds of media played; updated up to half a second late.
  open var durationWatched: TimeInterval { entry.watched }
  /// The number of stalls.
  open var numberOfStalls: Int { entry.stalls }
  /// The number of frames that arrived too late for display in any view. Consecutive drops are counted when they end,
  /// after at most ten seconds.
  open var numberOfDroppedVideoFrames: Int { entry.droppedFrames }

  /// The decoder that decoded the video last: FFmpeg's name, such as `libdav1d`, or the interface of the hardware, such
  /// as `VA-API`; nil without video.
  ///
  /// - Note: Not in Apple's API.
  @_spi(Playhead) public var videoDecoderName: String? { entry.videoDecoder }

  // MARK: Network

  /// The number of media requests, including failed ones.
  open var numberOfMediaRequests: Int { entry.requests }
  /// The number of requests over a mobile network: 0, as it is not detected.
  open var mediaRequestsWWAN: Int { 0 }
  /// The number of content bytes received.
  open var numberOfBytesTransferred: Int64 { entry.bytes }
  /// The seconds during which data was being received.
  open var transferDuration: TimeInterval { entry.transferSeconds > 0 ? entry.transferSeconds : -1 }
  /// The number of segments downloaded.
  open var numberOfSegmentsDownloaded: Int { entry.kind == .file ? -1 : entry.segments }
  /// The media duration of those segments, in seconds.
  open var segmentsDownloadedDuration: TimeInterval { entry.kind == .file ? -1 : entry.segmentSeconds }
  /// The number of segments that took longer to download than to play.
  open var downloadOverdue: Int { entry.kind == .file ? -1 : entry.overdue }

  // MARK: Bit rates, in bits per second

  /// The peak bit rate that the playlist declares.
  open var indicatedBitrate: Double { entry.indicated.peak ?? -1 }
  /// The average bit rate that the playlist declares.
  open var indicatedAverageBitrate: Double { entry.indicated.average ?? -1 }
  /// The overall throughput.
  open var observedBitrate: Double { entry.bitsPerSecond ?? -1 }
  /// The throughput of the slowest segment.
  open var observedMinBitrate: Double { entry.speeds.lowest ?? -1 }
  /// The throughput of the fastest segment.
  open var observedMaxBitrate: Double { entry.speeds.highest ?? -1 }
  /// The standard deviation of the segments' throughput.
  open var observedBitrateStandardDeviation: Double { entry.speeds.standardDeviation ?? -1 }
  /// The throughput estimate at which this variant was selected.
  open var switchBitrate: Double { entry.switchBitsPerSecond ?? -1 }
  /// The average bit rate of segments with video, including their audio.
  open var averageVideoBitrate: Double { entry.videoContent.bitsPerSecond ?? -1 }
  /// The average bit rate of audio-only segments.
  open var averageAudioBitrate: Double { entry.audioContent.bitsPerSecond ?? -1 }

  /// Returns the entry itself: it is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
