import PlayheadItems
import PlayheadMedia

extension AVPlayerItem {
  /// The timecode of the first frame as stored in the file, such as `01:00:00:00`, and its frame rate; nil if there is
  /// none, or if the file has not been read yet.
  package var firstTimecode: (text: String, frameRate: Double)? {
    guard let info = engineItem.snapshot.info, let videoTrack = info.preferredTrack(.video),
      let rate = videoTrack.video?.frameRate, rate > 0
    else { return nil }
    // That of the video track, or else of a timecode track (`tmcd`), or else of the file.
    let code =
      videoTrack.metadata["timecode"] ?? info.tracks.lazy.compactMap { $0.metadata["timecode"] }.first
      ?? info.metadata["timecode"]
    return code.map { ($0, rate) }
  }
}
