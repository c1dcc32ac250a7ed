import Foundation

// The properties that `load(_:)` and `status(of:)` know of assets.
extension AVPartialAsyncProperty where Root: AVAsset {
  /// How long the asset is.
  public static var duration: AVAsyncProperty<Root, CMTime> { .init("duration") { $0.duration } }
  /// Its tracks.
  public static var tracks: AVAsyncProperty<Root, [AVAssetTrack]> { .init("tracks") { $0.tracks } }
  /// Whether a player can play it.
  public static var isPlayable: AVAsyncProperty<Root, Bool> { .init("playable") { $0.isPlayable } }
  /// Whether its samples can be read.
  public static var isReadable: AVAsyncProperty<Root, Bool> { .init("readable") { $0.isReadable } }
  /// Whether durations and times are exact.
  public static var providesPreciseDurationAndTiming: AVAsyncProperty<Root, Bool> {
    .init("providesPreciseDurationAndTiming") { $0.providesPreciseDurationAndTiming }
  }
  /// The rate at which it wants to be played.
  public static var preferredRate: AVAsyncProperty<Root, Float> { .init("preferredRate") { $0.preferredRate } }
  /// The volume at which it wants to be heard.
  public static var preferredVolume: AVAsyncProperty<Root, Float> { .init("preferredVolume") { $0.preferredVolume } }
  /// How all pictures are to be turned.
  public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
    .init("preferredTransform") { $0.preferredTransform }
  }
  /// How close to the live edge one may play.
  public static var minimumTimeOffsetFromLive: AVAsyncProperty<Root, CMTime> {
    .init("minimumTimeOffsetFromLive") { $0.minimumTimeOffsetFromLive }
  }

  /// What is said about it.
  public static var metadata: AVAsyncProperty<Root, [AVMetadataItem]> { .init("metadata") { $0.metadata } }
  /// The metadata that several formats have in common.
  public static var commonMetadata: AVAsyncProperty<Root, [AVMetadataItem]> {
    .init("commonMetadata") { $0.commonMetadata }
  }
  /// In which formats there is metadata.
  public static var availableMetadataFormats: AVAsyncProperty<Root, [AVMetadataFormat]> {
    .init("availableMetadataFormats") { $0.availableMetadataFormats }
  }
  /// When it was made.
  public static var creationDate: AVAsyncProperty<Root, AVMetadataItem?> { .init("creationDate") { $0.creationDate } }
  /// The words of a song.
  public static var lyrics: AVAsyncProperty<Root, String?> { .init("lyrics") { $0.lyrics } }
  /// The languages in which chapters have titles.
  public static var availableChapterLocales: AVAsyncProperty<Root, [Locale]> {
    .init("availableChapterLocales") { $0.availableChapterLocales }
  }

  /// For which characteristics there is something to choose from.
  public static var availableMediaCharacteristicsWithMediaSelectionOptions:
    AVAsyncProperty<Root, [AVMediaCharacteristic]>
  {
    .init("availableMediaCharacteristicsWithMediaSelectionOptions") {
      $0.availableMediaCharacteristicsWithMediaSelectionOptions
    }
  }
  /// What plays when nobody chooses.
  public static var preferredMediaSelection: AVAsyncProperty<Root, AVMediaSelection> {
    .init("preferredMediaSelection") { $0.preferredMediaSelection }
  }
  /// Every combination of options.
  public static var allMediaSelections: AVAsyncProperty<Root, [AVMediaSelection]> {
    .init("allMediaSelections") { $0.allMediaSelections }
  }

  /// Whether some of it is encrypted.
  public static var hasProtectedContent: AVAsyncProperty<Root, Bool> {
    .init("hasProtectedContent") { $0.hasProtectedContent }
  }
  /// How long it will be in the end, where a growing file says so.
  public static var overallDurationHint: AVAsyncProperty<Root, CMTime> {
    .init("overallDurationHint") { $0.overallDurationHint }
  }
  /// Groups of tracks of which one is played at a time.
  public static var trackGroups: AVAsyncProperty<Root, [AVAssetTrackGroup]> { .init("trackGroups") { $0.trackGroups } }

  /// Whether it is an MP4 file in fragments.
  public static var containsFragments: AVAsyncProperty<Root, Bool> {
    .init("containsFragments") { $0.containsFragments }
  }
  /// Whether more fragments may follow.
  public static var canContainFragments: AVAsyncProperty<Root, Bool> {
    .init("canContainFragments") { $0.canContainFragments }
  }
}
