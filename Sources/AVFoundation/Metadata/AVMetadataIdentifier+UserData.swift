// User data atoms of QuickTime movies, ISO base media files and 3GPP files (TS 26.244 §8).
extension AVMetadataIdentifier {
  /// Album and track: the atom `albm`.
  public static let identifier3GPUserDataAlbumAndTrack = AVMetadataIdentifier("uiso/albm")
  /// Author: the atom `auth`.
  public static let identifier3GPUserDataAuthor = AVMetadataIdentifier("uiso/auth")
  /// Collection: the atom `coll`.
  public static let identifier3GPUserDataCollection = AVMetadataIdentifier("uiso/coll")
  /// Copyright: the atom `cprt`.
  public static let identifier3GPUserDataCopyright = AVMetadataIdentifier("uiso/cprt")
  /// Description: the atom `dscp`.
  public static let identifier3GPUserDataDescription = AVMetadataIdentifier("uiso/dscp")
  /// Genre: the atom `gnre`.
  public static let identifier3GPUserDataGenre = AVMetadataIdentifier("uiso/gnre")
  /// Keyword list: the atom `kywd`.
  public static let identifier3GPUserDataKeywordList = AVMetadataIdentifier("uiso/kywd")
  /// Location: the atom `loci`.
  public static let identifier3GPUserDataLocation = AVMetadataIdentifier("uiso/loci")
  /// Media classification: the atom `clsf`.
  public static let identifier3GPUserDataMediaClassification = AVMetadataIdentifier("uiso/clsf")
  /// Media rating: the atom `rtng`.
  public static let identifier3GPUserDataMediaRating = AVMetadataIdentifier("uiso/rtng")
  /// Performer: the atom `perf`.
  public static let identifier3GPUserDataPerformer = AVMetadataIdentifier("uiso/perf")
  /// Recording year: the atom `yrrc`.
  public static let identifier3GPUserDataRecordingYear = AVMetadataIdentifier("uiso/yrrc")
  /// Thumbnail: the atom `thmb`.
  public static let identifier3GPUserDataThumbnail = AVMetadataIdentifier("uiso/thmb")
  /// Title: the atom `titl`.
  public static let identifier3GPUserDataTitle = AVMetadataIdentifier("uiso/titl")
  /// User rating: the atom `urat`.
  public static let identifier3GPUserDataUserRating = AVMetadataIdentifier("uiso/urat")
  /// Accessibility description: the atom `ades`.
  public static let isoUserDataAccessibilityDescription = AVMetadataIdentifier("uiso/ades")
  /// Copyright: the atom `cprt`.
  public static let isoUserDataCopyright = AVMetadataIdentifier("uiso/cprt")
  /// Date: the atom `date`.
  public static let isoUserDataDate = AVMetadataIdentifier("uiso/date")
  /// Tagged characteristic: the atom `tagc`.
  public static let isoUserDataTaggedCharacteristic = AVMetadataIdentifier("uiso/tagc")
  /// Accessibility description: the atom `©ade`.
  public static let quickTimeUserDataAccessibilityDescription = AVMetadataIdentifier("udta/%A9ade")
  /// Album: the atom `©alb`.
  public static let quickTimeUserDataAlbum = AVMetadataIdentifier("udta/%A9alb")
  /// Arranger: the atom `©arg`.
  public static let quickTimeUserDataArranger = AVMetadataIdentifier("udta/%A9arg")
  /// Artist: the atom `©ART`.
  public static let quickTimeUserDataArtist = AVMetadataIdentifier("udta/%A9ART")
  /// Author: the atom `©aut`.
  public static let quickTimeUserDataAuthor = AVMetadataIdentifier("udta/%A9aut")
  /// Chapter: the atom `©chp`.
  public static let quickTimeUserDataChapter = AVMetadataIdentifier("udta/%A9chp")
  /// Comment: the atom `©cmt`.
  public static let quickTimeUserDataComment = AVMetadataIdentifier("udta/%A9cmt")
  /// Composer: the atom `©com`.
  public static let quickTimeUserDataComposer = AVMetadataIdentifier("udta/%A9com")
  /// Copyright: the atom `©cpy`.
  public static let quickTimeUserDataCopyright = AVMetadataIdentifier("udta/%A9cpy")
  /// Creation date: the atom `©day`.
  public static let quickTimeUserDataCreationDate = AVMetadataIdentifier("udta/%A9day")
  /// Credits: the atom `©src`.
  public static let quickTimeUserDataCredits = AVMetadataIdentifier("udta/%A9src")
  /// Description: the atom `©des`.
  public static let quickTimeUserDataDescription = AVMetadataIdentifier("udta/%A9des")
  /// Director: the atom `©dir`.
  public static let quickTimeUserDataDirector = AVMetadataIdentifier("udta/%A9dir")
  /// Disclaimer: the atom `©dis`.
  public static let quickTimeUserDataDisclaimer = AVMetadataIdentifier("udta/%A9dis")
  /// Encoded by: the atom `©enc`.
  public static let quickTimeUserDataEncodedBy = AVMetadataIdentifier("udta/%A9enc")
  /// Full name: the atom `©nam`.
  public static let quickTimeUserDataFullName = AVMetadataIdentifier("udta/%A9nam")
  /// Genre: the atom `©gen`.
  public static let quickTimeUserDataGenre = AVMetadataIdentifier("udta/%A9gen")
  /// Host computer: the atom `©hst`.
  public static let quickTimeUserDataHostComputer = AVMetadataIdentifier("udta/%A9hst")
  /// Information: the atom `©inf`.
  public static let quickTimeUserDataInformation = AVMetadataIdentifier("udta/%A9inf")
  /// Keywords: the atom `©key`.
  public static let quickTimeUserDataKeywords = AVMetadataIdentifier("udta/%A9key")
  /// Location ISO6709: the atom `©xyz`.
  public static let quickTimeUserDataLocationISO6709 = AVMetadataIdentifier("udta/%A9xyz")
  /// Make: the atom `©mak`.
  public static let quickTimeUserDataMake = AVMetadataIdentifier("udta/%A9mak")
  /// Model: the atom `©mod`.
  public static let quickTimeUserDataModel = AVMetadataIdentifier("udta/%A9mod")
  /// Original artist: the atom `©ope`.
  public static let quickTimeUserDataOriginalArtist = AVMetadataIdentifier("udta/%A9ope")
  /// Original format: the atom `©fmt`.
  public static let quickTimeUserDataOriginalFormat = AVMetadataIdentifier("udta/%A9fmt")
  /// Original source: the atom `©src`.
  public static let quickTimeUserDataOriginalSource = AVMetadataIdentifier("udta/%A9src")
  /// Performers: the atom `©prf`.
  public static let quickTimeUserDataPerformers = AVMetadataIdentifier("udta/%A9prf")
  /// Phonogram rights: the atom `©phg`.
  public static let quickTimeUserDataPhonogramRights = AVMetadataIdentifier("udta/%A9phg")
  /// Producer: the atom `©prd`.
  public static let quickTimeUserDataProducer = AVMetadataIdentifier("udta/%A9prd")
  /// Product: the atom `©PRD`.
  public static let quickTimeUserDataProduct = AVMetadataIdentifier("udta/%A9PRD")
  /// Publisher: the atom `©pub`.
  public static let quickTimeUserDataPublisher = AVMetadataIdentifier("udta/%A9pub")
  /// Software: the atom `©swr`.
  public static let quickTimeUserDataSoftware = AVMetadataIdentifier("udta/%A9swr")
  /// Special playback requirements: the atom `©req`.
  public static let quickTimeUserDataSpecialPlaybackRequirements = AVMetadataIdentifier("udta/%A9req")
  /// Tagged characteristic: the atom `tagc`.
  public static let quickTimeUserDataTaggedCharacteristic = AVMetadataIdentifier("udta/tagc")
  /// Track: the atom `©trk`.
  public static let quickTimeUserDataTrack = AVMetadataIdentifier("udta/%A9trk")
  /// Track name: the atom `tnam`.
  public static let quickTimeUserDataTrackName = AVMetadataIdentifier("udta/tnam")
  /// URL link: the atom `©url`.
  public static let quickTimeUserDataURLLink = AVMetadataIdentifier("udta/%A9url")
  /// Warning: the atom `©wrn`.
  public static let quickTimeUserDataWarning = AVMetadataIdentifier("udta/%A9wrn")
  /// Writer: the atom `©wrt`.
  public static let quickTimeUserDataWriter = AVMetadataIdentifier("udta/%A9wrt")
}
