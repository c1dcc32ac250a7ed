import CoreMedia
import PlayheadBasics
import PlayheadClock
import PlayheadFFmpeg

/// Places decoded audio after the samples of a start, continuous from the target on: decides about silence in gaps,
/// cuts of overlaps, and the end.
///
///     target ▇▇▇▇▇▇▇▇▇▇▇▇░░░░▇▇▇▇▇▇▇▇▇▇│ end
///            samples     silence        ▲ position
///
/// Positions are counted in frames of media before time stretching, at the ring's sample rate. Pure.
package struct AudioPlacement {
  /// The media time of the first sample of the current start.
  private(set) var target = CMTime.zero
  /// Frames since the target.
  private(set) var position: Int64 = 0
  /// The number of frames to render; nil: all.
  private var limit: Int64?
  /// The decision about gaps in the track.
  private var continuity: AudioContinuityPolicy
  /// The sample rate of the ring, in hertz.
  private let sampleRate: Int

  /// Creates the placement of a track. `continuity`: the decision about gaps in it; `sampleRate`: in hertz.
  package init(_ continuity: AudioContinuityPolicy, sampleRate: Int) {
    self.continuity = continuity
    self.sampleRate = sampleRate
  }

  /// Begins a start, for which the decoder is flushed. `end`: the time at which audio is cut; nil: the end of the
  /// track.
  package mutating func begin(at target: CMTime, end: CMTime?) {
    self.target = target
    position = 0
    limit = end.map { max(0, Int64(saturating: (($0 - target).seconds * Double(sampleRate)).rounded())) }
    continuity.begin()
  }

  /// Whether all frames up to the end have been rendered.
  package var isComplete: Bool { limit.map { position >= $0 } ?? false }
  /// The number of frames up to the end; nil: no limit.
  package var framesLeft: Int64? { limit.map { $0 - position } }
  /// The media time of the next frame.
  var nextTime: CMTime { target + CMTime(value: position, timescale: CMTimeScale(sampleRate)) }
  /// The media time of the next frame in nanoseconds, saturated.
  var nextNanoseconds: Int64 {
    target.nanoseconds.addingSaturated(Int64(saturating: Double(position) / Double(sampleRate) * 1e9))
  }

  /// Whether a packet is so far before the target that it need not be decoded: a quarter of a second lets every codec
  /// settle.
  package func isBefore(_ packet: Packet) -> Bool {
    guard packet.presentationTime.isNumeric, packet.duration > .zero else { return false }
    return packet.presentationTime + packet.duration < target - CMTime(value: 1, timescale: 4)
  }

  /// Records a packet sent to the decoder.
  package mutating func noteSent(_ packet: Packet) {
    continuity.sent(start: (packet.presentationTime - target).seconds, duration: packet.duration.seconds)
  }

  /// Records that a packet could not be decoded, or that the decoder was replaced: only the time places the next audio.
  mutating func lost() { continuity.lost() }

  /// The gap before samples: if positive, the frames of silence before them; if negative, the frames to cut from their
  /// beginning.
  ///
  /// - Parameter time: The presentation time of the first sample. Zero is returned if it is no usable time.
  package mutating func gap(before time: CMTime) -> Int {
    let offset = (time - target).seconds
    guard offset.isFinite, abs(offset) < 1e7 else { return 0 }
    // The first samples are placed exactly; later ones only after a real gap.
    let expected = Double(position) / Double(sampleRate)
    let seconds = position == 0 ? continuity.start(of: offset) : continuity.gap(before: offset, expected: expected)
    return Int(saturating: (seconds * Double(sampleRate)).rounded())
  }

  /// Records rendered frames.
  package mutating func advance(by frames: Int) { position += Int64(frames) }
}
