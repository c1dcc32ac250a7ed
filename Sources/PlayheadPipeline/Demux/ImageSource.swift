import CoreMedia
import PlayheadItems
import PlayheadMedia

/// A source of frames for images: a container, or one rendition of a stream. Used by one thread at a time.
package protocol ImageSource: PacketSource {
  /// Restarts at the first packet, for sources without times to seek by.
  func rewind() throws(MediaError)
  /// The clean aperture of a track, if the container specifies it outside the stream. Called before the first packet is
  /// read.
  func cleanAperture(ofTrack index: Int) -> CleanAperture?
}
