@_spi(Playhead) import AVFoundation
import Foundation
import PlayheadSettings

extension SettingsController {
  /// Applies the settings of audio, decoders, filters, the style of subtitles and reading ahead to an item.
  func apply(to item: AVPlayerItem) {
    item.audioEffects = AudioEffects(
      gains: values.equalizer.map { Float($0) }, isNormalized: values.loudness.isNormalized,
      emphasizesDialogue: values.loudness.emphasizesDialogue,
      replayGain: .init(rawValue: values.loudness.replayGain.rawValue) ?? .off)
    let decoding = requestedHardwareDecoding ?? values.resources.hardwareDecoding
    item.hardwareDecoding = HardwareDecodingPreference(rawValue: decoding.rawValue) ?? .automatic
    let passthrough = requestedPassthrough ?? values.resources.passthrough
    item.passthroughCodecs = Set(passthrough.names.compactMap(AudioPassthroughCodec.init(rawValue:)))
    let deinterlacing = requestedDeinterlacing ?? values.picture.deinterlacing
    item.videoFilters = VideoFilters(
      debands: requestsDebanding || values.picture.debands,
      deinterlacing: .init(rawValue: deinterlacing.rawValue) ?? .automatic)
    item.textStyleRules = SubtitleStyle.rules(values)
    item.preferredForwardBufferDuration = values.resources.readAhead
  }
}

/// The style of subtitles that their file does not style.
enum SubtitleStyle {
  /// The rules of settings; nil without a setting.
  static func rules(_ settings: PlayerSettings) -> [AVTextStyleRule]? {
    var attributes: [String: Any] = [:]
    if !settings.subtitleFont.isEmpty { attributes[kCMTextMarkupAttribute_FontFamilyName] = settings.subtitleFont }
    if let color = settings.subtitleColor.components {
      attributes[kCMTextMarkupAttribute_ForegroundColorARGB] =
        [1, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255] as [Any]
    }
    switch settings.subtitleEdge {
    case .automatic: break
    case .none: attributes[kCMTextMarkupAttribute_CharacterEdgeStyle] = kCMTextMarkupCharacterEdgeStyle_None
    case .outline: attributes[kCMTextMarkupAttribute_CharacterEdgeStyle] = kCMTextMarkupCharacterEdgeStyle_Uniform
    case .shadow: attributes[kCMTextMarkupAttribute_CharacterEdgeStyle] = kCMTextMarkupCharacterEdgeStyle_DropShadow
    }
    guard !attributes.isEmpty else { return nil }
    return AVTextStyleRule(textMarkupAttributes: attributes).map { [$0] }
  }
}
