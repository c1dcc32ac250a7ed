// Frames of ID3 tags (id3.org, ID3v2.3 §4 and ID3v2.4 §4).
extension AVMetadataIdentifier {
  /// Album sort order: the frame `TSOA`.
  public static let id3MetadataAlbumSortOrder = AVMetadataIdentifier("id3/TSOA")
  /// Album title: the frame `TALB`.
  public static let id3MetadataAlbumTitle = AVMetadataIdentifier("id3/TALB")
  /// Attached picture: the frame `APIC`.
  public static let id3MetadataAttachedPicture = AVMetadataIdentifier("id3/APIC")
  /// Audio encryption: the frame `AENC`.
  public static let id3MetadataAudioEncryption = AVMetadataIdentifier("id3/AENC")
  /// Audio seek point index: the frame `ASPI`.
  public static let id3MetadataAudioSeekPointIndex = AVMetadataIdentifier("id3/ASPI")
  /// Band: the frame `TPE2`.
  public static let id3MetadataBand = AVMetadataIdentifier("id3/TPE2")
  /// Beats per minute: the frame `TBPM`.
  public static let id3MetadataBeatsPerMinute = AVMetadataIdentifier("id3/TBPM")
  /// Comments: the frame `COMM`.
  public static let id3MetadataComments = AVMetadataIdentifier("id3/COMM")
  /// Commercial: the frame `COMR`.
  public static let id3MetadataCommercial = AVMetadataIdentifier("id3/COMR")
  /// Commercial information: the frame `WCOM`.
  public static let id3MetadataCommercialInformation = AVMetadataIdentifier("id3/WCOM")
  /// Commercial; a spelling that programs use: the frame `COMR`.
  public static let id3MetadataCommerical = AVMetadataIdentifier("id3/COMR")
  /// Composer: the frame `TCOM`.
  public static let id3MetadataComposer = AVMetadataIdentifier("id3/TCOM")
  /// Conductor: the frame `TPE3`.
  public static let id3MetadataConductor = AVMetadataIdentifier("id3/TPE3")
  /// Content group description: the frame `TIT1`.
  public static let id3MetadataContentGroupDescription = AVMetadataIdentifier("id3/TIT1")
  /// Content type: the frame `TCON`.
  public static let id3MetadataContentType = AVMetadataIdentifier("id3/TCON")
  /// Copyright: the frame `TCOP`.
  public static let id3MetadataCopyright = AVMetadataIdentifier("id3/TCOP")
  /// Copyright information: the frame `WCOP`.
  public static let id3MetadataCopyrightInformation = AVMetadataIdentifier("id3/WCOP")
  /// Date: the frame `TDAT`.
  public static let id3MetadataDate = AVMetadataIdentifier("id3/TDAT")
  /// Encoded by: the frame `TENC`.
  public static let id3MetadataEncodedBy = AVMetadataIdentifier("id3/TENC")
  /// Encoded with: the frame `TSSE`.
  public static let id3MetadataEncodedWith = AVMetadataIdentifier("id3/TSSE")
  /// Encoding time: the frame `TDEN`.
  public static let id3MetadataEncodingTime = AVMetadataIdentifier("id3/TDEN")
  /// Encryption: the frame `ENCR`.
  public static let id3MetadataEncryption = AVMetadataIdentifier("id3/ENCR")
  /// Equalization: the frame `EQUA`.
  public static let id3MetadataEqualization = AVMetadataIdentifier("id3/EQUA")
  /// Equalization2: the frame `EQU2`.
  public static let id3MetadataEqualization2 = AVMetadataIdentifier("id3/EQU2")
  /// Event timing codes: the frame `ETCO`.
  public static let id3MetadataEventTimingCodes = AVMetadataIdentifier("id3/ETCO")
  /// File owner: the frame `TOWN`.
  public static let id3MetadataFileOwner = AVMetadataIdentifier("id3/TOWN")
  /// File type: the frame `TFLT`.
  public static let id3MetadataFileType = AVMetadataIdentifier("id3/TFLT")
  /// General encapsulated object: the frame `GEOB`.
  public static let id3MetadataGeneralEncapsulatedObject = AVMetadataIdentifier("id3/GEOB")
  /// Group identifier: the frame `GRID`.
  public static let id3MetadataGroupIdentifier = AVMetadataIdentifier("id3/GRID")
  /// Initial key: the frame `TKEY`.
  public static let id3MetadataInitialKey = AVMetadataIdentifier("id3/TKEY")
  /// International standard recording code: the frame `TSRC`.
  public static let id3MetadataInternationalStandardRecordingCode = AVMetadataIdentifier("id3/TSRC")
  /// Internet radio station name: the frame `TRSN`.
  public static let id3MetadataInternetRadioStationName = AVMetadataIdentifier("id3/TRSN")
  /// Internet radio station owner: the frame `TRSO`.
  public static let id3MetadataInternetRadioStationOwner = AVMetadataIdentifier("id3/TRSO")
  /// Involved people list v23: the frame `IPLS`.
  public static let id3MetadataInvolvedPeopleList_v23 = AVMetadataIdentifier("id3/IPLS")
  /// Involved people list v24: the frame `TIPL`.
  public static let id3MetadataInvolvedPeopleList_v24 = AVMetadataIdentifier("id3/TIPL")
  /// Language: the frame `TLAN`.
  public static let id3MetadataLanguage = AVMetadataIdentifier("id3/TLAN")
  /// Lead performer: the frame `TPE1`.
  public static let id3MetadataLeadPerformer = AVMetadataIdentifier("id3/TPE1")
  /// Length: the frame `TLEN`.
  public static let id3MetadataLength = AVMetadataIdentifier("id3/TLEN")
  /// Link: the frame `LINK`.
  public static let id3MetadataLink = AVMetadataIdentifier("id3/LINK")
  /// Lyricist: the frame `TEXT`.
  public static let id3MetadataLyricist = AVMetadataIdentifier("id3/TEXT")
  /// Media type: the frame `TMED`.
  public static let id3MetadataMediaType = AVMetadataIdentifier("id3/TMED")
  /// Modified by: the frame `TPE4`.
  public static let id3MetadataModifiedBy = AVMetadataIdentifier("id3/TPE4")
  /// Mood: the frame `TMOO`.
  public static let id3MetadataMood = AVMetadataIdentifier("id3/TMOO")
  /// MPEG location lookup table: the frame `MLLT`.
  public static let id3MetadataMPEGLocationLookupTable = AVMetadataIdentifier("id3/MLLT")
  /// Music CD identifier: the frame `MCDI`.
  public static let id3MetadataMusicCDIdentifier = AVMetadataIdentifier("id3/MCDI")
  /// Musician credits list: the frame `TMCL`.
  public static let id3MetadataMusicianCreditsList = AVMetadataIdentifier("id3/TMCL")
  /// Official artist webpage: the frame `WOAR`.
  public static let id3MetadataOfficialArtistWebpage = AVMetadataIdentifier("id3/WOAR")
  /// Official audio file webpage: the frame `WOAF`.
  public static let id3MetadataOfficialAudioFileWebpage = AVMetadataIdentifier("id3/WOAF")
  /// Official audio source webpage: the frame `WOAS`.
  public static let id3MetadataOfficialAudioSourceWebpage = AVMetadataIdentifier("id3/WOAS")
  /// Official internet radio station homepage: the frame `WORS`.
  public static let id3MetadataOfficialInternetRadioStationHomepage = AVMetadataIdentifier("id3/WORS")
  /// Official publisher webpage: the frame `WPUB`.
  public static let id3MetadataOfficialPublisherWebpage = AVMetadataIdentifier("id3/WPUB")
  /// Original album title: the frame `TOAL`.
  public static let id3MetadataOriginalAlbumTitle = AVMetadataIdentifier("id3/TOAL")
  /// Original artist: the frame `TOPE`.
  public static let id3MetadataOriginalArtist = AVMetadataIdentifier("id3/TOPE")
  /// Original filename: the frame `TOFN`.
  public static let id3MetadataOriginalFilename = AVMetadataIdentifier("id3/TOFN")
  /// Original lyricist: the frame `TOLY`.
  public static let id3MetadataOriginalLyricist = AVMetadataIdentifier("id3/TOLY")
  /// Original release time: the frame `TDOR`.
  public static let id3MetadataOriginalReleaseTime = AVMetadataIdentifier("id3/TDOR")
  /// Original release year: the frame `TORY`.
  public static let id3MetadataOriginalReleaseYear = AVMetadataIdentifier("id3/TORY")
  /// Ownership: the frame `OWNE`.
  public static let id3MetadataOwnership = AVMetadataIdentifier("id3/OWNE")
  /// Part of a set: the frame `TPOS`.
  public static let id3MetadataPartOfASet = AVMetadataIdentifier("id3/TPOS")
  /// Payment: the frame `WPAY`.
  public static let id3MetadataPayment = AVMetadataIdentifier("id3/WPAY")
  /// Performer sort order: the frame `TSOP`.
  public static let id3MetadataPerformerSortOrder = AVMetadataIdentifier("id3/TSOP")
  /// Play counter: the frame `PCNT`.
  public static let id3MetadataPlayCounter = AVMetadataIdentifier("id3/PCNT")
  /// Playlist delay: the frame `TDLY`.
  public static let id3MetadataPlaylistDelay = AVMetadataIdentifier("id3/TDLY")
  /// Popularimeter: the frame `POPM`.
  public static let id3MetadataPopularimeter = AVMetadataIdentifier("id3/POPM")
  /// Position synchronization: the frame `POSS`.
  public static let id3MetadataPositionSynchronization = AVMetadataIdentifier("id3/POSS")
  /// Private: the frame `PRIV`.
  public static let id3MetadataPrivate = AVMetadataIdentifier("id3/PRIV")
  /// Produced notice: the frame `TPRO`.
  public static let id3MetadataProducedNotice = AVMetadataIdentifier("id3/TPRO")
  /// Publisher: the frame `TPUB`.
  public static let id3MetadataPublisher = AVMetadataIdentifier("id3/TPUB")
  /// Recommended buffer size: the frame `RBUF`.
  public static let id3MetadataRecommendedBufferSize = AVMetadataIdentifier("id3/RBUF")
  /// Recording dates: the frame `TRDA`.
  public static let id3MetadataRecordingDates = AVMetadataIdentifier("id3/TRDA")
  /// Recording time: the frame `TDRC`.
  public static let id3MetadataRecordingTime = AVMetadataIdentifier("id3/TDRC")
  /// Relative volume adjustment: the frame `RVAD`.
  public static let id3MetadataRelativeVolumeAdjustment = AVMetadataIdentifier("id3/RVAD")
  /// Relative volume adjustment2: the frame `RVA2`.
  public static let id3MetadataRelativeVolumeAdjustment2 = AVMetadataIdentifier("id3/RVA2")
  /// Release time: the frame `TDRL`.
  public static let id3MetadataReleaseTime = AVMetadataIdentifier("id3/TDRL")
  /// Reverb: the frame `RVRB`.
  public static let id3MetadataReverb = AVMetadataIdentifier("id3/RVRB")
  /// Seek: the frame `SEEK`.
  public static let id3MetadataSeek = AVMetadataIdentifier("id3/SEEK")
  /// Set subtitle: the frame `TSST`.
  public static let id3MetadataSetSubtitle = AVMetadataIdentifier("id3/TSST")
  /// Signature: the frame `SIGN`.
  public static let id3MetadataSignature = AVMetadataIdentifier("id3/SIGN")
  /// Size: the frame `TSIZ`.
  public static let id3MetadataSize = AVMetadataIdentifier("id3/TSIZ")
  /// Sub title: the frame `TIT3`.
  public static let id3MetadataSubTitle = AVMetadataIdentifier("id3/TIT3")
  /// Synchronized lyric: the frame `SYLT`.
  public static let id3MetadataSynchronizedLyric = AVMetadataIdentifier("id3/SYLT")
  /// Synchronized tempo codes: the frame `SYTC`.
  public static let id3MetadataSynchronizedTempoCodes = AVMetadataIdentifier("id3/SYTC")
  /// Tagging time: the frame `TDTG`.
  public static let id3MetadataTaggingTime = AVMetadataIdentifier("id3/TDTG")
  /// Terms of use: the frame `USER`.
  public static let id3MetadataTermsOfUse = AVMetadataIdentifier("id3/USER")
  /// Time: the frame `TIME`.
  public static let id3MetadataTime = AVMetadataIdentifier("id3/TIME")
  /// Title description: the frame `TIT2`.
  public static let id3MetadataTitleDescription = AVMetadataIdentifier("id3/TIT2")
  /// Title sort order: the frame `TSOT`.
  public static let id3MetadataTitleSortOrder = AVMetadataIdentifier("id3/TSOT")
  /// Track number: the frame `TRCK`.
  public static let id3MetadataTrackNumber = AVMetadataIdentifier("id3/TRCK")
  /// Unique file identifier: the frame `UFID`.
  public static let id3MetadataUniqueFileIdentifier = AVMetadataIdentifier("id3/UFID")
  /// Unsynchronized lyric: the frame `USLT`.
  public static let id3MetadataUnsynchronizedLyric = AVMetadataIdentifier("id3/USLT")
  /// User text: the frame `TXXX`.
  public static let id3MetadataUserText = AVMetadataIdentifier("id3/TXXX")
  /// User URL: the frame `WXXX`.
  public static let id3MetadataUserURL = AVMetadataIdentifier("id3/WXXX")
  /// Year: the frame `TYER`.
  public static let id3MetadataYear = AVMetadataIdentifier("id3/TYER")
}
