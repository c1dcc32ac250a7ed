import Foundation
import PlayheadEngine
import PlayheadItems
import PlayheadMedia
import PlayheadNetworking

/// The values of a metadata item's properties.
struct MetadataState {
  /// The key and key space as one string, such as `mdta/com.apple.quicktime.title`; nil without a key space.
  var identifier: AVMetadataIdentifier?
  /// The key: a string or a number, depending on the key space.
  var key: (any NSCopying & NSObjectProtocol)?
  /// The key space: the format that defines the key.
  var keySpace: AVMetadataKeySpace?
  /// The locale of the value; nil if no language is declared.
  var locale: Locale?
  /// The BCP 47 tag of the language; nil if no language is declared.
  var extendedLanguageTag: String?
  /// The time of timed metadata; otherwise invalid.
  var time = CMTime.invalid
  /// The duration of timed metadata; otherwise invalid.
  var duration = CMTime.invalid
  /// The start of a date range; otherwise nil.
  var startDate: Date?
  /// Core Media's name of the data type of the value.
  var dataType: String?
  /// Further attributes from the file, such as the description of an ID3 frame.
  var extraAttributes: [AVMetadataExtraAttributeKey: Any]?
  /// The value in memory; nil for a value that `loader` loads.
  var value: (any NSCopying & NSObjectProtocol)?
  /// Loads the value on request; nil for a value in memory.
  var loader: MetadataLoader?

  /// The common key for the key; nil if there is none.
  var commonKey: AVMetadataKey? {
    guard let keySpace, let text = MetadataKeys.text(key, in: keySpace) else { return nil }
    return CommonKeys.commonKey(text, in: keySpace)
  }

  /// Sets the identifier, and the key and key space that it consists of.
  mutating func setIdentifier(_ identifier: AVMetadataIdentifier?) {
    self.identifier = identifier
    let parts = identifier.flatMap(MetadataKeys.parts)
    keySpace = parts?.keySpace
    key = parts.map { MetadataKeys.object($0.text, in: $0.keySpace) }
  }

  /// Sets the key and the key space, and the identifier that they form; nil if they form none.
  mutating func setKey(_ key: (any NSCopying & NSObjectProtocol)?, _ keySpace: AVMetadataKeySpace?) {
    self.key = key
    self.keySpace = keySpace
    guard let keySpace, let text = MetadataKeys.text(key, in: keySpace) else {
      identifier = nil
      return
    }
    identifier = MetadataKeys.identifier(text, in: keySpace)
  }
}

extension MetadataState {
  /// The state of a media tag.
  init(_ tag: MediaTag, in resource: MetadataResource) {
    let keySpace = AVMetadataKeySpace(tag.space)
    let text = tag.space == .common ? CommonKeys.libraryNames[tag.key]?.rawValue ?? tag.key : tag.key
    setKey(MetadataKeys.object(text, in: keySpace), keySpace)
    if let tag = tag.language.map(LanguageTag.canonical) {
      extendedLanguageTag = tag
      locale = Locale(identifier: tag)
    }
    if let info = tag.info { extraAttributes = [.info: info] }
    switch tag.value {
    case .text(let text): (value, dataType) = (NSString(string: text), "com.apple.metadata.datatype.UTF-8")
    case .integer(let number):
      (value, dataType) = (NSNumber(value: number), "com.apple.metadata.datatype.int64")
    case .real(let number): (value, dataType) = (NSNumber(value: number), "com.apple.metadata.datatype.float64")
    case .bytes(let bytes, let type): (value, dataType) = (NSData(data: Data(bytes)), type.name)
    case .stored(_, let type), .attachedPicture(_, let type):
      dataType = type.name
      loader = MetadataLoader { try resource.read(tag.value) }
    }
  }
}

/// The resource from which metadata values are read on demand.
struct MetadataResource: Sendable {
  /// The location of the resource.
  let url: URL
  /// The request options, such as header fields.
  let options: RequestOptions

  /// Reads a value that is stored in the resource. Blocks on the resource.
  ///
  /// - Throws: The error in Apple's domains.
  func read(_ value: MediaTag.Value) throws -> (any NSCopying & NSObjectProtocol)? {
    do throws(MediaError) {
      return try MediaProbe.bytes(of: value, in: url, options: options).map { NSData(data: Data($0)) }
    } catch {
      throw error.forClients
    }
  }
}

extension MediaTag.DataType {
  /// Core Media's names of data types.
  var name: String {
    switch self {
    case .raw: "com.apple.metadata.datatype.raw-data"
    case .jpeg: "com.apple.metadata.datatype.JPEG"
    case .png: "com.apple.metadata.datatype.PNG"
    case .bmp: "com.apple.metadata.datatype.BMP"
    }
  }
}

extension AVMetadataKeySpace {
  /// The key space of the engine's tag space.
  init(_ space: MediaTag.Space) {
    self =
      switch space {
      case .iTunes: .iTunes
      case .iTunesLongForm: .iTunesLongForm
      case .quickTimeUserData: .quickTimeUserData
      case .quickTimeMetadata: .quickTimeMetadata
      case .isoUserData: .isoUserData
      case .id3: .id3
      case .vorbis: .vorbis
      case .matroska: .matroska
      case .audioFile: .audioFile
      case .icy: .icy
      case .sessionData: .hlsSessionData
      case .common: .common
      }
  }
}
