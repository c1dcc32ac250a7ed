import PlayheadFFmpeg

extension MediaInfo {
  /// Whether a player finds something to play in it.
  var hasPlayableTrack: Bool { preferredTrack(.video) != nil || preferredTrack(.audio) != nil }
}
