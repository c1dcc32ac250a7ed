// Atoms of iTunes metadata in MP4 files.
extension AVMetadataKey {
  /// Account kind: the atom `akID`.
  public static let iTunesMetadataKeyAccountKind = AVMetadataKey("akID")
  /// Acknowledgement: the atom `@cak`.
  public static let iTunesMetadataKeyAcknowledgement = AVMetadataKey("@cak")
  /// Album: the atom `@alb`.
  public static let iTunesMetadataKeyAlbum = AVMetadataKey("@alb")
  /// Album artist: the atom `aART`.
  public static let iTunesMetadataKeyAlbumArtist = AVMetadataKey("aART")
  /// Apple ID: the atom `apID`.
  public static let iTunesMetadataKeyAppleID = AVMetadataKey("apID")
  /// Arranger: the atom `@arg`.
  public static let iTunesMetadataKeyArranger = AVMetadataKey("@arg")
  /// Art director: the atom `@ard`.
  public static let iTunesMetadataKeyArtDirector = AVMetadataKey("@ard")
  /// Artist: the atom `@ART`.
  public static let iTunesMetadataKeyArtist = AVMetadataKey("@ART")
  /// Artist ID: the atom `atID`.
  public static let iTunesMetadataKeyArtistID = AVMetadataKey("atID")
  /// Author: the atom `@aut`.
  public static let iTunesMetadataKeyAuthor = AVMetadataKey("@aut")
  /// Beats per min: the atom `tmpo`.
  public static let iTunesMetadataKeyBeatsPerMin = AVMetadataKey("tmpo")
  /// Composer: the atom `@wrt`.
  public static let iTunesMetadataKeyComposer = AVMetadataKey("@wrt")
  /// Conductor: the atom `@con`.
  public static let iTunesMetadataKeyConductor = AVMetadataKey("@con")
  /// Content rating: the atom `rtng`.
  public static let iTunesMetadataKeyContentRating = AVMetadataKey("rtng")
  /// Copyright: the atom `cprt`.
  public static let iTunesMetadataKeyCopyright = AVMetadataKey("cprt")
  /// Cover art: the atom `covr`.
  public static let iTunesMetadataKeyCoverArt = AVMetadataKey("covr")
  /// Credits: the atom `@src`.
  public static let iTunesMetadataKeyCredits = AVMetadataKey("@src")
  /// Description: the atom `@des`.
  public static let iTunesMetadataKeyDescription = AVMetadataKey("@des")
  /// Director: the atom `@dir`.
  public static let iTunesMetadataKeyDirector = AVMetadataKey("@dir")
  /// Disc compilation: the atom `cpil`.
  public static let iTunesMetadataKeyDiscCompilation = AVMetadataKey("cpil")
  /// Disc number: the atom `disk`.
  public static let iTunesMetadataKeyDiscNumber = AVMetadataKey("disk")
  /// Encoded by: the atom `@enc`.
  public static let iTunesMetadataKeyEncodedBy = AVMetadataKey("@enc")
  /// Encoding tool: the atom `@too`.
  public static let iTunesMetadataKeyEncodingTool = AVMetadataKey("@too")
  /// EQ: the atom `@equ`.
  public static let iTunesMetadataKeyEQ = AVMetadataKey("@equ")
  /// Exec producer: the atom `@xpd`.
  public static let iTunesMetadataKeyExecProducer = AVMetadataKey("@xpd")
  /// Genre ID: the atom `geID`.
  public static let iTunesMetadataKeyGenreID = AVMetadataKey("geID")
  /// Grouping: the atom `grup`.
  public static let iTunesMetadataKeyGrouping = AVMetadataKey("grup")
  /// Liner notes: the atom `@lnt`.
  public static let iTunesMetadataKeyLinerNotes = AVMetadataKey("@lnt")
  /// Lyrics: the atom `@lyr`.
  public static let iTunesMetadataKeyLyrics = AVMetadataKey("@lyr")
  /// Online extras: the atom `@url`.
  public static let iTunesMetadataKeyOnlineExtras = AVMetadataKey("@url")
  /// Original artist: the atom `@ope`.
  public static let iTunesMetadataKeyOriginalArtist = AVMetadataKey("@ope")
  /// Performer: the atom `@prf`.
  public static let iTunesMetadataKeyPerformer = AVMetadataKey("@prf")
  /// Phonogram rights: the atom `@phg`.
  public static let iTunesMetadataKeyPhonogramRights = AVMetadataKey("@phg")
  /// Playlist ID: the atom `plID`.
  public static let iTunesMetadataKeyPlaylistID = AVMetadataKey("plID")
  /// Predefined genre: the atom `gnre`.
  public static let iTunesMetadataKeyPredefinedGenre = AVMetadataKey("gnre")
  /// Producer: the atom `@prd`.
  public static let iTunesMetadataKeyProducer = AVMetadataKey("@prd")
  /// Publisher: the atom `@pub`.
  public static let iTunesMetadataKeyPublisher = AVMetadataKey("@pub")
  /// Record company: the atom `@mak`.
  public static let iTunesMetadataKeyRecordCompany = AVMetadataKey("@mak")
  /// Release date: the atom `@day`.
  public static let iTunesMetadataKeyReleaseDate = AVMetadataKey("@day")
  /// Soloist: the atom `@sol`.
  public static let iTunesMetadataKeySoloist = AVMetadataKey("@sol")
  /// Song ID: the atom `cnID`.
  public static let iTunesMetadataKeySongID = AVMetadataKey("cnID")
  /// Song name: the atom `@nam`.
  public static let iTunesMetadataKeySongName = AVMetadataKey("@nam")
  /// Sound engineer: the atom `@sne`.
  public static let iTunesMetadataKeySoundEngineer = AVMetadataKey("@sne")
  /// Thanks: the atom `@thx`.
  public static let iTunesMetadataKeyThanks = AVMetadataKey("@thx")
  /// Track number: the atom `trkn`.
  public static let iTunesMetadataKeyTrackNumber = AVMetadataKey("trkn")
  /// Track sub title: the atom `@st3`.
  public static let iTunesMetadataKeyTrackSubTitle = AVMetadataKey("@st3")
  /// User comment: the atom `@cmt`.
  public static let iTunesMetadataKeyUserComment = AVMetadataKey("@cmt")
  /// User genre: the atom `@gen`.
  public static let iTunesMetadataKeyUserGenre = AVMetadataKey("@gen")
}
