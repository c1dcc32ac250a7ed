import CoreMedia

/// The texts of the preview above the seek bar. A pure function of the position under the pointer and the item.
struct SeekPreviewContent: Equatable {
  /// The position; for a live stream the distance from the live edge.
  var time: String
  /// The title of the chapter at the position; nil before the first chapter.
  var chapter: String?

  /// - Parameters:
  ///   - seconds: The position under the pointer.
  ///   - duration: Not numeric while unknown, and for live streams.
  init(at seconds: Double, playback: PlaybackSnapshot, duration: CMTime, choices: ItemChoices) {
    let shown = playback.isLive ? seconds - (playback.seekable?.upperBound ?? 0) : seconds
    time = TimeText.text(CMTime(seconds: shown, preferredTimescale: 1000), reference: duration)
    chapter = choices.chapter(at: seconds).map { choices.chapters[$0].title }
  }
}
