import CPlayheadFFmpeg
import CoreMedia
import PlayheadMedia

extension Packet {
  /// The part of a cue that is displayed within a range; nil if there is none, or memory is exhausted. A cue of unknown
  /// duration counts by its start.
  package func cut(to range: CMTimeRange) -> Packet? {
    guard presentationTime.isNumeric else { return nil }
    let (isTimed, end) = (duration > .zero, presentationTime + duration)
    guard presentationTime < range.end, isTimed ? end > range.start : presentationTime >= range.start else {
      return nil
    }
    let start = max(presentationTime, range.start)
    if start == presentationTime, !isTimed || end <= range.end { return self }
    guard let copy = av_packet_clone(raw) else { return nil }
    return Packet(
      taking: copy, presentationTime: start, decodeTime: start, duration: isTimed ? min(end, range.end) - start : .zero,
      parameters: parameters, textHeader: textHeader)
  }
}
