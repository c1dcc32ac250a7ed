// User data atoms of QuickTime movies, ISO base media files and 3GPP files (TS 26.244 §8).
extension AVMetadataKey {
  /// Accessibility description: the atom `ades`.
  public static let isoUserDataKeyAccessibilityDescription = AVMetadataKey("ades")
  /// Copyright: the atom `cprt`.
  public static let isoUserDataKeyCopyright = AVMetadataKey("cprt")
  /// Date: the atom `date`.
  public static let isoUserDataKeyDate = AVMetadataKey("date")
  /// Tagged characteristic: the atom `tagc`.
  public static let isoUserDataKeyTaggedCharacteristic = AVMetadataKey("tagc")
  /// Album and track: the atom `albm`.
  public static let metadata3GPUserDataKeyAlbumAndTrack = AVMetadataKey("albm")
  /// Author: the atom `auth`.
  public static let metadata3GPUserDataKeyAuthor = AVMetadataKey("auth")
  /// Collection: the atom `coll`.
  public static let metadata3GPUserDataKeyCollection = AVMetadataKey("coll")
  /// Copyright: the atom `cprt`.
  public static let metadata3GPUserDataKeyCopyright = AVMetadataKey("cprt")
  /// Description: the atom `dscp`.
  public static let metadata3GPUserDataKeyDescription = AVMetadataKey("dscp")
  /// Genre: the atom `gnre`.
  public static let metadata3GPUserDataKeyGenre = AVMetadataKey("gnre")
  /// Keyword list: the atom `kywd`.
  public static let metadata3GPUserDataKeyKeywordList = AVMetadataKey("kywd")
  /// Location: the atom `loci`.
  public static let metadata3GPUserDataKeyLocation = AVMetadataKey("loci")
  /// Media classification: the atom `clsf`.
  public static let metadata3GPUserDataKeyMediaClassification = AVMetadataKey("clsf")
  /// Media rating: the atom `rtng`.
  public static let metadata3GPUserDataKeyMediaRating = AVMetadataKey("rtng")
  /// Performer: the atom `perf`.
  public static let metadata3GPUserDataKeyPerformer = AVMetadataKey("perf")
  /// Recording year: the atom `yrrc`.
  public static let metadata3GPUserDataKeyRecordingYear = AVMetadataKey("yrrc")
  /// Thumbnail: the atom `thmb`.
  public static let metadata3GPUserDataKeyThumbnail = AVMetadataKey("thmb")
  /// Title: the atom `titl`.
  public static let metadata3GPUserDataKeyTitle = AVMetadataKey("titl")
  /// User rating: the atom `urat`.
  public static let metadata3GPUserDataKeyUserRating = AVMetadataKey("urat")
  /// Accessibility description: the atom `@ade`.
  public static let quickTimeUserDataKeyAccessibilityDescription = AVMetadataKey("@ade")
  /// Album: the atom `@alb`.
  public static let quickTimeUserDataKeyAlbum = AVMetadataKey("@alb")
  /// Arranger: the atom `@arg`.
  public static let quickTimeUserDataKeyArranger = AVMetadataKey("@arg")
  /// Artist: the atom `@ART`.
  public static let quickTimeUserDataKeyArtist = AVMetadataKey("@ART")
  /// Author: the atom `@aut`.
  public static let quickTimeUserDataKeyAuthor = AVMetadataKey("@aut")
  /// Chapter: the atom `@chp`.
  public static let quickTimeUserDataKeyChapter = AVMetadataKey("@chp")
  /// Comment: the atom `@cmt`.
  public static let quickTimeUserDataKeyComment = AVMetadataKey("@cmt")
  /// Composer: the atom `@com`.
  public static let quickTimeUserDataKeyComposer = AVMetadataKey("@com")
  /// Copyright: the atom `@cpy`.
  public static let quickTimeUserDataKeyCopyright = AVMetadataKey("@cpy")
  /// Creation date: the atom `@day`.
  public static let quickTimeUserDataKeyCreationDate = AVMetadataKey("@day")
  /// Credits: the atom `@src`.
  public static let quickTimeUserDataKeyCredits = AVMetadataKey("@src")
  /// Description: the atom `@des`.
  public static let quickTimeUserDataKeyDescription = AVMetadataKey("@des")
  /// Director: the atom `@dir`.
  public static let quickTimeUserDataKeyDirector = AVMetadataKey("@dir")
  /// Disclaimer: the atom `@dis`.
  public static let quickTimeUserDataKeyDisclaimer = AVMetadataKey("@dis")
  /// Encoded by: the atom `@enc`.
  public static let quickTimeUserDataKeyEncodedBy = AVMetadataKey("@enc")
  /// Full name: the atom `@nam`.
  public static let quickTimeUserDataKeyFullName = AVMetadataKey("@nam")
  /// Genre: the atom `@gen`.
  public static let quickTimeUserDataKeyGenre = AVMetadataKey("@gen")
  /// Host computer: the atom `@hst`.
  public static let quickTimeUserDataKeyHostComputer = AVMetadataKey("@hst")
  /// Information: the atom `@inf`.
  public static let quickTimeUserDataKeyInformation = AVMetadataKey("@inf")
  /// Keywords: the atom `@key`.
  public static let quickTimeUserDataKeyKeywords = AVMetadataKey("@key")
  /// Location ISO6709: the atom `@xyz`.
  public static let quickTimeUserDataKeyLocationISO6709 = AVMetadataKey("@xyz")
  /// Make: the atom `@mak`.
  public static let quickTimeUserDataKeyMake = AVMetadataKey("@mak")
  /// Model: the atom `@mod`.
  public static let quickTimeUserDataKeyModel = AVMetadataKey("@mod")
  /// Original artist: the atom `@ope`.
  public static let quickTimeUserDataKeyOriginalArtist = AVMetadataKey("@ope")
  /// Original format: the atom `@fmt`.
  public static let quickTimeUserDataKeyOriginalFormat = AVMetadataKey("@fmt")
  /// Original source: the atom `@src`.
  public static let quickTimeUserDataKeyOriginalSource = AVMetadataKey("@src")
  /// Performers: the atom `@prf`.
  public static let quickTimeUserDataKeyPerformers = AVMetadataKey("@prf")
  /// Phonogram rights: the atom `@phg`.
  public static let quickTimeUserDataKeyPhonogramRights = AVMetadataKey("@phg")
  /// Producer: the atom `@prd`.
  public static let quickTimeUserDataKeyProducer = AVMetadataKey("@prd")
  /// Product: the atom `@PRD`.
  public static let quickTimeUserDataKeyProduct = AVMetadataKey("@PRD")
  /// Publisher: the atom `@pub`.
  public static let quickTimeUserDataKeyPublisher = AVMetadataKey("@pub")
  /// Software: the atom `@swr`.
  public static let quickTimeUserDataKeySoftware = AVMetadataKey("@swr")
  /// Special playback requirements: the atom `@req`.
  public static let quickTimeUserDataKeySpecialPlaybackRequirements = AVMetadataKey("@req")
  /// Tagged characteristic: the atom `tagc`.
  public static let quickTimeUserDataKeyTaggedCharacteristic = AVMetadataKey("tagc")
  /// Track: the atom `@trk`.
  public static let quickTimeUserDataKeyTrack = AVMetadataKey("@trk")
  /// Track name: the atom `tnam`.
  public static let quickTimeUserDataKeyTrackName = AVMetadataKey("tnam")
  /// URL link: the atom `@url`.
  public static let quickTimeUserDataKeyURLLink = AVMetadataKey("@url")
  /// Warning: the atom `@wrn`.
  public static let quickTimeUserDataKeyWarning = AVMetadataKey("@wrn")
  /// Writer: the atom `@wrt`.
  public static let quickTimeUserDataKeyWriter = AVMetadataKey("@wrt")
}
