/// The kind of media: a four-character code.
public typealias CMMediaType = FourCharCode

extension CMFormatDescription {
  /// The kind of media.
  public struct MediaType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The four-character code.
    public let rawValue: CMMediaType

    /// The kind of a code; any code is possible.
    public init(rawValue: CMMediaType) {
      self.rawValue = rawValue
    }

    /// The four characters.
    public var description: String { fourCharacters(of: rawValue) }

    /// Sound (`soun`).
    public static let audio = MediaType(rawValue: kCMMediaType_Audio)

    /// Pictures that move (`vide`).
    public static let video = MediaType(rawValue: kCMMediaType_Video)

    /// Sound and pictures in one stream (`muxx`).
    public static let muxed = MediaType(rawValue: kCMMediaType_Muxed)

    /// Text that is drawn (`text`).
    public static let text = MediaType(rawValue: kCMMediaType_Text)

    /// Captions of American television (`clcp`).
    public static let closedCaption = MediaType(rawValue: kCMMediaType_ClosedCaption)

    /// Subtitles (`sbtl`).
    public static let subtitle = MediaType(rawValue: kCMMediaType_Subtitle)

    /// Time codes (`tmcd`).
    public static let timeCode = MediaType(rawValue: kCMMediaType_TimeCode)

    /// Metadata that goes along with time (`meta`).
    public static let metadata = MediaType(rawValue: kCMMediaType_Metadata)

    /// Several pictures or sounds of one moment, as of stereoscopic video (`tbgr`).
    public static let taggedBufferGroup = MediaType(rawValue: kCMMediaType_TaggedBufferGroup)
  }
}

/// Sound (`soun`).
public let kCMMediaType_Audio: CMMediaType = 0x736F_756E

/// Pictures that move (`vide`).
public let kCMMediaType_Video: CMMediaType = 0x7669_6465

/// Sound and pictures in one stream (`muxx`).
public let kCMMediaType_Muxed: CMMediaType = 0x6D75_7878

/// Text that is drawn (`text`).
public let kCMMediaType_Text: CMMediaType = 0x7465_7874

/// Captions of American television (`clcp`).
public let kCMMediaType_ClosedCaption: CMMediaType = 0x636C_6370

/// Subtitles (`sbtl`).
public let kCMMediaType_Subtitle: CMMediaType = 0x7362_746C

/// Time codes (`tmcd`).
public let kCMMediaType_TimeCode: CMMediaType = 0x746D_6364

/// Metadata that goes along with time (`meta`).
public let kCMMediaType_Metadata: CMMediaType = 0x6D65_7461

/// Several pictures or sounds of one moment, as of stereoscopic video (`tbgr`).
public let kCMMediaType_TaggedBufferGroup: CMMediaType = 0x7462_6772

/// Pictures that add to others, such as depth (`auxv`).
public let kCMMediaType_AuxiliaryPicture: CMMediaType = 0x6175_7876

/// The four characters of a code, in quotation marks; hexadecimal when they cannot be printed.
func fourCharacters(of code: FourCharCode) -> String {
  let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }
  guard bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return "0x" + String(code, radix: 16) }
  return "'" + String(decoding: bytes, as: UTF8.self) + "'"
}
