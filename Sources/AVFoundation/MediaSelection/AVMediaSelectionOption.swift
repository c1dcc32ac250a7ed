import Foundation
import PlayheadFFmpeg

/// One thing to choose in an asset: a language of the sound, subtitles, an angle.
open class AVMediaSelectionOption: NSObject, NSCopying, @unchecked Sendable {
  // Sendable: constants.
  let option: MediaOption
  private let resource: MetadataResource
  private let loader: AssetLoader

  init(_ option: MediaOption, loader: AssetLoader) {
    self.option = option
    self.loader = loader
    resource = loader.resource
    super.init()
  }

  /// What kind of media it is.
  open var mediaType: AVMediaType { option.mediaType }

  /// How it is coded: four-character codes as numbers.
  open var mediaSubTypes: [NSNumber] { [NSNumber(value: MediaSubTypes.code(of: option.track))] }

  /// Whether it has a characteristic.
  open func hasMediaCharacteristic(_ mediaCharacteristic: AVMediaCharacteristic) -> Bool {
    option.characteristics.contains(mediaCharacteristic)
  }

  /// Whether a decoder for it is installed.
  open var isPlayable: Bool { option.track.isDecodable }

  /// The language as BCP 47; nil where the file names none.
  open var extendedLanguageTag: String? { option.languageTag }

  /// The language; nil where the file names none.
  open var locale: Locale? { option.languageTag.map { Locale(identifier: $0) } }

  /// A name to show to people, in the language of the system: the name that the file gives, else the language's.
  open var displayName: String { displayName(with: .current) }

  /// A name to show to people, in a language.
  open func displayName(with locale: Locale) -> String { option.displayName(in: locale) }

  /// All its characteristics.
  package var characteristics: [AVMediaCharacteristic] { option.characteristics }

  /// The track in the file.
  package var trackID: CMPersistentTrackID { option.track.trackID }

  // MARK: Metadata

  private var items: [AVMetadataItem] {
    guard case .loaded(let info) = loader.loadNow("metadata") else { return [] }
    return (info.details?.tracks[option.track.index]?.tags ?? []).map {
      AVMetadataItem(MetadataState($0, in: resource))
    }
  }

  /// What the file says of it in terms that formats have in common.
  open var commonMetadata: [AVMetadataItem] { items.filter { $0.commonKey != nil } }

  /// In which formats the file says something of it.
  open var availableMetadataFormats: [String] { items.formats.map(\.rawValue) }

  /// What the file says of it in one format.
  open func metadata(forFormat format: String) -> [AVMetadataItem] {
    items.items(of: AVMetadataFormat(rawValue: format))
  }

  // MARK: Others

  /// What is to be chosen in another group along with this: forced subtitles in the language of the sound.
  open func associatedMediaSelectionOption(
    in mediaSelectionGroup: AVMediaSelectionGroup
  ) -> AVMediaSelectionOption? {
    guard mediaType == .audio, mediaSelectionGroup.group.characteristic == .legible,
      let forced = mediaSelectionGroup.group.forcedOption(for: extendedLanguageTag)
    else { return nil }
    return mediaSelectionGroup.option(forced)
  }

  /// A property list from which the option can be found again, in another run of the program too:
  /// `AVMediaSelectionGroup.mediaSelectionOption(withPropertyList:)`.
  open func propertyList() -> Any {
    [
      "MediaSelectionOptionsMediaType": mediaType.rawValue,
      "MediaSelectionOptionsPersistentID": Int(option.track.trackID),
    ] as [String: Any]
  }

  /// Itself: options do not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Options for the same track of the same resource are equal.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? AVMediaSelectionOption else { return false }
    return other === self || (other.loader === loader && other.option.track.index == option.track.index)
  }

  open override var hash: Int { option.track.index }
}
