import PlayheadFFmpeg

extension MediaInfo {
  /// Whether a player finds something to play in it.
  var hasPlayableTrack: Bool { preferredTrack(.video) != nil || preferredTrack(.audio) != nil }

  /// Whether the container says how long it is. The length of streams that only follow on each other is measured by their size
  /// and data rate.
  var statesItsLength: Bool {
    let measured: Set<Substring> = [
      "mp3", "aac", "ac3", "eac3", "dts", "mpeg", "mpegts", "mpegvideo", "h264", "hevc", "amr",
    ]
    return measured.isDisjoint(with: containerName.split(separator: ","))
  }
}
