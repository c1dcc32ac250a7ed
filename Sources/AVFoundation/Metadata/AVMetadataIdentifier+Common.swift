// Keys common to several formats.
extension AVMetadataIdentifier {
  /// Accessibility description.
  public static let commonIdentifierAccessibilityDescription = AVMetadataIdentifier("common/accessibilityDescription")
  /// Album name.
  public static let commonIdentifierAlbumName = AVMetadataIdentifier("common/albumName")
  /// Artist.
  public static let commonIdentifierArtist = AVMetadataIdentifier("common/artist")
  /// Artwork.
  public static let commonIdentifierArtwork = AVMetadataIdentifier("common/artwork")
  /// Asset identifier.
  public static let commonIdentifierAssetIdentifier = AVMetadataIdentifier("common/identifier")
  /// Author.
  public static let commonIdentifierAuthor = AVMetadataIdentifier("common/author")
  /// Contributor.
  public static let commonIdentifierContributor = AVMetadataIdentifier("common/contributor")
  /// Copyrights.
  public static let commonIdentifierCopyrights = AVMetadataIdentifier("common/copyrights")
  /// Creation date.
  public static let commonIdentifierCreationDate = AVMetadataIdentifier("common/creationDate")
  /// Creator.
  public static let commonIdentifierCreator = AVMetadataIdentifier("common/creator")
  /// Description.
  public static let commonIdentifierDescription = AVMetadataIdentifier("common/description")
  /// Format.
  public static let commonIdentifierFormat = AVMetadataIdentifier("common/format")
  /// Language.
  public static let commonIdentifierLanguage = AVMetadataIdentifier("common/language")
  /// Last modified date.
  public static let commonIdentifierLastModifiedDate = AVMetadataIdentifier("common/lastModifiedDate")
  /// Location.
  public static let commonIdentifierLocation = AVMetadataIdentifier("common/location")
  /// Make.
  public static let commonIdentifierMake = AVMetadataIdentifier("common/make")
  /// Model.
  public static let commonIdentifierModel = AVMetadataIdentifier("common/model")
  /// Publisher.
  public static let commonIdentifierPublisher = AVMetadataIdentifier("common/publisher")
  /// Relation.
  public static let commonIdentifierRelation = AVMetadataIdentifier("common/relation")
  /// Software.
  public static let commonIdentifierSoftware = AVMetadataIdentifier("common/software")
  /// Source.
  public static let commonIdentifierSource = AVMetadataIdentifier("common/source")
  /// Subject.
  public static let commonIdentifierSubject = AVMetadataIdentifier("common/subject")
  /// Title.
  public static let commonIdentifierTitle = AVMetadataIdentifier("common/title")
  /// Type.
  public static let commonIdentifierType = AVMetadataIdentifier("common/type")
}
