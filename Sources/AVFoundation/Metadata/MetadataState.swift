import Foundation
import PlayheadEngine
import PlayheadFFmpeg
import PlayheadNetworking

/// The values of a metadata item's properties.
struct MetadataState {
  var identifier: AVMetadataIdentifier?
  var key: (any NSCopying & NSObjectProtocol)?
  var keySpace: AVMetadataKeySpace?
  var locale: Locale?
  var extendedLanguageTag: String?
  var time = CMTime.invalid
  var duration = CMTime.invalid
  var startDate: Date?
  var dataType: String?
  var extraAttributes: [AVMetadataExtraAttributeKey: Any]?
  var value: (any NSCopying & NSObjectProtocol)?
  /// Loads the value on request; nil for a value in memory.
  var loader: MetadataLoader?

  var commonKey: AVMetadataKey? {
    guard let keySpace, let text = MetadataKeys.text(key, in: keySpace) else { return nil }
    return CommonKeys.commonKey(text, in: keySpace)
  }

  mutating func setIdentifier(_ identifier: AVMetadataIdentifier?) {
    self.identifier = identifier
    let parts = identifier.flatMap(MetadataKeys.parts)
    keySpace = parts?.keySpace
    key = parts.map { MetadataKeys.object($0.text, in: $0.keySpace) }
  }

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
    case .stored(_, let type), .picture(_, let type):
      dataType = type.name
      loader = MetadataLoader { try resource.read(tag.value) }
    }
  }
}

/// The resource from which metadata values are read on demand.
struct MetadataResource: Sendable {
  let url: URL
  let options: RequestOptions

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
