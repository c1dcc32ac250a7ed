import Foundation
import PlayheadFFmpeg

/// What can be chosen: one track. The facts behind `AVMediaSelectionOption`.
struct MediaOption: Equatable, Sendable {
  let track: TrackInfo
  let mediaType: AVMediaType
  let isDefault: Bool

  /// BCP 47; nil where the file names no language.
  var languageTag: String? { (track.languageTag ?? track.language).map(LanguageTag.canonical) }

  var isForced: Bool { track.isForced }
  var isClosedCaption: Bool { mediaType == .closedCaption }
  /// Whether it also tells what those who hear know without it.
  var isForHearingImpaired: Bool { isClosedCaption || track.roles.contains(.hearingImpaired) }

  var characteristics: [AVMediaCharacteristic] {
    var found: [AVMediaCharacteristic] = []
    switch mediaType {
    case .video: found = [.visual, .frameBased] + track.pictureCharacteristics
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
    // What broadcasters send as sound for those who hear badly has its speech in front.
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

  /// What a person reads: the name that the file gives, else the language in the reader's own, and what the option is for.
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

/// The tracks of one kind that can be chosen from.
struct MediaOptionGroup: Equatable, Sendable {
  let characteristic: AVMediaCharacteristic
  let options: [MediaOption]

  /// Whether nothing may be chosen: text may be left away, sound and pictures may not.
  var allowsEmptySelection: Bool { characteristic == .legible }

  /// What plays when nobody chooses. Text that is not forced is shown only where the file says so.
  var defaultOption: MediaOption? {
    let usable = options.filter { $0.track.isDecodable }
    if characteristic == .legible { return usable.first { $0.isDefault } }
    return usable.first { $0.isDefault } ?? usable.first ?? options.first
  }

  static let characteristics: [AVMediaCharacteristic] = [.visual, .audible, .legible]

  /// The group of a characteristic; nil where there is nothing to choose from.
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
