/// The options of `playhead dump`.
struct DumpOptions: Equatable, Sendable {
  /// Seconds.
  var start = 0.0
  var length: Double?
  /// Empty for the default tracks.
  var tracks: [Int] = []
  /// A WAV file.
  var audio: String?

  init() {}

  init(_ options: [ScannedArguments.Option]) throws(UsageError) {
    if let text = options.last(.start) { start = try OptionValue.seconds(text, of: .start) }
    length = try options.last(.length).map { text throws(UsageError) in try OptionValue.seconds(text, of: .length) }
    tracks = try OptionValue.tracks(options)
    audio = options.last(.audio)
    if let audio, !audio.lowercased().hasSuffix(".wav") {
      throw UsageError("“--audio=\(audio)” names no WAV file", hint: "Write a name that ends in .wav.")
    }
  }
}
