/// The options of `playhead dump`.
struct DumpOptions: Equatable, Sendable {
  /// Seconds.
  var start = 0.0
  /// The length of the range in seconds; nil to play to the end.
  var length: Double?
  /// Empty for the default tracks.
  var tracks: [Int] = []
  /// A WAV file.
  var audio: String?

  /// Creates the default options: the whole file and its default tracks, without an audio file.
  init() {}

  /// Parses the options of `dump`. The last of several equal options applies, except for tracks.
  ///
  /// - Throws: A `UsageError` for an invalid value, or an audio file whose extension is not `.wav`.
  init(_ options: [ScannedArguments.Option]) throws(UsageError) {
    if let text = options.last(.start) { start = try OptionValue.seconds(text, of: .start) }
    length = try options.last(.length).map { text throws(UsageError) in try OptionValue.seconds(text, of: .length) }
    tracks = try OptionValue.tracks(options)
    audio = options.last(.audio)
    if let audio, !audio.lowercased().hasSuffix(".wav") {
      throw UsageError("“--audio=\(audio)” is not the name of a WAV file", hint: "Write a name that ends in .wav.")
    }
  }
}
