// Frames of ID3 tags (id3.org, ID3v2.3 §4 and ID3v2.4 §4).
extension AVMetadataKey {
  /// Album sort order: the frame `TSOA`.
  public static let id3MetadataKeyAlbumSortOrder = AVMetadataKey("TSOA")
  /// Album title: the frame `TALB`.
  public static let id3MetadataKeyAlbumTitle = AVMetadataKey("TALB")
  /// Attached picture: the frame `APIC`.
  public static let id3MetadataKeyAttachedPicture = AVMetadataKey("APIC")
  /// Audio encryption: the frame `AENC`.
  public static let id3MetadataKeyAudioEncryption = AVMetadataKey("AENC")
  /// Audio seek point index: the frame `ASPI`.
  public static let id3MetadataKeyAudioSeekPointIndex = AVMetadataKey("ASPI")
  /// Band: the frame `TPE2`.
  public static let id3MetadataKeyBand = AVMetadataKey("TPE2")
  /// Beats per minute: the frame `TBPM`.
  public static let id3MetadataKeyBeatsPerMinute = AVMetadataKey("TBPM")
  /// Comments: the frame `COMM`.
  public static let id3MetadataKeyComments = AVMetadataKey("COMM")
  /// Commercial: the frame `COMR`.
  public static let id3MetadataKeyCommercial = AVMetadataKey("COMR")
  /// Commercial information: the frame `WCOM`.
  public static let id3MetadataKeyCommercialInformation = AVMetadataKey("WCOM")
  /// Commercial; a spelling that programs use: the frame `COMR`.
  public static let id3MetadataKeyCommerical = AVMetadataKey("COMR")
  /// Composer: the frame `TCOM`.
  public static let id3MetadataKeyComposer = AVMetadataKey("TCOM")
  /// Conductor: the frame `TPE3`.
  public static let id3MetadataKeyConductor = AVMetadataKey("TPE3")
  /// Content group description: the frame `TIT1`.
  public static let id3MetadataKeyContentGroupDescription = AVMetadataKey("TIT1")
  /// Content type: the frame `TCON`.
  public static let id3MetadataKeyContentType = AVMetadataKey("TCON")
  /// Copyright: the frame `TCOP`.
  public static let id3MetadataKeyCopyright = AVMetadataKey("TCOP")
  /// Copyright information: the frame `WCOP`.
  public static let id3MetadataKeyCopyrightInformation = AVMetadataKey("WCOP")
  /// Date: the frame `TDAT`.
  public static let id3MetadataKeyDate = AVMetadataKey("TDAT")
  /// Encoded by: the frame `TENC`.
  public static let id3MetadataKeyEncodedBy = AVMetadataKey("TENC")
  /// Encoded with: the frame `TSSE`.
  public static let id3MetadataKeyEncodedWith = AVMetadataKey("TSSE")
  /// Encoding time: the frame `TDEN`.
  public static let id3MetadataKeyEncodingTime = AVMetadataKey("TDEN")
  /// Encryption: the frame `ENCR`.
  public static let id3MetadataKeyEncryption = AVMetadataKey("ENCR")
  /// Equalization: the frame `EQUA`.
  public static let id3MetadataKeyEqualization = AVMetadataKey("EQUA")
  /// Equalization2: the frame `EQU2`.
  public static let id3MetadataKeyEqualization2 = AVMetadataKey("EQU2")
  /// Event timing codes: the frame `ETCO`.
  public static let id3MetadataKeyEventTimingCodes = AVMetadataKey("ETCO")
  /// File owner: the frame `TOWN`.
  public static let id3MetadataKeyFileOwner = AVMetadataKey("TOWN")
  /// File type: the frame `TFLT`.
  public static let id3MetadataKeyFileType = AVMetadataKey("TFLT")
  /// General encapsulated object: the frame `GEOB`.
  public static let id3MetadataKeyGeneralEncapsulatedObject = AVMetadataKey("GEOB")
  /// Group identifier: the frame `GRID`.
  public static let id3MetadataKeyGroupIdentifier = AVMetadataKey("GRID")
  /// Initial key: the frame `TKEY`.
  public static let id3MetadataKeyInitialKey = AVMetadataKey("TKEY")
  /// International standard recording code: the frame `TSRC`.
  public static let id3MetadataKeyInternationalStandardRecordingCode = AVMetadataKey("TSRC")
  /// Internet radio station name: the frame `TRSN`.
  public static let id3MetadataKeyInternetRadioStationName = AVMetadataKey("TRSN")
  /// Internet radio station owner: the frame `TRSO`.
  public static let id3MetadataKeyInternetRadioStationOwner = AVMetadataKey("TRSO")
  /// Involved people list v23: the frame `IPLS`.
  public static let id3MetadataKeyInvolvedPeopleList_v23 = AVMetadataKey("IPLS")
  /// Involved people list v24: the frame `TIPL`.
  public static let id3MetadataKeyInvolvedPeopleList_v24 = AVMetadataKey("TIPL")
  /// Language: the frame `TLAN`.
  public static let id3MetadataKeyLanguage = AVMetadataKey("TLAN")
  /// Lead performer: the frame `TPE1`.
  public static let id3MetadataKeyLeadPerformer = AVMetadataKey("TPE1")
  /// Length: the frame `TLEN`.
  public static let id3MetadataKeyLength = AVMetadataKey("TLEN")
  /// Link: the frame `LINK`.
  public static let id3MetadataKeyLink = AVMetadataKey("LINK")
  /// Lyricist: the frame `TEXT`.
  public static let id3MetadataKeyLyricist = AVMetadataKey("TEXT")
  /// Media type: the frame `TMED`.
  public static let id3MetadataKeyMediaType = AVMetadataKey("TMED")
  /// Modified by: the frame `TPE4`.
  public static let id3MetadataKeyModifiedBy = AVMetadataKey("TPE4")
  /// Mood: the frame `TMOO`.
  public static let id3MetadataKeyMood = AVMetadataKey("TMOO")
  /// MPEG location lookup table: the frame `MLLT`.
  public static let id3MetadataKeyMPEGLocationLookupTable = AVMetadataKey("MLLT")
  /// Music CD identifier: the frame `MCDI`.
  public static let id3MetadataKeyMusicCDIdentifier = AVMetadataKey("MCDI")
  /// Musician credits list: the frame `TMCL`.
  public static let id3MetadataKeyMusicianCreditsList = AVMetadataKey("TMCL")
  /// Official artist webpage: the frame `WOAR`.
  public static let id3MetadataKeyOfficialArtistWebpage = AVMetadataKey("WOAR")
  /// Official audio file webpage: the frame `WOAF`.
  public static let id3MetadataKeyOfficialAudioFileWebpage = AVMetadataKey("WOAF")
  /// Official audio source webpage: the frame `WOAS`.
  public static let id3MetadataKeyOfficialAudioSourceWebpage = AVMetadataKey("WOAS")
  /// Official internet radio station homepage: the frame `WORS`.
  public static let id3MetadataKeyOfficialInternetRadioStationHomepage = AVMetadataKey("WORS")
  /// Official publisher webpage: the frame `WPUB`.
  public static let id3MetadataKeyOfficialPublisherWebpage = AVMetadataKey("WPUB")
  /// Original album title: the frame `TOAL`.
  public static let id3MetadataKeyOriginalAlbumTitle = AVMetadataKey("TOAL")
  /// Original artist: the frame `TOPE`.
  public static let id3MetadataKeyOriginalArtist = AVMetadataKey("TOPE")
  /// Original filename: the frame `TOFN`.
  public static let id3MetadataKeyOriginalFilename = AVMetadataKey("TOFN")
  /// Original lyricist: the frame `TOLY`.
  public static let id3MetadataKeyOriginalLyricist = AVMetadataKey("TOLY")
  /// Original release time: the frame `TDOR`.
  public static let id3MetadataKeyOriginalReleaseTime = AVMetadataKey("TDOR")
  /// Original release year: the frame `TORY`.
  public static let id3MetadataKeyOriginalReleaseYear = AVMetadataKey("TORY")
  /// Ownership: the frame `OWNE`.
  public static let id3MetadataKeyOwnership = AVMetadataKey("OWNE")
  /// Part of a set: the frame `TPOS`.
  public static let id3MetadataKeyPartOfASet = AVMetadataKey("TPOS")
  /// Payment: the frame `WPAY`.
  public static let id3MetadataKeyPayment = AVMetadataKey("WPAY")
  /// Performer sort order: the frame `TSOP`.
  public static let id3MetadataKeyPerformerSortOrder = AVMetadataKey("TSOP")
  /// Play counter: the frame `PCNT`.
  public static let id3MetadataKeyPlayCounter = AVMetadataKey("PCNT")
  /// Playlist delay: the frame `TDLY`.
  public static let id3MetadataKeyPlaylistDelay = AVMetadataKey("TDLY")
  /// Popularimeter: the frame `POPM`.
  public static let id3MetadataKeyPopularimeter = AVMetadataKey("POPM")
  /// Position synchronization: the frame `POSS`.
  public static let id3MetadataKeyPositionSynchronization = AVMetadataKey("POSS")
  /// Private: the frame `PRIV`.
  public static let id3MetadataKeyPrivate = AVMetadataKey("PRIV")
  /// Produced notice: the frame `TPRO`.
  public static let id3MetadataKeyProducedNotice = AVMetadataKey("TPRO")
  /// Publisher: the frame `TPUB`.
  public static let id3MetadataKeyPublisher = AVMetadataKey("TPUB")
  /// Recommended buffer size: the frame `RBUF`.
  public static let id3MetadataKeyRecommendedBufferSize = AVMetadataKey("RBUF")
  /// Recording dates: the frame `TRDA`.
  public static let id3MetadataKeyRecordingDates = AVMetadataKey("TRDA")
  /// Recording time: the frame `TDRC`.
  public static let id3MetadataKeyRecordingTime = AVMetadataKey("TDRC")
  /// Relative volume adjustment: the frame `RVAD`.
  public static let id3MetadataKeyRelativeVolumeAdjustment = AVMetadataKey("RVAD")
  /// Relative volume adjustment2: the frame `RVA2`.
  public static let id3MetadataKeyRelativeVolumeAdjustment2 = AVMetadataKey("RVA2")
  /// Release time: the frame `TDRL`.
  public static let id3MetadataKeyReleaseTime = AVMetadataKey("TDRL")
  /// Reverb: the frame `RVRB`.
  public static let id3MetadataKeyReverb = AVMetadataKey("RVRB")
  /// Seek: the frame `SEEK`.
  public static let id3MetadataKeySeek = AVMetadataKey("SEEK")
  /// Set subtitle: the frame `TSST`.
  public static let id3MetadataKeySetSubtitle = AVMetadataKey("TSST")
  /// Signature: the frame `SIGN`.
  public static let id3MetadataKeySignature = AVMetadataKey("SIGN")
  /// Size: the frame `TSIZ`.
  public static let id3MetadataKeySize = AVMetadataKey("TSIZ")
  /// Sub title: the frame `TIT3`.
  public static let id3MetadataKeySubTitle = AVMetadataKey("TIT3")
  /// Synchronized lyric: the frame `SYLT`.
  public static let id3MetadataKeySynchronizedLyric = AVMetadataKey("SYLT")
  /// Synchronized tempo codes: the frame `SYTC`.
  public static let id3MetadataKeySynchronizedTempoCodes = AVMetadataKey("SYTC")
  /// Tagging time: the frame `TDTG`.
  public static let id3MetadataKeyTaggingTime = AVMetadataKey("TDTG")
  /// Terms of use: the frame `USER`.
  public static let id3MetadataKeyTermsOfUse = AVMetadataKey("USER")
  /// Time: the frame `TIME`.
  public static let id3MetadataKeyTime = AVMetadataKey("TIME")
  /// Title description: the frame `TIT2`.
  public static let id3MetadataKeyTitleDescription = AVMetadataKey("TIT2")
  /// Title sort order: the frame `TSOT`.
  public static let id3MetadataKeyTitleSortOrder = AVMetadataKey("TSOT")
  /// Track number: the frame `TRCK`.
  public static let id3MetadataKeyTrackNumber = AVMetadataKey("TRCK")
  /// Unique file identifier: the frame `UFID`.
  public static let id3MetadataKeyUniqueFileIdentifier = AVMetadataKey("UFID")
  /// Unsynchronized lyric: the frame `USLT`.
  public static let id3MetadataKeyUnsynchronizedLyric = AVMetadataKey("USLT")
  /// User text: the frame `TXXX`.
  public static let id3MetadataKeyUserText = AVMetadataKey("TXXX")
  /// User URL: the frame `WXXX`.
  public static let id3MetadataKeyUserURL = AVMetadataKey("WXXX")
  /// Year: the frame `TYER`.
  public static let id3MetadataKeyYear = AVMetadataKey("TYER")
}
