extension CMFormatDescription {
  /// The codec of a media format, or the pixel format of uncompressed video.
  public struct MediaSubType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The four-character code.
    public let rawValue: FourCharCode

    /// Creates a subtype from any code.
    public init(rawValue: FourCharCode) {
      self.rawValue = rawValue
    }

    /// The four characters of the code.
    public var description: String { fourCharacters(of: rawValue) }
  }
}

extension CMFormatDescription.MediaSubType {
  // MARK: Video

  /// QuickTime Animation (`rle `).
  public static let animation = Self(rawValue: 0x726C_6520)

  /// Cinepak (`cvid`).
  public static let cinepak = Self(rawValue: 0x6376_6964)

  /// JPEG images (`jpeg`).
  public static let jpeg = Self(rawValue: 0x6A70_6567)

  /// JPEG images as in OpenDML (`dmb1`).
  public static let jpeg_OpenDML = Self(rawValue: 0x646D_6231)

  /// Sorenson Video (`SVQ1`).
  public static let sorensonVideo = Self(rawValue: 0x5356_5131)

  /// Sorenson Video 3 (`SVQ3`).
  public static let sorensonVideo3 = Self(rawValue: 0x5356_5133)

  /// ITU-T H.263 (`h263`).
  public static let h263 = Self(rawValue: 0x6832_3633)

  /// ITU-T H.264, AVC (`avc1`).
  public static let h264 = Self(rawValue: 0x6176_6331)

  /// ITU-T H.265, HEVC (`hvc1`).
  public static let hevc = Self(rawValue: 0x6876_6331)

  /// HEVC with an alpha layer (`muxa`).
  public static let hevcWithAlpha = Self(rawValue: 0x6D75_7861)

  /// MPEG-4 part 2 (`mp4v`).
  public static let mpeg4Video = Self(rawValue: 0x6D70_3476)

  /// MPEG-2, ITU-T H.262 (`mp2v`).
  public static let mpeg2Video = Self(rawValue: 0x6D70_3276)

  /// MPEG-1 (`mp1v`).
  public static let mpeg1Video = Self(rawValue: 0x6D70_3176)

  /// DV, 525 lines (`dvc `).
  public static let dvcNTSC = Self(rawValue: 0x6476_6320)

  /// DV, 625 lines (`dvcp`).
  public static let dvcPAL = Self(rawValue: 0x6476_6370)

  /// ProRes 4444 XQ (`ap4x`).
  public static let proRes4444XQ = Self(rawValue: 0x6170_3478)

  /// ProRes 4444 (`ap4h`).
  public static let proRes4444 = Self(rawValue: 0x6170_3468)

  /// ProRes 422 HQ (`apch`).
  public static let proRes422HQ = Self(rawValue: 0x6170_6368)

  /// ProRes 422 (`apcn`).
  public static let proRes422 = Self(rawValue: 0x6170_636E)

  /// ProRes 422 LT (`apcs`).
  public static let proRes422LT = Self(rawValue: 0x6170_6373)

  /// ProRes 422 Proxy (`apco`).
  public static let proRes422Proxy = Self(rawValue: 0x6170_636F)

  // MARK: Audio

  /// Linear PCM (`lpcm`).
  public static let linearPCM = Self(rawValue: 0x6C70_636D)

  /// AC-3 (`ac-3`).
  public static let ac3 = Self(rawValue: 0x6163_2D33)

  /// Enhanced AC-3 (`ec-3`).
  public static let enhancedAC3 = Self(rawValue: 0x6563_2D33)

  /// IMA 4:1 ADPCM (`ima4`).
  public static let appleIMA4 = Self(rawValue: 0x696D_6134)

  /// ITU-T G.711 A-law (`alaw`).
  public static let aLaw = Self(rawValue: 0x616C_6177)

  /// ITU-T G.711 µ-law (`ulaw`).
  public static let uLaw = Self(rawValue: 0x756C_6177)

  /// MPEG-1 or -2 audio, layer 1 (`.mp1`).
  public static let mpegLayer1 = Self(rawValue: 0x2E6D_7031)

  /// MPEG-1 or -2 audio, layer 2 (`.mp2`).
  public static let mpegLayer2 = Self(rawValue: 0x2E6D_7032)

  /// MPEG-1 or -2 audio, layer 3 (`.mp3`).
  public static let mpegLayer3 = Self(rawValue: 0x2E6D_7033)

  /// AAC, low complexity (`aac `).
  public static let mpeg4AAC = Self(rawValue: 0x6161_6320)

  /// AAC with spectral band replication (`aach`).
  public static let mpeg4AAC_HE = Self(rawValue: 0x6161_6368)

  /// AAC with spectral band replication and parametric stereo (`aacp`).
  public static let mpeg4AAC_HE_V2 = Self(rawValue: 0x6161_6370)

  /// AAC, low delay (`aacl`).
  public static let mpeg4AAC_LD = Self(rawValue: 0x6161_636C)

  /// AAC, enhanced low delay (`aace`).
  public static let mpeg4AAC_ELD = Self(rawValue: 0x6161_6365)

  /// MPEG-D USAC, xHE-AAC (`usac`).
  public static let mpegD_USAC = Self(rawValue: 0x7573_6163)

  /// Apple Lossless (`alac`).
  public static let appleLossless = Self(rawValue: 0x616C_6163)

  /// FLAC (`flac`).
  public static let flac = Self(rawValue: 0x666C_6163)

  /// Opus (`opus`).
  public static let opus = Self(rawValue: 0x6F70_7573)

  /// AMR, narrow band (`samr`).
  public static let amr = Self(rawValue: 0x7361_6D72)

  /// AMR, wide band (`sawb`).
  public static let amr_WB = Self(rawValue: 0x7361_7762)

  /// iLBC (`ilbc`).
  public static let iLBC = Self(rawValue: 0x696C_6263)

  // MARK: Text, metadata and containers

  /// QuickTime text (`text`).
  public static let qt = Self(rawValue: 0x7465_7874)

  /// 3GPP timed text (`tx3g`).
  public static let mobile3GPP = Self(rawValue: 0x7478_3367)

  /// WebVTT (`wvtt`).
  public static let webVTT = Self(rawValue: 0x7776_7474)

  /// CEA-608 captions (`c608`).
  public static let cea608 = Self(rawValue: 0x6336_3038)

  /// CEA-708 captions (`c708`).
  public static let cea708 = Self(rawValue: 0x6337_3038)

  /// Captions of ATSC A/53 part 4 (`atcc`).
  public static let atsc = Self(rawValue: 0x6174_6363)

  /// Internet radio titles (`icy `).
  public static let icy = Self(rawValue: 0x6963_7920)

  /// ID3 tags (`id3 `).
  public static let id3 = Self(rawValue: 0x6964_3320)

  /// QuickTime boxed metadata (`mebx`).
  public static let boxed = Self(rawValue: 0x6D65_6278)

  /// Event messages of ISO/IEC 23009-1 (`emsg`).
  public static let emsg = Self(rawValue: 0x656D_7367)

  /// 32-bit timecodes (`tmcd`).
  public static let timeCode32 = Self(rawValue: 0x746D_6364)

  /// 64-bit timecodes (`tc64`).
  public static let timeCode64 = Self(rawValue: 0x7463_3634)

  /// An MPEG-1 system stream (`mp1s`).
  public static let mpeg1System = Self(rawValue: 0x6D70_3173)

  /// An MPEG-2 program stream (`mp2p`).
  public static let mpeg2Program = Self(rawValue: 0x6D70_3270)

  /// An MPEG-2 transport stream (`mp2t`).
  public static let mpeg2Transport = Self(rawValue: 0x6D70_3274)

  // MARK: Uncompressed video

  /// Pixels in `kCVPixelFormatType_24RGB`.
  public static let pixelFormat_24RGB = Self(rawValue: kCVPixelFormatType_24RGB)

  /// Pixels in `kCVPixelFormatType_32ARGB`.
  public static let pixelFormat_32ARGB = Self(rawValue: kCVPixelFormatType_32ARGB)

  /// Pixels in `kCVPixelFormatType_32BGRA`.
  public static let pixelFormat_32BGRA = Self(rawValue: kCVPixelFormatType_32BGRA)

  /// Pixels in `kCVPixelFormatType_422YpCbCr8`.
  public static let pixelFormat_422YpCbCr8 = Self(rawValue: kCVPixelFormatType_422YpCbCr8)

  /// Pixels in `kCVPixelFormatType_422YpCbCr8_yuvs`.
  public static let pixelFormat_422YpCbCr8_yuvs = Self(rawValue: kCVPixelFormatType_422YpCbCr8_yuvs)

  /// Pixels in `kCVPixelFormatType_444YpCbCr8`.
  public static let pixelFormat_444YpCbCr8 = Self(rawValue: kCVPixelFormatType_444YpCbCr8)

  /// Pixels in `kCVPixelFormatType_4444YpCbCrA8`.
  public static let pixelFormat_4444YpCbCrA8 = Self(rawValue: kCVPixelFormatType_4444YpCbCrA8)

  /// Pixels in `kCVPixelFormatType_16BE555`.
  public static let pixelFormat_16BE555 = Self(rawValue: kCVPixelFormatType_16BE555)

  /// Pixels in `kCVPixelFormatType_16BE565`.
  public static let pixelFormat_16BE565 = Self(rawValue: kCVPixelFormatType_16BE565)

  /// Pixels in `kCVPixelFormatType_16LE555`.
  public static let pixelFormat_16LE555 = Self(rawValue: kCVPixelFormatType_16LE555)

  /// Pixels in `kCVPixelFormatType_16LE565`.
  public static let pixelFormat_16LE565 = Self(rawValue: kCVPixelFormatType_16LE565)
}
