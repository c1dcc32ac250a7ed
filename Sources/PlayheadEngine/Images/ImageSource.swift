import CoreMedia
import PlayheadFFmpeg

/// What pictures are taken out of: a container, or one rendition of a stream. Used by one thread at a time.
protocol ImageSource: PacketSource {
  /// Goes to the first packet, in what knows no times to find a position by.
  func rewind() throws(MediaError)
  /// What is meant to be seen of a track's pictures, where the container tells it beside the stream. Asked before the first packet
  /// is read.
  func cleanAperture(ofTrack index: Int) -> CleanAperture?
}
