import CoreMedia
import PlayheadFFmpeg
import PlayheadText

/// Closed captions of television: pairs of bytes that come with pictures, in the order in which pictures are seen.
struct ClosedCaptions {
  enum Service: Equatable, Sendable {
    /// CC1 to CC4.
    case line21(Int)
    /// A service of digital television, 1 being the usual one.
    case digital(Int)
  }

  let service: Service
  /// nil where packets are the bytes themselves.
  private let bytes: ClosedCaptionBytes?
  private var line21: CEA608Decoder
  private var digital: CEA708Decoder
  private var waiting: [(time: CMTime, triplets: [UInt8])] = []
  private var last = CMTime.zero

  init(_ bytes: ClosedCaptionBytes?, service: Service) {
    self.bytes = bytes
    self.service = service
    line21 = CEA608Decoder(channel: Self.number(service))
    digital = CEA708Decoder(service: Self.number(service))
  }

  private static func number(_ service: Service) -> Int {
    switch service {
    case .line21(let number), .digital(let number): number
    }
  }

  var format: CueDocument.Format { if case .line21 = service { .cea608 } else { .cea708 } }

  mutating func reset() { self = ClosedCaptions(bytes, service: service) }

  mutating func cues(of packet: Packet) -> [Cue] {
    guard packet.presentationTime.isNumeric else { return [] }
    let triplets = bytes?.triplets(in: packet) ?? packet.bytes
    if !triplets.isEmpty {
      let place = waiting.lastIndex { $0.time <= packet.presentationTime }.map { $0 + 1 } ?? 0
      waiting.insert((packet.presentationTime, triplets), at: place)
    }
    // No picture that is decoded later is seen before this one is decoded.
    return release(through: bytes != nil && packet.decodeTime.isNumeric ? packet.decodeTime : packet.presentationTime)
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
    last = max(last, time)
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

  /// What is on the screen now; it is not known yet until when.
  var open: [Cue] { if case .line21 = service { line21.open } else { digital.open } }
}
