import Foundation
import PlayheadMedia

/// A selectable option of an asset: an audio language, subtitles, a camera angle.
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

  /// The media type.
  open var mediaType: AVMediaType { option.mediaType }

  /// The codecs, as four-character codes in numbers.
  open var mediaSubTypes: [NSNumber] { [NSNumber(value: MediaSubTypes.code(of: option.track))] }

  /// Whether the option has a media characteristic.
  open func hasMediaCharacteristic(_ mediaCharacteristic: AVMediaCharacteristic) -> Bool {
    option.characteristics.contains(mediaCharacteristic)
  }

  /// Whether a decoder for it is installed.
  open var isPlayable: Bool { option.track.isDecodable }

  /// The language as BCP 47; nil if the file declares none.
  open var extendedLanguageTag: String? { option.languageTag }

  /// The language; nil if the file declares none.
  open var locale: Locale? { option.languageTag.map { Locale(identifier: $0) } }

  /// A name for users in the system language: the name in the file, or else the name of the language.
  open var displayName: String { displayName(with: .current) }

  /// A name for users in a given language.
  open func displayName(with locale: Locale) -> String { option.displayName(in: locale) }

  /// All media characteristics.
  package var characteristics: [AVMediaCharacteristic] { option.characteristics }

  /// The identifier of the track in the file.
  package var trackID: CMPersistentTrackID { option.track.trackID }

  // MARK: Metadata

  private var items: [AVMetadataItem] {
    guard case .loaded(let info) = loader.loadNow("metadata") else { return [] }
    return (info.details?.tracks[option.track.index]?.tags ?? []).map {
      AVMetadataItem(MetadataState($0, in: resource))
    }
  }

  /// The metadata of the option with keys common to several formats.
  open var commonMetadata: [AVMetadataItem] { items.filter { $0.commonKey != nil } }

  /// The metadata formats of the option.
  open var availableMetadataFormats: [String] { items.formats.map(\.rawValue) }

  /// The metadata of the option in one format.
  open func metadata(forFormat format: String) -> [AVMetadataItem] {
    items.items(of: AVMetadataFormat(rawValue: format))
  }

  // MARK: Identity

  /// The option to select in another group together with this one: forced subtitles in the language of the audio.
  open func associatedMediaSelectionOption(
    in mediaSelectionGroup: AVMediaSelectionGroup
  ) -> AVMediaSelectionOption? {
    guard mediaType == .audio, mediaSelectionGroup.group.characteristic == .legible,
      let forced = mediaSelectionGroup.group.forcedOption(for: extendedLanguageTag)
    else { return nil }
    return mediaSelectionGroup.option(forced)
  }

  /// A property list from which the option can be restored, also in another run of the program:
  /// `AVMediaSelectionGroup.mediaSelectionOption(withPropertyList:)`.
  open func propertyList() -> Any {
    [
      "MediaSelectionOptionsMediaType": mediaType.rawValue,
      "MediaSelectionOptionsPersistentID": Int(option.track.trackID),
    ] as [String: Any]
  }

  /// Returns the option itself: options are immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Options for the same track of the same resource are equal.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? AVMediaSelectionOption else { return false }
    return other === self || (other.loader === loader && other.option.track.index == option.track.index)
  }

  /// A hash value, equal for equal objects.
  open override var hash: Int { option.track.index }
}
