// Keys of QuickTime metadata (QuickTime File Format, Metadata).
extension AVMetadataIdentifier {
  /// Accessibility description: the key `com.apple.quicktime.accessibility.description`.
  public static let quickTimeMetadataAccessibilityDescription = AVMetadataIdentifier(
    "mdta/com.apple.quicktime.accessibility.description")
  /// Album: the key `com.apple.quicktime.album`.
  public static let quickTimeMetadataAlbum = AVMetadataIdentifier("mdta/com.apple.quicktime.album")
  /// Arranger: the key `com.apple.quicktime.arranger`.
  public static let quickTimeMetadataArranger = AVMetadataIdentifier("mdta/com.apple.quicktime.arranger")
  /// Artist: the key `com.apple.quicktime.artist`.
  public static let quickTimeMetadataArtist = AVMetadataIdentifier("mdta/com.apple.quicktime.artist")
  /// Artwork: the key `com.apple.quicktime.artwork`.
  public static let quickTimeMetadataArtwork = AVMetadataIdentifier("mdta/com.apple.quicktime.artwork")
  /// Author: the key `com.apple.quicktime.author`.
  public static let quickTimeMetadataAuthor = AVMetadataIdentifier("mdta/com.apple.quicktime.author")
  /// Auto live photo: the key `com.apple.quicktime.live-photo.auto`.
  public static let quickTimeMetadataAutoLivePhoto = AVMetadataIdentifier("mdta/com.apple.quicktime.live-photo.auto")
  /// Camera frame readout time: the key `com.apple.quicktime.camera.framereadouttimeinmicroseconds`.
  public static let quickTimeMetadataCameraFrameReadoutTime = AVMetadataIdentifier(
    "mdta/com.apple.quicktime.camera.framereadouttimeinmicroseconds")
  /// Camera identifier: the key `com.apple.quicktime.camera.identifier`.
  public static let quickTimeMetadataCameraIdentifier = AVMetadataIdentifier(
    "mdta/com.apple.quicktime.camera.identifier")
  /// Collection user: the key `com.apple.quicktime.collection.user`.
  public static let quickTimeMetadataCollectionUser = AVMetadataIdentifier("mdta/com.apple.quicktime.collection.user")
  /// Comment: the key `com.apple.quicktime.comment`.
  public static let quickTimeMetadataComment = AVMetadataIdentifier("mdta/com.apple.quicktime.comment")
  /// Composer: the key `com.apple.quicktime.composer`.
  public static let quickTimeMetadataComposer = AVMetadataIdentifier("mdta/com.apple.quicktime.composer")
  /// Content identifier: the key `com.apple.quicktime.content.identifier`.
  public static let quickTimeMetadataContentIdentifier = AVMetadataIdentifier(
    "mdta/com.apple.quicktime.content.identifier")
  /// Copyright: the key `com.apple.quicktime.copyright`.
  public static let quickTimeMetadataCopyright = AVMetadataIdentifier("mdta/com.apple.quicktime.copyright")
  /// Creation date: the key `com.apple.quicktime.creationdate`.
  public static let quickTimeMetadataCreationDate = AVMetadataIdentifier("mdta/com.apple.quicktime.creationdate")
  /// Credits: the key `com.apple.quicktime.credits`.
  public static let quickTimeMetadataCredits = AVMetadataIdentifier("mdta/com.apple.quicktime.credits")
  /// Description: the key `com.apple.quicktime.description`.
  public static let quickTimeMetadataDescription = AVMetadataIdentifier("mdta/com.apple.quicktime.description")
  /// Detected cat body: the key `com.apple.quicktime.detected-cat-body`.
  public static let quickTimeMetadataDetectedCatBody = AVMetadataIdentifier(
    "mdta/com.apple.quicktime.detected-cat-body")
  /// Detected dog body: the key `com.apple.quicktime.detected-dog-body`.
  public static let quickTimeMetadataDetectedDogBody = AVMetadataIdentifier(
    "mdta/com.apple.quicktime.detected-dog-body")
  /// Detected face: the key `com.apple.quicktime.detected-face`.
  public static let quickTimeMetadataDetectedFace = AVMetadataIdentifier("mdta/com.apple.quicktime.detected-face")
  /// Detected human body: the key `com.apple.quicktime.detected-human-body`.
  public static let quickTimeMetadataDetectedHumanBody = AVMetadataIdentifier(
    "mdta/com.apple.quicktime.detected-human-body")
  /// Detected salient object: the key `com.apple.quicktime.detected-salient-object`.
  public static let quickTimeMetadataDetectedSalientObject = AVMetadataIdentifier(
    "mdta/com.apple.quicktime.detected-salient-object")
  /// Direction facing: the key `com.apple.quicktime.direction.facing`.
  public static let quickTimeMetadataDirectionFacing = AVMetadataIdentifier("mdta/com.apple.quicktime.direction.facing")
  /// Direction motion: the key `com.apple.quicktime.direction.motion`.
  public static let quickTimeMetadataDirectionMotion = AVMetadataIdentifier("mdta/com.apple.quicktime.direction.motion")
  /// Director: the key `com.apple.quicktime.director`.
  public static let quickTimeMetadataDirector = AVMetadataIdentifier("mdta/com.apple.quicktime.director")
  /// Display name: the key `com.apple.quicktime.displayname`.
  public static let quickTimeMetadataDisplayName = AVMetadataIdentifier("mdta/com.apple.quicktime.displayname")
  /// Encoded by: the key `com.apple.quicktime.encodedby`.
  public static let quickTimeMetadataEncodedBy = AVMetadataIdentifier("mdta/com.apple.quicktime.encodedby")
  /// Full frame rate playback intent: the key `com.apple.quicktime.full-frame-rate-playback-intent`.
  public static let quickTimeMetadataFullFrameRatePlaybackIntent = AVMetadataIdentifier(
    "mdta/com.apple.quicktime.full-frame-rate-playback-intent")
  /// Genre: the key `com.apple.quicktime.genre`.
  public static let quickTimeMetadataGenre = AVMetadataIdentifier("mdta/com.apple.quicktime.genre")
  /// Information: the key `com.apple.quicktime.information`.
  public static let quickTimeMetadataInformation = AVMetadataIdentifier("mdta/com.apple.quicktime.information")
  /// Is montage: the key `com.apple.quicktime.is-montage`.
  public static let quickTimeMetadataIsMontage = AVMetadataIdentifier("mdta/com.apple.quicktime.is-montage")
  /// I XML: the key `info.ixml.xml`.
  public static let quickTimeMetadataiXML = AVMetadataIdentifier("mdta/info.ixml.xml")
  /// Keywords: the key `com.apple.quicktime.keywords`.
  public static let quickTimeMetadataKeywords = AVMetadataIdentifier("mdta/com.apple.quicktime.keywords")
  /// Live photo vitality score: the key `com.apple.quicktime.live-photo.vitality-score`.
  public static let quickTimeMetadataLivePhotoVitalityScore = AVMetadataIdentifier(
    "mdta/com.apple.quicktime.live-photo.vitality-score")
  /// Live photo vitality scoring version: the key `com.apple.quicktime.live-photo.vitality-scoring-version`.
  public static let quickTimeMetadataLivePhotoVitalityScoringVersion = AVMetadataIdentifier(
    "mdta/com.apple.quicktime.live-photo.vitality-scoring-version")
  /// Location body: the key `com.apple.quicktime.location.body`.
  public static let quickTimeMetadataLocationBody = AVMetadataIdentifier("mdta/com.apple.quicktime.location.body")
  /// Location date: the key `com.apple.quicktime.location.date`.
  public static let quickTimeMetadataLocationDate = AVMetadataIdentifier("mdta/com.apple.quicktime.location.date")
  /// Location horizontal accuracy in meters: the key `com.apple.quicktime.location.accuracy.horizontal`.
  public static let quickTimeMetadataLocationHorizontalAccuracyInMeters = AVMetadataIdentifier(
    "mdta/com.apple.quicktime.location.accuracy.horizontal")
  /// Location ISO6709: the key `com.apple.quicktime.location.ISO6709`.
  public static let quickTimeMetadataLocationISO6709 = AVMetadataIdentifier("mdta/com.apple.quicktime.location.ISO6709")
  /// Location name: the key `com.apple.quicktime.location.name`.
  public static let quickTimeMetadataLocationName = AVMetadataIdentifier("mdta/com.apple.quicktime.location.name")
  /// Location note: the key `com.apple.quicktime.location.note`.
  public static let quickTimeMetadataLocationNote = AVMetadataIdentifier("mdta/com.apple.quicktime.location.note")
  /// Location role: the key `com.apple.quicktime.location.role`.
  public static let quickTimeMetadataLocationRole = AVMetadataIdentifier("mdta/com.apple.quicktime.location.role")
  /// Make: the key `com.apple.quicktime.make`.
  public static let quickTimeMetadataMake = AVMetadataIdentifier("mdta/com.apple.quicktime.make")
  /// Model: the key `com.apple.quicktime.model`.
  public static let quickTimeMetadataModel = AVMetadataIdentifier("mdta/com.apple.quicktime.model")
  /// Original artist: the key `com.apple.quicktime.originalartist`.
  public static let quickTimeMetadataOriginalArtist = AVMetadataIdentifier("mdta/com.apple.quicktime.originalartist")
  /// Performer: the key `com.apple.quicktime.performer`.
  public static let quickTimeMetadataPerformer = AVMetadataIdentifier("mdta/com.apple.quicktime.performer")
  /// Phonogram rights: the key `com.apple.quicktime.phonogramrights`.
  public static let quickTimeMetadataPhonogramRights = AVMetadataIdentifier("mdta/com.apple.quicktime.phonogramrights")
  /// Preferred affine transform: the key `com.apple.quicktime.preferred-affine-transform`.
  public static let quickTimeMetadataPreferredAffineTransform = AVMetadataIdentifier(
    "mdta/com.apple.quicktime.preferred-affine-transform")
  /// Producer: the key `com.apple.quicktime.producer`.
  public static let quickTimeMetadataProducer = AVMetadataIdentifier("mdta/com.apple.quicktime.producer")
  /// Publisher: the key `com.apple.quicktime.publisher`.
  public static let quickTimeMetadataPublisher = AVMetadataIdentifier("mdta/com.apple.quicktime.publisher")
  /// Rating user: the key `com.apple.quicktime.rating.user`.
  public static let quickTimeMetadataRatingUser = AVMetadataIdentifier("mdta/com.apple.quicktime.rating.user")
  /// Software: the key `com.apple.quicktime.software`.
  public static let quickTimeMetadataSoftware = AVMetadataIdentifier("mdta/com.apple.quicktime.software")
  /// Spatial over capture quality score: the key `com.apple.quicktime.spatial-overcapture.quality-score`.
  public static let quickTimeMetadataSpatialOverCaptureQualityScore = AVMetadataIdentifier(
    "mdta/com.apple.quicktime.spatial-overcapture.quality-score")
  /// Spatial over capture quality scoring version: the key
  /// `com.apple.quicktime.spatial-overcapture.quality-scoring-version`.
  public static let quickTimeMetadataSpatialOverCaptureQualityScoringVersion = AVMetadataIdentifier(
    "mdta/com.apple.quicktime.spatial-overcapture.quality-scoring-version")
  /// Title: the key `com.apple.quicktime.title`.
  public static let quickTimeMetadataTitle = AVMetadataIdentifier("mdta/com.apple.quicktime.title")
  /// Video orientation: the key `com.apple.quicktime.video-orientation`.
  public static let quickTimeMetadataVideoOrientation = AVMetadataIdentifier(
    "mdta/com.apple.quicktime.video-orientation")
  /// Year: the key `com.apple.quicktime.year`.
  public static let quickTimeMetadataYear = AVMetadataIdentifier("mdta/com.apple.quicktime.year")
}
