// Atoms of iTunes metadata in MP4 files.
extension AVMetadataIdentifier {
  /// Account kind: the atom `akID`.
  public static let iTunesMetadataAccountKind = AVMetadataIdentifier("itsk/akID")
  /// Acknowledgement: the atom `©cak`.
  public static let iTunesMetadataAcknowledgement = AVMetadataIdentifier("itsk/%A9cak")
  /// Album: the atom `©alb`.
  public static let iTunesMetadataAlbum = AVMetadataIdentifier("itsk/%A9alb")
  /// Album artist: the atom `aART`.
  public static let iTunesMetadataAlbumArtist = AVMetadataIdentifier("itsk/aART")
  /// Apple ID: the atom `apID`.
  public static let iTunesMetadataAppleID = AVMetadataIdentifier("itsk/apID")
  /// Arranger: the atom `©arg`.
  public static let iTunesMetadataArranger = AVMetadataIdentifier("itsk/%A9arg")
  /// Art director: the atom `©ard`.
  public static let iTunesMetadataArtDirector = AVMetadataIdentifier("itsk/%A9ard")
  /// Artist: the atom `©ART`.
  public static let iTunesMetadataArtist = AVMetadataIdentifier("itsk/%A9ART")
  /// Artist ID: the atom `atID`.
  public static let iTunesMetadataArtistID = AVMetadataIdentifier("itsk/atID")
  /// Author: the atom `©aut`.
  public static let iTunesMetadataAuthor = AVMetadataIdentifier("itsk/%A9aut")
  /// Beats per min: the atom `tmpo`.
  public static let iTunesMetadataBeatsPerMin = AVMetadataIdentifier("itsk/tmpo")
  /// Composer: the atom `©wrt`.
  public static let iTunesMetadataComposer = AVMetadataIdentifier("itsk/%A9wrt")
  /// Conductor: the atom `©con`.
  public static let iTunesMetadataConductor = AVMetadataIdentifier("itsk/%A9con")
  /// Content rating: the atom `rtng`.
  public static let iTunesMetadataContentRating = AVMetadataIdentifier("itsk/rtng")
  /// Copyright: the atom `cprt`.
  public static let iTunesMetadataCopyright = AVMetadataIdentifier("itsk/cprt")
  /// Cover art: the atom `covr`.
  public static let iTunesMetadataCoverArt = AVMetadataIdentifier("itsk/covr")
  /// Credits: the atom `©src`.
  public static let iTunesMetadataCredits = AVMetadataIdentifier("itsk/%A9src")
  /// Description: the atom `©des`.
  public static let iTunesMetadataDescription = AVMetadataIdentifier("itsk/%A9des")
  /// Director: the atom `©dir`.
  public static let iTunesMetadataDirector = AVMetadataIdentifier("itsk/%A9dir")
  /// Disc compilation: the atom `cpil`.
  public static let iTunesMetadataDiscCompilation = AVMetadataIdentifier("itsk/cpil")
  /// Disc number: the atom `disk`.
  public static let iTunesMetadataDiscNumber = AVMetadataIdentifier("itsk/disk")
  /// Encoded by: the atom `©enc`.
  public static let iTunesMetadataEncodedBy = AVMetadataIdentifier("itsk/%A9enc")
  /// Encoding tool: the atom `©too`.
  public static let iTunesMetadataEncodingTool = AVMetadataIdentifier("itsk/%A9too")
  /// EQ: the atom `©equ`.
  public static let iTunesMetadataEQ = AVMetadataIdentifier("itsk/%A9equ")
  /// Exec producer: the atom `©xpd`.
  public static let iTunesMetadataExecProducer = AVMetadataIdentifier("itsk/%A9xpd")
  /// Genre ID: the atom `geID`.
  public static let iTunesMetadataGenreID = AVMetadataIdentifier("itsk/geID")
  /// Grouping: the atom `grup`.
  public static let iTunesMetadataGrouping = AVMetadataIdentifier("itsk/grup")
  /// Liner notes: the atom `©lnt`.
  public static let iTunesMetadataLinerNotes = AVMetadataIdentifier("itsk/%A9lnt")
  /// Lyrics: the atom `©lyr`.
  public static let iTunesMetadataLyrics = AVMetadataIdentifier("itsk/%A9lyr")
  /// Online extras: the atom `©url`.
  public static let iTunesMetadataOnlineExtras = AVMetadataIdentifier("itsk/%A9url")
  /// Original artist: the atom `©ope`.
  public static let iTunesMetadataOriginalArtist = AVMetadataIdentifier("itsk/%A9ope")
  /// Performer: the atom `©prf`.
  public static let iTunesMetadataPerformer = AVMetadataIdentifier("itsk/%A9prf")
  /// Phonogram rights: the atom `©phg`.
  public static let iTunesMetadataPhonogramRights = AVMetadataIdentifier("itsk/%A9phg")
  /// Playlist ID: the atom `plID`.
  public static let iTunesMetadataPlaylistID = AVMetadataIdentifier("itsk/plID")
  /// Predefined genre: the atom `gnre`.
  public static let iTunesMetadataPredefinedGenre = AVMetadataIdentifier("itsk/gnre")
  /// Producer: the atom `©prd`.
  public static let iTunesMetadataProducer = AVMetadataIdentifier("itsk/%A9prd")
  /// Publisher: the atom `©pub`.
  public static let iTunesMetadataPublisher = AVMetadataIdentifier("itsk/%A9pub")
  /// Record company: the atom `©mak`.
  public static let iTunesMetadataRecordCompany = AVMetadataIdentifier("itsk/%A9mak")
  /// Release date: the atom `©day`.
  public static let iTunesMetadataReleaseDate = AVMetadataIdentifier("itsk/%A9day")
  /// Soloist: the atom `©sol`.
  public static let iTunesMetadataSoloist = AVMetadataIdentifier("itsk/%A9sol")
  /// Song ID: the atom `cnID`.
  public static let iTunesMetadataSongID = AVMetadataIdentifier("itsk/cnID")
  /// Song name: the atom `©nam`.
  public static let iTunesMetadataSongName = AVMetadataIdentifier("itsk/%A9nam")
  /// Sound engineer: the atom `©sne`.
  public static let iTunesMetadataSoundEngineer = AVMetadataIdentifier("itsk/%A9sne")
  /// Thanks: the atom `©thx`.
  public static let iTunesMetadataThanks = AVMetadataIdentifier("itsk/%A9thx")
  /// Track number: the atom `trkn`.
  public static let iTunesMetadataTrackNumber = AVMetadataIdentifier("itsk/trkn")
  /// Track sub title: the atom `©st3`.
  public static let iTunesMetadataTrackSubTitle = AVMetadataIdentifier("itsk/%A9st3")
  /// User comment: the atom `©cmt`.
  public static let iTunesMetadataUserComment = AVMetadataIdentifier("itsk/%A9cmt")
  /// User genre: the atom `©gen`.
  public static let iTunesMetadataUserGenre = AVMetadataIdentifier("itsk/%A9gen")
}
