/// The algorithm for playing audio at another rate.
package enum PitchAlgorithm: Int, Sendable {
  /// Overlap-add in the time domain: libavfilter's `atempo`. Low CPU cost; best for speech.
  case timeDomain
  /// Spectral processing: `rubberband`, or `atempo` if libavfilter was built without it. Costs several times as much
  /// CPU; best for music.
  case spectral
  /// Resampling, as a tape that runs faster: the pitch rises with the rate.
  case varispeed
}
