import CoreMedia

/// A closed-caption service embedded in video frames, as broadcasts and playlists name it.
package enum ClosedCaptionService: Hashable, Sendable {
  /// CC1 to CC4 of CEA-608: two channels in each field.
  case line21(Int)
  /// A service of CEA-708, 1 to 63; 1 is the primary one.
  case digital(Int)

  /// Parses the name in a playlist (RFC 8216 §4.3.4.1, `INSTREAM-ID`): `CC1` to `CC4`, `SERVICE1` to `SERVICE63`.
  package init?(streamID: String) {
    if streamID.hasPrefix("CC"), let number = Int(streamID.dropFirst(2)), 1...4 ~= number {
      self = .line21(number)
    } else if streamID.hasPrefix("SERVICE"), let number = Int(streamID.dropFirst(7)), 1...63 ~= number {
      self = .digital(number)
    } else {
      return nil
    }
  }

  /// The number of the channel or service, from 1.
  package var number: Int {
    switch self {
    case .line21(let number), .digital(let number): number
    }
  }

  /// A short English name.
  package var name: String {
    switch self {
    case .line21(let number): "CC\(number)"
    case .digital(let number): "Service \(number)"
    }
  }

  /// libavcodec's name of the standard.
  fileprivate var codecName: String {
    switch self {
    case .line21: "eia_608"
    case .digital: "cea_708"
    }
  }

  // MARK: Among tracks

  /// Track indexes of embedded captions start here, beyond any container's stream count, and are the same whenever a
  /// file is opened.
  private static let firstIndex = 1 << 16

  /// The stable index among the tracks of an asset.
  package var trackIndex: Int {
    switch self {
    case .line21(let number): Self.firstIndex + number
    case .digital(let number): Self.firstIndex + 4 + number
    }
  }

  /// The service of a track index; nil for a track of the container.
  package init?(trackIndex: Int) {
    switch trackIndex - Self.firstIndex {
    case let number where 1...4 ~= number: self = .line21(number)
    case let number where 5...67 ~= number: self = .digital(number - 4)
    default: return nil
    }
  }
}

extension TrackInfo {
  /// A pseudo track for captions embedded in video frames.
  package init(_ service: ClosedCaptionService, timeRange: CMTimeRange) {
    self.init(textCodec: service.codecName, timeRange: timeRange)
    index = service.trackIndex
    trackID = Int32(service.trackIndex)
    title = service.name
  }

  /// The embedded caption service of this pseudo track; nil for a track of the container.
  package var closedCaptions: ClosedCaptionService? { ClosedCaptionService(trackIndex: index) }

  /// Whether the track holds television closed captions, in a track of the container or embedded in video frames.
  package var isClosedCaptions: Bool { codecName == "eia_608" || codecName == "cea_708" }
}
