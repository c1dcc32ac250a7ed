import CoreMedia
import PlayheadFFmpeg
import PlayheadText

/// Closed captions of television: pairs of bytes that come with pictures, in the order in which pictures are seen.
struct ClosedCaptions {
  let service: ClosedCaptionService
  /// nil where packets are the bytes themselves.
  private let bytes: ClosedCaptionBytes?
  private var line21: CEA608Decoder
  private var digital: CEA708Decoder
  private var waiting: [(time: CMTime, triplets: [UInt8])] = []
  /// Since when that has stood which was told of last; nil: nothing was told.
  private var told: CMTime?

  init(_ bytes: ClosedCaptionBytes?, service: ClosedCaptionService) {
    self.bytes = bytes
    self.service = service
    line21 = CEA608Decoder(channel: service.number)
    digital = CEA708Decoder(service: service.number)
  }

  var format: CueDocument.Format { if case .line21 = service { .cea608 } else { .cea708 } }

  mutating func reset() { self = ClosedCaptions(bytes, service: service) }

  mutating func cues(of packet: Packet) -> [Cue] {
    guard packet.presentationTime.isNumeric else { return [] }
    // No picture that is decoded later is seen before this one is decoded.
    let isOrdered = bytes != nil && packet.decodeTime.isNumeric
    return cues(
      of: bytes?.triplets(in: packet) ?? packet.bytes, at: packet.presentationTime,
      reached: isOrdered ? packet.decodeTime : packet.presentationTime)
  }

  /// The cues of what a picture carries. `reached`: before this time no other picture follows.
  mutating func cues(of triplets: [UInt8], at time: CMTime, reached: CMTime) -> [Cue] {
    if !triplets.isEmpty {
      let place = waiting.lastIndex { $0.time <= time }.map { $0 + 1 } ?? 0
      waiting.insert((time, triplets), at: place)
    }
    return release(through: reached)
  }

  private mutating func release(through time: CMTime) -> [Cue] {
    var cues: [Cue] = []
    while let first = waiting.first, first.time <= time || waiting.count > Self.depth {
      waiting.removeFirst()
      cues += decode(first.triplets, at: first.time)
    }
    return cues
  }

  /// More pictures than any codec puts out of order.
  private static let depth = 32

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

  /// What is left, and what is on the screen at the end.
  mutating func finish() -> [Cue] {
    let cues = release(through: .positiveInfinity)
    if case .line21 = service { return cues + line21.open }
    return cues + digital.open
  }

  /// What is on the screen now, without an end; nil where that is what it was when last asked.
  mutating func takeOpen() -> [Cue]? {
    let since = if case .line21 = service { line21.since } else { digital.since }
    guard since != told else { return nil }
    told = since
    if case .line21 = service { return line21.open }
    return digital.open
  }
}
