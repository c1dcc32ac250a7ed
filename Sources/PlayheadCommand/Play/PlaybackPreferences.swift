@_spi(Playhead) import AVFoundation
import PlayheadSettings

/// The user's settings that apply to playback in a terminal: languages, audio, the size and position of subtitles. The
/// options of the command line override them.
@MainActor struct PlaybackPreferences {
  /// The settings; the default ones where none are wanted.
  let settings: PlayerSettings

  /// Applies the languages and the audio device to a player.
  func apply(to player: AVPlayer) {
    for (languages, characteristic) in [
      (settings.audioLanguages, AVMediaCharacteristic.audible), (settings.subtitleLanguages, .legible),
    ] where !languages.isEmpty {
      player.setMediaSelectionCriteria(
        AVPlayerMediaSelectionCriteria(preferredLanguages: languages, preferredMediaCharacteristics: nil),
        forMediaCharacteristic: characteristic)
    }
    if !settings.audioDevice.isEmpty { player.audioOutputDeviceUniqueID = settings.audioDevice }
  }

  /// Applies the presentation of subtitles, the decoders and filters of video, and the effects on the audio to an item.
  func apply(to item: AVPlayerItem) {
    item.captionSettings.scale = settings.subtitleScale
    item.captionSettings.lift = settings.subtitleLift
    item.preferredForwardBufferDuration = settings.resources.readAhead
    item.hardwareDecoding = .init(rawValue: settings.resources.hardwareDecoding.rawValue) ?? .automatic
    item.passthroughCodecs = Set(settings.resources.passthrough.names.compactMap(AudioPassthroughCodec.init(rawValue:)))
    item.videoFilters = VideoFilters(
      debands: settings.picture.debands,
      deinterlacing: .init(rawValue: settings.picture.deinterlacing.rawValue) ?? .automatic)
    item.audioEffects = AudioEffects(
      gains: settings.equalizer.map { Float($0) }, isNormalized: settings.loudness.isNormalized,
      emphasizesDialogue: settings.loudness.emphasizesDialogue,
      replayGain: .init(rawValue: settings.loudness.replayGain.rawValue) ?? .off)
  }
}
