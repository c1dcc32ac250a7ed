import Foundation
import PlayheadMedia

/// A selectable option: one track. The data behind `AVMediaSelectionOption`.
struct MediaOption: Equatable, Sendable {
  let track: TrackInfo
  let mediaType: AVMediaType
  let isDefault: Bool

  /// BCP 47; nil if the file declares no language.
  var languageTag: String? { (track.languageTag ?? track.language).map(LanguageTag.canonical) }

  var isForced: Bool { track.isForced }
  var isClosedCaption: Bool { mediaType == .closedCaption }
  /// Whether it includes descriptions for viewers who are deaf or hard of hearing.
  var isForHearingImpaired: Bool { isClosedCaption || track.roles.contains(.hearingImpaired) }

  var characteristics: [AVMediaCharacteristic] {
    var found: [AVMediaCharacteristic] = []
    switch mediaType {
    case .video: found = [.visual, .frameBased] + track.videoCharacteristics
    case .audio: found = [.audible]
    default: found = [.legible]
    }
    found += roleCharacteristics
    found += track.taggedCharacteristics.map { AVMediaCharacteristic($0) }.filter { !found.contains($0) }
    return found
  }

  private var roleCharacteristics: [AVMediaCharacteristic] {
    let roles = track.roles
    var found: [AVMediaCharacteristic] = [roles.contains(.commentary) ? .isAuxiliaryContent : .isMainProgramContent]
    if roles.contains(.original) { found.append(.isOriginalContent) }
    if roles.contains(.dubbed) { found += [.languageTranslation, .dubbedTranslation] }
    if roles.contains(.visualImpaired) { found.append(.describesVideoForAccessibility) }
    // Broadcasters' audio for the hearing impaired has emphasized speech.
    if mediaType == .audio, roles.contains(.hearingImpaired) { found.append(.enhancesSpeechIntelligibility) }
    if mediaType != .audio, mediaType != .video {
      if isForced { found.append(.containsOnlyForcedSubtitles) }
      if isForHearingImpaired {
        found += [.transcribesSpokenDialogForAccessibility, .describesMusicAndSoundForAccessibility]
      }
    }
    return found
  }

  // MARK: Names

  /// The name for users: the name in the file, or else the localized language with a suffix for the option's purpose.
  func displayName(in locale: Locale) -> String {
    if let title = track.title { return title }
    let language = languageTag.flatMap { Self.name(of: $0, in: locale) } ?? Self.unknown
    return ([language] + suffixes).joined(separator: " ")
  }

  private var suffixes: [String] {
    if isClosedCaption { return ["CC"] }
    if mediaType == .audio || mediaType == .video {
      if track.roles.contains(.visualImpaired) { return ["AD"] }
      return track.roles.contains(.commentary) ? ["Commentary"] : []
    }
    return (isForHearingImpaired ? ["SDH"] : []) + (isForced ? ["Forced"] : [])
  }

  private static let unknown = "Unknown language"

  private static func name(of tag: String, in locale: Locale) -> String? {
    locale.localizedString(forIdentifier: tag).flatMap { $0 == tag ? nil : $0 }
      ?? locale.localizedString(forLanguageCode: tag)
  }
}

/// The selectable tracks of one characteristic.
struct MediaOptionGroup: Equatable, Sendable {
  let characteristic: AVMediaCharacteristic
  let options: [MediaOption]

  /// Whether no option may be selected: true for captions only.
  var allowsEmptySelection: Bool { characteristic == .legible }

  /// The default option. Captions that are not forced are shown only if the file marks them as default.
  var defaultOption: MediaOption? {
    let usable = options.filter { $0.track.isDecodable }
    if characteristic == .legible { return usable.first { $0.isDefault } }
    return usable.first { $0.isDefault } ?? usable.first ?? options.first
  }

  static let characteristics: [AVMediaCharacteristic] = [.visual, .audible, .legible]

  /// The group of a characteristic; nil if it has no options.
  init?(_ characteristic: AVMediaCharacteristic, of info: MediaInfo) {
    let options = (info.tracks + info.closedCaptions).compactMap { track -> MediaOption? in
      guard !track.isAttachedPicture, !track.isChapterList, let mediaType = Self.mediaType(track, characteristic) else {
        return nil
      }
      return MediaOption(track: track, mediaType: mediaType, isDefault: track.isDefault)
    }
    guard !options.isEmpty else { return nil }
    self.characteristic = characteristic
    self.options = options
  }

  private static func mediaType(_ track: TrackInfo, _ characteristic: AVMediaCharacteristic) -> AVMediaType? {
    switch (characteristic, track.kind) {
    case (.visual, .video): .video
    case (.audible, .audio): .audio
    case (.legible, .text): track.isClosedCaptions ? .closedCaption : .subtitle
    default: nil
    }
  }
}
