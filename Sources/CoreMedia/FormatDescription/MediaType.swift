/// A media type: a four-character code.
public typealias CMMediaType = FourCharCode

extension CMFormatDescription {
  /// The type of media.
  public struct MediaType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The four-character code.
    public let rawValue: CMMediaType

    /// Creates a type from any code.
    public init(rawValue: CMMediaType) {
      self.rawValue = rawValue
    }

    /// The four characters of the code.
    public var description: String { fourCharacters(of: rawValue) }

    /// Audio (`soun`).
    public static let audio = MediaType(rawValue: kCMMediaType_Audio)

    /// Video (`vide`).
    public static let video = MediaType(rawValue: kCMMediaType_Video)

    /// Interleaved audio and video in one stream (`muxx`).
    public static let muxed = MediaType(rawValue: kCMMediaType_Muxed)

    /// Text (`text`).
    public static let text = MediaType(rawValue: kCMMediaType_Text)

    /// Closed captions (CEA-608, CEA-708; `clcp`).
    public static let closedCaption = MediaType(rawValue: kCMMediaType_ClosedCaption)

    /// Subtitles (`sbtl`).
    public static let subtitle = MediaType(rawValue: kCMMediaType_Subtitle)

    /// Timecodes (`tmcd`).
    public static let timeCode = MediaType(rawValue: kCMMediaType_TimeCode)

    /// Timed metadata (`meta`).
    public static let metadata = MediaType(rawValue: kCMMediaType_Metadata)

    /// Groups of simultaneous buffers, as of stereoscopic video (`tbgr`).
    public static let taggedBufferGroup = MediaType(rawValue: kCMMediaType_TaggedBufferGroup)
  }
}

/// Audio (`soun`).
public let kCMMediaType_Audio: CMMediaType = 0x736F_756E

/// Video (`vide`).
public let kCMMediaType_Video: CMMediaType = 0x7669_6465

/// Interleaved audio and video in one stream (`muxx`).
public let kCMMediaType_Muxed: CMMediaType = 0x6D75_7878

/// Text (`text`).
public let kCMMediaType_Text: CMMediaType = 0x7465_7874

/// Closed captions (CEA-608, CEA-708; `clcp`).
public let kCMMediaType_ClosedCaption: CMMediaType = 0x636C_6370

/// Subtitles (`sbtl`).
public let kCMMediaType_Subtitle: CMMediaType = 0x7362_746C

/// Timecodes (`tmcd`).
public let kCMMediaType_TimeCode: CMMediaType = 0x746D_6364

/// Timed metadata (`meta`).
public let kCMMediaType_Metadata: CMMediaType = 0x6D65_7461

/// Groups of simultaneous buffers, as of stereoscopic video (`tbgr`).
public let kCMMediaType_TaggedBufferGroup: CMMediaType = 0x7462_6772

/// Auxiliary images such as depth (`auxv`).
public let kCMMediaType_AuxiliaryPicture: CMMediaType = 0x6175_7876

/// The four characters of a code in quotation marks; hexadecimal if they are not printable.
func fourCharacters(of code: FourCharCode) -> String {
  let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }
  guard bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return "0x" + String(code, radix: 16) }
  return "'" + String(decoding: bytes, as: UTF8.self) + "'"
}
