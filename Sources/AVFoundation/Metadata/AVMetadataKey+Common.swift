// Keys common to several formats.
extension AVMetadataKey {
  /// Accessibility description.
  public static let commonKeyAccessibilityDescription = AVMetadataKey("accessibilityDescription")
  /// Album name.
  public static let commonKeyAlbumName = AVMetadataKey("albumName")
  /// Artist.
  public static let commonKeyArtist = AVMetadataKey("artist")
  /// Artwork.
  public static let commonKeyArtwork = AVMetadataKey("artwork")
  /// Author.
  public static let commonKeyAuthor = AVMetadataKey("author")
  /// Contributor.
  public static let commonKeyContributor = AVMetadataKey("contributor")
  /// Copyrights.
  public static let commonKeyCopyrights = AVMetadataKey("copyrights")
  /// Creation date.
  public static let commonKeyCreationDate = AVMetadataKey("creationDate")
  /// Creator.
  public static let commonKeyCreator = AVMetadataKey("creator")
  /// Description.
  public static let commonKeyDescription = AVMetadataKey("description")
  /// Format.
  public static let commonKeyFormat = AVMetadataKey("format")
  /// Identifier.
  public static let commonKeyIdentifier = AVMetadataKey("identifier")
  /// Language.
  public static let commonKeyLanguage = AVMetadataKey("language")
  /// Last modified date.
  public static let commonKeyLastModifiedDate = AVMetadataKey("lastModifiedDate")
  /// Location.
  public static let commonKeyLocation = AVMetadataKey("location")
  /// Make.
  public static let commonKeyMake = AVMetadataKey("make")
  /// Model.
  public static let commonKeyModel = AVMetadataKey("model")
  /// Publisher.
  public static let commonKeyPublisher = AVMetadataKey("publisher")
  /// Relation.
  public static let commonKeyRelation = AVMetadataKey("relation")
  /// Software.
  public static let commonKeySoftware = AVMetadataKey("software")
  /// Source.
  public static let commonKeySource = AVMetadataKey("source")
  /// Subject.
  public static let commonKeySubject = AVMetadataKey("subject")
  /// Title.
  public static let commonKeyTitle = AVMetadataKey("title")
  /// Type.
  public static let commonKeyType = AVMetadataKey("type")
}
