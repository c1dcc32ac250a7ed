/// The action of a key.
enum PlayerAction: Equatable, Sendable {
  /// Pauses, or resumes at the selected speed.
  case togglePause
  /// An exact seek goes to the exact frame. Otherwise a nearby keyframe suffices if it is faster.
  case seek(seconds: Double, isExact: Bool)
  /// Seeks exactly to the start of the file.
  case seekToStart
  /// Multiplies the speed; the result is limited to `PlayOptions.rates`.
  case multiplyRate(Double)
  /// Sets the speed to 1.
  case resetRate
  /// Percent.
  case changeVolume(Double)
  /// Mutes or unmutes the audio. The volume is unchanged.
  case toggleMute
  /// Pauses, and moves by this number of frames; negative numbers move backward.
  case step(Int)
  /// The next captions, or with -1 the previous ones; none after the last.
  case cycleCaptions(Int)
  /// Opens the next or the previous file of the list.
  case nextFile, previousFile
  /// Shows a line about the file, or the line of keys. Carried out by the interface.
  case showInformation, showKeys
  /// Redraws the whole screen, for instance after output of another program. Carried out by the interface.
  case redraw
  /// Pauses and stops the process as Ctrl-Z does. Carried out by the interface.
  case suspend
  /// Ends the program. Carried out by the run loop.
  case quit
}
