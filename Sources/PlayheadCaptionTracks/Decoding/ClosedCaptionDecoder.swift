import CoreMedia
import PlayheadFFmpeg
import PlayheadMedia
import PlayheadText

/// Decodes closed captions: byte pairs that are carried by frames, in presentation order.
struct ClosedCaptionDecoder {
  /// The caption channel or service that is decoded; all others are ignored.
  let service: ClosedCaptionService
  /// nil if packets consist of the bytes themselves.
  private let bytes: ClosedCaptionBytes?
  /// The decoder of CEA-608 captions. Unused for digital services.
  private var line21: CEA608Decoder
  /// The decoder of CEA-708 captions. Unused for line 21.
  private var digital: CEA708Decoder
  /// Caption data in order of presentation, until no earlier frame can follow.
  private var waiting: [(time: CMTime, triplets: [UInt8])] = []
  /// The start of the open cues returned last; nil before the first.
  private var openSince: CMTime?

  /// Creates a decoder that has received no data.
  ///
  /// - Parameter bytes: Extracts caption data from video packets; nil if packets consist of the data.
  init(_ bytes: ClosedCaptionBytes?, service: ClosedCaptionService) {
    self.bytes = bytes
    self.service = service
    line21 = CEA608Decoder(channel: service.number)
    digital = CEA708Decoder(service: service.number)
  }

  /// CEA-608 for line 21, otherwise CEA-708.
  var format: CueDocument.Format { if case .line21 = service { .cea608 } else { .cea708 } }

  /// Discards the state after a seek.
  mutating func reset() { self = ClosedCaptionDecoder(bytes, service: service) }

  /// The cues completed by a packet.
  mutating func cues(of packet: Packet) -> [Cue] {
    guard packet.presentationTime.isNumeric else { return [] }
    // No frame decoded later is displayed before this decode time.
    let isOrdered = bytes != nil && packet.decodeTime.isNumeric
    return cues(
      of: bytes?.triplets(in: packet) ?? packet.bytes, at: packet.presentationTime,
      reached: isOrdered ? packet.decodeTime : packet.presentationTime)
  }

  /// Decodes the data of a frame. `reached`: no other frame before this time follows.
  mutating func cues(of triplets: [UInt8], at time: CMTime, reached: CMTime) -> [Cue] {
    if !triplets.isEmpty {
      let place = waiting.lastIndex { $0.time <= time }.map { $0 + 1 } ?? 0
      waiting.insert((time, triplets), at: place)
    }
    return release(through: reached)
  }

  /// Decodes the waiting data up to a time, and the oldest data if more than `depth` frames wait.
  private mutating func release(through time: CMTime) -> [Cue] {
    var cues: [Cue] = []
    while let first = waiting.first, first.time <= time || waiting.count > Self.depth {
      waiting.removeFirst()
      cues += decode(first.triplets, at: first.time)
    }
    return cues
  }

  /// Larger than the reordering depth of any codec.
  private static let depth = 32

  /// Decodes triplets of a marker and two bytes (CTA-708 `cc_data`): the marker has a valid bit, and two bits for the
  /// kind.
  private mutating func decode(_ triplets: [UInt8], at time: CMTime) -> [Cue] {
    var cues: [Cue] = []
    for index in stride(from: 0, to: triplets.count - 2, by: 3) {
      let (marker, first, second) = (triplets[index], triplets[index + 1], triplets[index + 2])
      guard marker & 4 != 0 else { continue }
      switch (service, marker & 3) {
      case (.line21, 0), (.line21, 1):
        if Int(marker & 3) + 1 == line21.field { cues += line21.decode(first, second, at: time) }
      case (.digital, 2), (.digital, 3):
        cues += digital.decode(first, second, isStart: marker & 3 == 3, at: time)
      default: break
      }
    }
    return cues
  }

  /// The remaining cues, and those on the screen at the end.
  mutating func finish() -> [Cue] {
    let cues = release(through: .positiveInfinity)
    if case .line21 = service { return cues + line21.open }
    return cues + digital.open
  }

  /// The cues on the screen, which have no end yet; nil if unchanged since the last call. An empty array means that the
  /// screen is empty.
  mutating func takeOpen() -> [Cue]? {
    let since = if case .line21 = service { line21.since } else { digital.since }
    guard since != openSince else { return nil }
    openSince = since
    if case .line21 = service { return line21.open }
    return digital.open
  }
}
