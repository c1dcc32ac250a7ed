import PlayheadMedia

extension MediaInfo {
  /// Whether it has a track that can be played.
  var hasPlayableTrack: Bool { preferredTrack(.video) != nil || preferredTrack(.audio) != nil }
}
