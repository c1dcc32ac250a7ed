import Foundation

/// What was fetched and played of one variant, from one machine, until another one took its place.
package struct AccessEntry: Sendable, Equatable {
  package enum Kind: Sendable { case live, onDemand, file }

  /// What the playlist says of the variant, in bits a second; nil where it says nothing.
  package struct Indicated: Sendable, Equatable {
    package var peak: Double?
    package var average: Double?
    package init(peak: Double? = nil, average: Double? = nil) {
      self.peak = peak
      self.average = average
    }
  }

  /// How fast pieces came.
  package struct Speeds: Sendable, Equatable {
    package private(set) var least: Double?
    package private(set) var most: Double?
    private var count = 0.0
    private var sum = 0.0
    private var squares = 0.0

    mutating func add(_ bitsPerSecond: Double) {
      least = min(least ?? bitsPerSecond, bitsPerSecond)
      most = max(most ?? bitsPerSecond, bitsPerSecond)
      count += 1
      sum += bitsPerSecond
      squares += bitsPerSecond * bitsPerSecond
    }

    /// Of all of them, not of a sample; nil before there are two.
    package var standardDeviation: Double? {
      guard count >= 2 else { return nil }
      let mean = sum / count
      return max(0, squares / count - mean * mean).squareRoot()
    }
  }

  /// Bytes and the seconds of media in them.
  package struct Content: Sendable, Equatable {
    package var bytes = 0
    package var seconds = 0.0
    package var bitsPerSecond: Double? { seconds > 0 ? Double(bytes) * 8 / seconds : nil }
  }

  /// The playlist of the variant, or the file.
  package let uri: URL
  package var kind: Kind
  package let indicated: Indicated
  package internal(set) var address: String?
  package internal(set) var addressChanges = 0
  /// When playing began within it, and where.
  package internal(set) var started: Date?
  package internal(set) var startOffset: Double?
  /// Seconds from the opening of the item until it could be played; only in the first entry.
  package internal(set) var startupSeconds: Double?
  /// Seconds of media that were played.
  package internal(set) var watched = 0.0
  package internal(set) var stalls = 0
  /// Frames that were not shown because they came too late.
  package internal(set) var droppedFrames = 0
  package internal(set) var requests = 0
  package internal(set) var bytes: Int64 = 0
  package internal(set) var transferSeconds = 0.0
  package internal(set) var segments = 0
  package internal(set) var segmentSeconds = 0.0
  /// Segments that took longer to come than they take to be played.
  package internal(set) var overdue = 0
  package internal(set) var speeds = Speeds()
  package internal(set) var pictures = Content()
  package internal(set) var sounds = Content()
  /// The speed at which the choice fell on this variant; nil where it did not fall for its speed.
  package internal(set) var switchBitsPerSecond: Double?

  init(uri: URL, kind: Kind, indicated: Indicated = Indicated()) {
    self.uri = uri
    self.kind = kind
    self.indicated = indicated
  }

  /// Bits a second over everything that was fetched; nil before there is enough to tell.
  package var bitsPerSecond: Double? { transferSeconds > 0 ? Double(bytes) * 8 / transferSeconds : nil }
}

/// Something that was asked for and not got, whether or not another try or another way helped.
package struct ErrorEntry: Sendable, Equatable {
  package let date: Date
  package let error: MediaError
  package var url: URL { error.url }
  package let address: String?
  /// What the server said beside its refusal.
  package let fields: [String: String]?

  package static func == (a: Self, b: Self) -> Bool {
    a.date == b.date && a.error.kind == b.error.kind && a.url == b.url && a.address == b.address && a.fields == b.fields
  }
}
