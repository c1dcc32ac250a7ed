import AVFAudio

/// The observable properties of the audio session.
extension AVAudioSession: StringKeyed {
  package func value(forObservableKey key: String) -> Any?? {
    switch key {
    case "outputVolume": .some(outputVolume)
    case "otherAudioPlaying": .some(isOtherAudioPlaying)
    case "secondaryAudioShouldBeSilencedHint": .some(secondaryAudioShouldBeSilencedHint)
    default: nil
    }
  }

  /// Connects the session's getters and changes with observers, once.
  static let isObservable: Bool = {
    AudioSessionObservation.install(
      AudioSessionObservation.Calls { session, key in
        AccessTracking.note(ObservableKey(key), of: session)
      } change: { session, key in
        KeyValueChanges.didChange([ObservableKey(key)], of: session)
      })
    return true
  }()
}
