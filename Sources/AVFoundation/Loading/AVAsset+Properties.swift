import Foundation

// The properties of assets for `load(_:)` and `status(of:)`.
extension AVPartialAsyncProperty where Root: AVAsset {
  /// The duration of the asset.
  public static var duration: AVAsyncProperty<Root, CMTime> { .init("duration") { $0.duration } }
  /// The tracks.
  public static var tracks: AVAsyncProperty<Root, [AVAssetTrack]> { .init("tracks") { $0.tracks } }
  /// Whether a player can play it.
  public static var isPlayable: AVAsyncProperty<Root, Bool> { .init("playable") { $0.isPlayable } }
  /// Whether its samples can be read.
  public static var isReadable: AVAsyncProperty<Root, Bool> { .init("readable") { $0.isReadable } }
  /// Whether durations and times are exact.
  public static var providesPreciseDurationAndTiming: AVAsyncProperty<Root, Bool> {
    .init("providesPreciseDurationAndTiming") { $0.providesPreciseDurationAndTiming }
  }
  /// The preferred playback rate.
  public static var preferredRate: AVAsyncProperty<Root, Float> { .init("preferredRate") { $0.preferredRate } }
  /// The preferred volume.
  public static var preferredVolume: AVAsyncProperty<Root, Float> { .init("preferredVolume") { $0.preferredVolume } }
  /// The preferred transform of all video.
  public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
    .init("preferredTransform") { $0.preferredTransform }
  }
  /// The minimum distance from the live edge.
  public static var minimumTimeOffsetFromLive: AVAsyncProperty<Root, CMTime> {
    .init("minimumTimeOffsetFromLive") { $0.minimumTimeOffsetFromLive }
  }

  /// The metadata in all formats.
  public static var metadata: AVAsyncProperty<Root, [AVMetadataItem]> { .init("metadata") { $0.metadata } }
  /// The metadata with keys common to several formats.
  public static var commonMetadata: AVAsyncProperty<Root, [AVMetadataItem]> {
    .init("commonMetadata") { $0.commonMetadata }
  }
  /// The available metadata formats.
  public static var availableMetadataFormats: AVAsyncProperty<Root, [AVMetadataFormat]> {
    .init("availableMetadataFormats") { $0.availableMetadataFormats }
  }
  /// The creation date.
  public static var creationDate: AVAsyncProperty<Root, AVMetadataItem?> { .init("creationDate") { $0.creationDate } }
  /// The lyrics of a song.
  public static var lyrics: AVAsyncProperty<Root, String?> { .init("lyrics") { $0.lyrics } }
  /// The languages of the chapter titles.
  public static var availableChapterLocales: AVAsyncProperty<Root, [Locale]> {
    .init("availableChapterLocales") { $0.availableChapterLocales }
  }

  /// The media characteristics that have selectable options.
  public static var availableMediaCharacteristicsWithMediaSelectionOptions:
    AVAsyncProperty<Root, [AVMediaCharacteristic]>
  {
    .init("availableMediaCharacteristicsWithMediaSelectionOptions") {
      $0.availableMediaCharacteristicsWithMediaSelectionOptions
    }
  }
  /// The default selection.
  public static var preferredMediaSelection: AVAsyncProperty<Root, AVMediaSelection> {
    .init("preferredMediaSelection") { $0.preferredMediaSelection }
  }
  /// All combinations of options.
  public static var allMediaSelections: AVAsyncProperty<Root, [AVMediaSelection]> {
    .init("allMediaSelections") { $0.allMediaSelections }
  }

  /// Whether some of its content is encrypted.
  public static var hasProtectedContent: AVAsyncProperty<Root, Bool> {
    .init("hasProtectedContent") { $0.hasProtectedContent }
  }
  /// The expected final duration of a growing file.
  public static var overallDurationHint: AVAsyncProperty<Root, CMTime> {
    .init("overallDurationHint") { $0.overallDurationHint }
  }
  /// The groups of alternative tracks.
  public static var trackGroups: AVAsyncProperty<Root, [AVAssetTrackGroup]> { .init("trackGroups") { $0.trackGroups } }

  /// Whether it is a fragmented MP4 file.
  public static var containsFragments: AVAsyncProperty<Root, Bool> {
    .init("containsFragments") { $0.containsFragments }
  }
  /// Whether further fragments may follow.
  public static var canContainFragments: AVAsyncProperty<Root, Bool> {
    .init("canContainFragments") { $0.canContainFragments }
  }
}
