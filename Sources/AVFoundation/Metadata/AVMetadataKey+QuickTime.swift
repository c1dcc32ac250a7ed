// Keys of QuickTime metadata (QuickTime File Format, Metadata).
extension AVMetadataKey {
  /// Accessibility description: the key `com.apple.quicktime.accessibility.description`.
  public static let quickTimeMetadataKeyAccessibilityDescription = AVMetadataKey(
    "com.apple.quicktime.accessibility.description")
  /// Album: the key `com.apple.quicktime.album`.
  public static let quickTimeMetadataKeyAlbum = AVMetadataKey("com.apple.quicktime.album")
  /// Arranger: the key `com.apple.quicktime.arranger`.
  public static let quickTimeMetadataKeyArranger = AVMetadataKey("com.apple.quicktime.arranger")
  /// Artist: the key `com.apple.quicktime.artist`.
  public static let quickTimeMetadataKeyArtist = AVMetadataKey("com.apple.quicktime.artist")
  /// Artwork: the key `com.apple.quicktime.artwork`.
  public static let quickTimeMetadataKeyArtwork = AVMetadataKey("com.apple.quicktime.artwork")
  /// Author: the key `com.apple.quicktime.author`.
  public static let quickTimeMetadataKeyAuthor = AVMetadataKey("com.apple.quicktime.author")
  /// Camera frame readout time: the key `com.apple.quicktime.camera.framereadouttimeinmicroseconds`.
  public static let quickTimeMetadataKeyCameraFrameReadoutTime = AVMetadataKey(
    "com.apple.quicktime.camera.framereadouttimeinmicroseconds")
  /// Camera identifier: the key `com.apple.quicktime.camera.identifier`.
  public static let quickTimeMetadataKeyCameraIdentifier = AVMetadataKey("com.apple.quicktime.camera.identifier")
  /// Collection user: the key `com.apple.quicktime.collection.user`.
  public static let quickTimeMetadataKeyCollectionUser = AVMetadataKey("com.apple.quicktime.collection.user")
  /// Comment: the key `com.apple.quicktime.comment`.
  public static let quickTimeMetadataKeyComment = AVMetadataKey("com.apple.quicktime.comment")
  /// Composer: the key `com.apple.quicktime.composer`.
  public static let quickTimeMetadataKeyComposer = AVMetadataKey("com.apple.quicktime.composer")
  /// Content identifier: the key `com.apple.quicktime.content.identifier`.
  public static let quickTimeMetadataKeyContentIdentifier = AVMetadataKey("com.apple.quicktime.content.identifier")
  /// Copyright: the key `com.apple.quicktime.copyright`.
  public static let quickTimeMetadataKeyCopyright = AVMetadataKey("com.apple.quicktime.copyright")
  /// Creation date: the key `com.apple.quicktime.creationdate`.
  public static let quickTimeMetadataKeyCreationDate = AVMetadataKey("com.apple.quicktime.creationdate")
  /// Credits: the key `com.apple.quicktime.credits`.
  public static let quickTimeMetadataKeyCredits = AVMetadataKey("com.apple.quicktime.credits")
  /// Description: the key `com.apple.quicktime.description`.
  public static let quickTimeMetadataKeyDescription = AVMetadataKey("com.apple.quicktime.description")
  /// Direction facing: the key `com.apple.quicktime.direction.facing`.
  public static let quickTimeMetadataKeyDirectionFacing = AVMetadataKey("com.apple.quicktime.direction.facing")
  /// Direction motion: the key `com.apple.quicktime.direction.motion`.
  public static let quickTimeMetadataKeyDirectionMotion = AVMetadataKey("com.apple.quicktime.direction.motion")
  /// Director: the key `com.apple.quicktime.director`.
  public static let quickTimeMetadataKeyDirector = AVMetadataKey("com.apple.quicktime.director")
  /// Display name: the key `com.apple.quicktime.displayname`.
  public static let quickTimeMetadataKeyDisplayName = AVMetadataKey("com.apple.quicktime.displayname")
  /// Encoded by: the key `com.apple.quicktime.encodedby`.
  public static let quickTimeMetadataKeyEncodedBy = AVMetadataKey("com.apple.quicktime.encodedby")
  /// Full frame rate playback intent: the key `com.apple.quicktime.full-frame-rate-playback-intent`.
  public static let quickTimeMetadataKeyFullFrameRatePlaybackIntent = AVMetadataKey(
    "com.apple.quicktime.full-frame-rate-playback-intent")
  /// Genre: the key `com.apple.quicktime.genre`.
  public static let quickTimeMetadataKeyGenre = AVMetadataKey("com.apple.quicktime.genre")
  /// Information: the key `com.apple.quicktime.information`.
  public static let quickTimeMetadataKeyInformation = AVMetadataKey("com.apple.quicktime.information")
  /// Is montage: the key `com.apple.quicktime.is-montage`.
  public static let quickTimeMetadataKeyIsMontage = AVMetadataKey("com.apple.quicktime.is-montage")
  /// I XML: the key `info.ixml.xml`.
  public static let quickTimeMetadataKeyiXML = AVMetadataKey("info.ixml.xml")
  /// Keywords: the key `com.apple.quicktime.keywords`.
  public static let quickTimeMetadataKeyKeywords = AVMetadataKey("com.apple.quicktime.keywords")
  /// Location body: the key `com.apple.quicktime.location.body`.
  public static let quickTimeMetadataKeyLocationBody = AVMetadataKey("com.apple.quicktime.location.body")
  /// Location date: the key `com.apple.quicktime.location.date`.
  public static let quickTimeMetadataKeyLocationDate = AVMetadataKey("com.apple.quicktime.location.date")
  /// Location ISO6709: the key `com.apple.quicktime.location.ISO6709`.
  public static let quickTimeMetadataKeyLocationISO6709 = AVMetadataKey("com.apple.quicktime.location.ISO6709")
  /// Location name: the key `com.apple.quicktime.location.name`.
  public static let quickTimeMetadataKeyLocationName = AVMetadataKey("com.apple.quicktime.location.name")
  /// Location note: the key `com.apple.quicktime.location.note`.
  public static let quickTimeMetadataKeyLocationNote = AVMetadataKey("com.apple.quicktime.location.note")
  /// Location role: the key `com.apple.quicktime.location.role`.
  public static let quickTimeMetadataKeyLocationRole = AVMetadataKey("com.apple.quicktime.location.role")
  /// Make: the key `com.apple.quicktime.make`.
  public static let quickTimeMetadataKeyMake = AVMetadataKey("com.apple.quicktime.make")
  /// Model: the key `com.apple.quicktime.model`.
  public static let quickTimeMetadataKeyModel = AVMetadataKey("com.apple.quicktime.model")
  /// Original artist: the key `com.apple.quicktime.originalartist`.
  public static let quickTimeMetadataKeyOriginalArtist = AVMetadataKey("com.apple.quicktime.originalartist")
  /// Performer: the key `com.apple.quicktime.performer`.
  public static let quickTimeMetadataKeyPerformer = AVMetadataKey("com.apple.quicktime.performer")
  /// Phonogram rights: the key `com.apple.quicktime.phonogramrights`.
  public static let quickTimeMetadataKeyPhonogramRights = AVMetadataKey("com.apple.quicktime.phonogramrights")
  /// Producer: the key `com.apple.quicktime.producer`.
  public static let quickTimeMetadataKeyProducer = AVMetadataKey("com.apple.quicktime.producer")
  /// Publisher: the key `com.apple.quicktime.publisher`.
  public static let quickTimeMetadataKeyPublisher = AVMetadataKey("com.apple.quicktime.publisher")
  /// Rating user: the key `com.apple.quicktime.rating.user`.
  public static let quickTimeMetadataKeyRatingUser = AVMetadataKey("com.apple.quicktime.rating.user")
  /// Software: the key `com.apple.quicktime.software`.
  public static let quickTimeMetadataKeySoftware = AVMetadataKey("com.apple.quicktime.software")
  /// Title: the key `com.apple.quicktime.title`.
  public static let quickTimeMetadataKeyTitle = AVMetadataKey("com.apple.quicktime.title")
  /// Year: the key `com.apple.quicktime.year`.
  public static let quickTimeMetadataKeyYear = AVMetadataKey("com.apple.quicktime.year")
}
