import CoreMedia

/// One of the captions that pictures carry beside each other, as broadcasts and playlists name them.
package enum ClosedCaptionService: Hashable, Sendable {
  /// CC1 to CC4 of CEA-608: two in each field.
  case line21(Int)
  /// A service of CEA-708, 1 to 63; 1 is the usual one.
  case digital(Int)

  /// Reads what a playlist calls it (RFC 8216 §4.3.4.1, `INSTREAM-ID`): `CC1` to `CC4`, `SERVICE1` to `SERVICE63`.
  package init?(streamID: String) {
    if streamID.hasPrefix("CC"), let number = Int(streamID.dropFirst(2)), 1...4 ~= number {
      self = .line21(number)
    } else if streamID.hasPrefix("SERVICE"), let number = Int(streamID.dropFirst(7)), 1...63 ~= number {
      self = .digital(number)
    } else {
      return nil
    }
  }

  package var number: Int {
    switch self {
    case .line21(let number), .digital(let number): number
    }
  }

  package var name: String {
    switch self {
    case .line21(let number): "CC\(number)"
    case .digital(let number): "Service \(number)"
    }
  }

  fileprivate var codecName: String {
    switch self {
    case .line21: "eia_608"
    case .digital: "cea_708"
    }
  }

  // MARK: Among tracks

  /// No container has as many streams: what pictures carry is numbered from here on, the same in every opening of a file.
  private static let firstIndex = 1 << 16

  package var trackIndex: Int {
    switch self {
    case .line21(let number): Self.firstIndex + number
    case .digital(let number): Self.firstIndex + 4 + number
    }
  }

  /// The service that has an index among tracks; nil for a track of its own.
  package init?(trackIndex: Int) {
    switch trackIndex - Self.firstIndex {
    case let number where 1...4 ~= number: self = .line21(number)
    case let number where 5...67 ~= number: self = .digital(number - 4)
    default: return nil
    }
  }
}

extension TrackInfo {
  /// Captions within pictures, as if they were a track.
  package init(_ service: ClosedCaptionService, timeRange: CMTimeRange) {
    self.init(textCodec: service.codecName, timeRange: timeRange)
    index = service.trackIndex
    trackID = Int32(service.trackIndex)
    title = service.name
  }

  /// Which of the captions within pictures it is; nil for a track of its own.
  package var closedCaptions: ClosedCaptionService? { ClosedCaptionService(trackIndex: index) }

  /// Whether its text is closed captions of television, in a track of its own or within pictures.
  package var isClosedCaptions: Bool { codecName == "eia_608" || codecName == "cea_708" }
}
