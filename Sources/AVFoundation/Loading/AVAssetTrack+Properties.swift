import Foundation

// The properties that `load(_:)` and `status(of:)` know of tracks.
extension AVPartialAsyncProperty where Root: AVAssetTrack {
  /// Whether it is played when nobody chooses.
  public static var isEnabled: AVAsyncProperty<Root, Bool> { .init("enabled") { $0.isEnabled } }
  /// Whether a player can play it.
  public static var isPlayable: AVAsyncProperty<Root, Bool> { .init("playable") { $0.isPlayable } }
  /// Whether a decoder for it is installed.
  public static var isDecodable: AVAsyncProperty<Root, Bool> { .init("decodable") { $0.isDecodable } }
  /// From where to where it plays.
  public static var timeRange: AVAsyncProperty<Root, CMTimeRange> { .init("timeRange") { $0.timeRange } }
  /// Units a second of its times.
  public static var naturalTimeScale: AVAsyncProperty<Root, CMTimeScale> {
    .init("naturalTimeScale") { $0.naturalTimeScale }
  }
  /// Bits a second on average.
  public static var estimatedDataRate: AVAsyncProperty<Root, Float> {
    .init("estimatedDataRate") { $0.estimatedDataRate }
  }
  /// The language as ISO 639-2/T.
  public static var languageCode: AVAsyncProperty<Root, String?> { .init("languageCode") { $0.languageCode } }
  /// The language as BCP 47.
  public static var extendedLanguageTag: AVAsyncProperty<Root, String?> {
    .init("extendedLanguageTag") { $0.extendedLanguageTag }
  }
  /// The volume at which it wants to be heard.
  public static var preferredVolume: AVAsyncProperty<Root, Float> { .init("preferredVolume") { $0.preferredVolume } }
  /// The size of its pictures before `preferredTransform`.
  public static var naturalSize: AVAsyncProperty<Root, CGSize> { .init("naturalSize") { $0.naturalSize } }
  /// How its pictures are to be turned.
  public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
    .init("preferredTransform") { $0.preferredTransform }
  }
  /// Pictures a second on average.
  public static var nominalFrameRate: AVAsyncProperty<Root, Float> { .init("nominalFrameRate") { $0.nominalFrameRate } }
  /// The shortest time that a picture is seen.
  public static var minFrameDuration: AVAsyncProperty<Root, CMTime> {
    .init("minFrameDuration") { $0.minFrameDuration }
  }
  /// What its media is like.
  public static var mediaCharacteristics: AVAsyncProperty<Root, [AVMediaCharacteristic]> {
    .init("mediaCharacteristics") { $0.mediaCharacteristics }
  }

  /// What is said about the track.
  public static var metadata: AVAsyncProperty<Root, [AVMetadataItem]> { .init("metadata") { $0.metadata } }
  /// The metadata that several formats have in common.
  public static var commonMetadata: AVAsyncProperty<Root, [AVMetadataItem]> {
    .init("commonMetadata") { $0.commonMetadata }
  }
  /// In which formats there is metadata.
  public static var availableMetadataFormats: AVAsyncProperty<Root, [AVMetadataFormat]> {
    .init("availableMetadataFormats") { $0.availableMetadataFormats }
  }

  /// The parts of the track's timeline.
  public static var segments: AVAsyncProperty<Root, [AVAssetTrackSegment]> { .init("segments") { $0.segments } }
  /// What the samples are made of.
  public static var formatDescriptions: AVAsyncProperty<Root, [CMFormatDescription]> {
    .init("formatDescriptions") { $0.typedFormatDescriptions }
  }
  /// Bytes of all its samples.
  public static var totalSampleDataLength: AVAsyncProperty<Root, Int64> {
    .init("totalSampleDataLength") { $0.totalSampleDataLength }
  }
  /// Whether its pictures are decoded in another order than shown.
  public static var requiresFrameReordering: AVAsyncProperty<Root, Bool> {
    .init("requiresFrameReordering") { $0.requiresFrameReordering }
  }
  /// Whether all its samples are in the file.
  public static var isSelfContained: AVAsyncProperty<Root, Bool> { .init("selfContained") { $0.isSelfContained } }
  /// In which ways other tracks go with it.
  public static var availableTrackAssociationTypes: AVAsyncProperty<Root, [AVAssetTrack.AssociationType]> {
    .init("availableTrackAssociationTypes") { $0.availableTrackAssociationTypes }
  }
}
