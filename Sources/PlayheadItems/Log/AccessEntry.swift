import Foundation

/// The transfer and playback statistics of one variant from one server, until another takes its place.
package struct AccessEntry: Sendable, Equatable {
  /// The kind of source: a live stream, a stream on demand, or a single file.
  package enum Kind: Sendable { case live, onDemand, file }

  /// The bit rates that the playlist declares for the variant, in bits per second; nil if it declares none.
  package struct Indicated: Sendable, Equatable {
    /// The peak bit rate.
    package var peak: Double?
    /// The average bit rate.
    package var average: Double?
    /// Creates the declared bit rates, in bits per second.
    package init(peak: Double? = nil, average: Double? = nil) {
      self.peak = peak
      self.average = average
    }
  }

  /// Statistics of the throughput of segments.
  package struct ThroughputStatistics: Sendable, Equatable {
    /// The lowest throughput in bits per second.
    package private(set) var lowest: Double?
    /// The highest throughput in bits per second.
    package private(set) var highest: Double?
    /// The number of values, their sum, and the sum of their squares: the deviation needs no list of values.
    private var count = 0.0
    private var sum = 0.0
    private var squares = 0.0

    /// Adds the throughput of one segment.
    mutating func add(_ bitsPerSecond: Double) {
      lowest = min(lowest ?? bitsPerSecond, bitsPerSecond)
      highest = max(highest ?? bitsPerSecond, bitsPerSecond)
      count += 1
      sum += bitsPerSecond
      squares += bitsPerSecond * bitsPerSecond
    }

    /// The standard deviation of the whole population, not of a sample; nil for fewer than two values.
    package var standardDeviation: Double? {
      guard count >= 2 else { return nil }
      let mean = sum / count
      return max(0, squares / count - mean * mean).squareRoot()
    }
  }

  /// A number of bytes and the duration of media in them.
  package struct Content: Sendable, Equatable {
    /// The number of bytes.
    package var bytes = 0
    /// The duration of media in seconds.
    package var seconds = 0.0
    /// The average bit rate in bits per second; nil without media.
    package var bitsPerSecond: Double? { seconds > 0 ? Double(bytes) * 8 / seconds : nil }
  }

  /// The address of the variant's playlist, or of the file.
  package let uri: URL
  /// The kind of source.
  package var kind: Kind
  /// The bit rates that the playlist declares.
  package let indicated: Indicated
  /// The address of the server.
  package internal(set) var address: String?
  /// How often the address of the server changed.
  package internal(set) var addressChanges = 0
  /// When playback of this variant began.
  package internal(set) var started: Date?
  /// The position at which playback of this variant began, in seconds.
  package internal(set) var startOffset: Double?
  /// Seconds from the opening of the item until it was ready to play; only in the first entry.
  package internal(set) var startupSeconds: Double?
  /// Seconds of media played.
  package internal(set) var watched = 0.0
  /// The number of stalls.
  package internal(set) var stalls = 0
  /// Frames that were dropped because they were late.
  package internal(set) var droppedFrames = 0
  /// The name of the decoder that decoded the video last: FFmpeg's for software, the interface for hardware; nil before
  /// decoding, and without video.
  package internal(set) var videoDecoder: String?
  /// The number of requests.
  package internal(set) var requests = 0
  /// The number of bytes received.
  package internal(set) var bytes: Int64 = 0
  /// Seconds that transfers took.
  package internal(set) var transferSeconds = 0.0
  /// The number of segments downloaded.
  package internal(set) var segments = 0
  /// Seconds of media in those segments.
  package internal(set) var segmentSeconds = 0.0
  /// Segments that took longer to download than to play.
  package internal(set) var overdue = 0
  /// The throughput of segments.
  package internal(set) var speeds = ThroughputStatistics()
  /// The downloaded video.
  package internal(set) var videoContent = Content()
  /// The downloaded audio.
  package internal(set) var audioContent = Content()
  /// The throughput with which this variant was selected; nil if it was not selected by throughput.
  package internal(set) var switchBitsPerSecond: Double?

  /// An entry without transfers or playback.
  init(uri: URL, kind: Kind, indicated: Indicated = Indicated()) {
    self.uri = uri
    self.kind = kind
    self.indicated = indicated
  }

  /// The throughput over all transfers in bits per second; nil before the first transfer.
  package var bitsPerSecond: Double? { transferSeconds > 0 ? Double(bytes) * 8 / transferSeconds : nil }
}

/// A failed request, whether or not a retry or a fallback succeeded.
package struct ErrorEntry: Sendable, Equatable {
  /// The date of the failure.
  package let date: Date
  /// The error.
  package let error: MediaError
  /// The address of the request.
  package var url: URL { error.url }
  /// The address of the server.
  package let address: String?
  /// The header fields of the server's response.
  package let fields: [String: String]?

  /// Creates an entry.
  package init(date: Date, error: MediaError, address: String?, fields: [String: String]?) {
    (self.date, self.error, self.address, self.fields) = (date, error, address, fields)
  }

  /// Compares errors by kind and address. The underlying causes are ignored.
  package static func == (a: Self, b: Self) -> Bool {
    a.date == b.date && a.error.kind == b.error.kind && a.url == b.url && a.address == b.address && a.fields == b.fields
  }
}
