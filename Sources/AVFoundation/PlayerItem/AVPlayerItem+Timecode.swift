import PlayheadEngine

extension AVPlayerItem {
  /// The time code of the first picture as the file has it, such as `01:00:00:00`, and how many pictures a second it counts; nil
  /// where there is none, or nobody has looked yet.
  package var firstTimecode: (text: String, frameRate: Double)? {
    guard let info = engineItem.snapshot.info, let picture = info.preferredTrack(.video),
      let rate = picture.video?.frameRate, rate > 0
    else { return nil }
    // The picture's own, else that of a track for nothing else (`tmcd`), else the whole file's.
    let code =
      picture.metadata["timecode"] ?? info.tracks.lazy.compactMap { $0.metadata["timecode"] }.first
      ?? info.metadata["timecode"]
    return code.map { ($0, rate) }
  }
}
