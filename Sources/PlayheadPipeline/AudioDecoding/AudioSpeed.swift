import PlayheadAudio
import PlayheadBasics
import PlayheadFFmpeg
import PlayheadMedia

/// Changes the rate of audio, with a crossfade between rates.
///
/// A stretcher starts without knowledge of the audio before, which would cause a step. So it is fed the last of the
/// audio before, the output of which is dropped, and its following output is faded in while that of the previous
/// stretcher is faded out.
///
///     media:   … ────────────┬───────────── …
///     old:     ██████████████▇▆▅▃▂
///     new:          (dropped)▁▂▃▅▆▇██████████
struct AudioSpeed: ~Copyable {
  /// The format of input and output: time stretching changes neither the sample rate nor the channels.
  private let format: AudioFormat
  /// The current rate; 1: samples are passed through unchanged.
  private(set) var rate = 1.0
  /// The current algorithm. It has no effect at a rate of 1.
  private(set) var algorithm = PitchAlgorithm.timeDomain
  /// The time stretcher; nil at a rate of 1, and until the first samples at another rate.
  private var stretcher: TimeStretcher?
  /// The last input samples.
  private var history: [Float] = []
  /// Media frames that went into the stretcher since it was created, without its history.
  private var consumed = 0
  /// Output frames since the stretcher was created, without dropped ones.
  private var produced = 0
  /// Output frames still to be dropped.
  private var surplus = 0
  /// The output of the previous stretcher that is faded out.
  private var fading: [Float] = []
  /// The length of the crossfade in frames, for the weights.
  private var fadeLength = 0

  /// Creates a processor at a rate of 1. The format cannot change afterwards.
  init(format: AudioFormat) { self.format = format }

  /// The number of interleaved channels.
  private var channels: Int { format.channelCount }
  /// The rate within the stretcher's limits.
  private var tempo: Double { max(1 / 32, min(32, rate)) }
  /// In frames: long enough for every algorithm to settle.
  var historyFrames: Int { format.sampleRate / 5 }
  /// Fifteen milliseconds: several periods of a low tone, too short to be heard as an echo.
  var fadeFrames: Int { format.sampleRate * 15 / 1000 }

  /// Starts at another position: the previous audio is unrelated.
  mutating func begin(rate: Double, _ algorithm: PitchAlgorithm) {
    self.rate = rate
    self.algorithm = algorithm
    stretcher = nil
    history = []
    fading = []
    (consumed, produced, surplus) = (0, 0, 0)
  }

  /// Starts with another rate within audio that was already rendered: `history` is the media before it, `fading` the
  /// output at the old rate.
  mutating func begin(rate: Double, _ algorithm: PitchAlgorithm, after history: [Float], fading: [Float]) {
    begin(rate: rate, algorithm)
    self.history = history
    self.fading = fading
    fadeLength = fading.count / max(1, channels)
  }

  /// Changes the rate. Appends the remaining output at the old rate; `next` is the next input.
  mutating func change(
    to newRate: Double, _ newAlgorithm: PitchAlgorithm, before next: [Float], into output: inout [Float]
  ) throws(FFmpegError) {
    let rest = try oldOutput(before: next)
    let due = stretcher == nil ? 0 : max(0, Int(saturating: (Double(consumed) / tempo).rounded()) - produced)
    let split = min(rest.count, due * channels)
    output += rest[..<split]
    fading = Array(rest[split...].prefix(fadeFrames * channels))
    fadeLength = fading.count / max(1, channels)
    (rate, algorithm) = (newRate, newAlgorithm)
    stretcher = nil
    (consumed, produced, surplus) = (0, 0, 0)
  }

  /// The output at the old rate for the held input and a little more.
  private mutating func oldOutput(before next: [Float]) throws(FFmpegError) -> [Float] {
    let needed = Int(saturating: Double(fadeFrames) * max(1, tempo)) * 2 * channels
    guard stretcher != nil else { return Array(next.prefix(fadeFrames * channels)) }
    var rest: [Float] = []
    try stretcher?.stretch(Array(next.prefix(needed)), into: &rest)
    try stretcher?.finish(into: &rest)
    return rest
  }

  /// Processes interleaved samples and appends the output.
  mutating func process(_ samples: [Float], into output: inout [Float]) throws(FFmpegError) {
    var made: [Float] = []
    if rate == 1 {
      made = samples
    } else {
      if stretcher == nil { try begin(into: &made) }
      try stretcher?.stretch(samples, into: &made)
      consumed += samples.count / channels
    }
    appendHistory(samples)
    emit(made, into: &output)
  }

  /// Creates the stretcher at the current rate, and fills it with the history, whose output is to be dropped.
  private mutating func begin(into made: inout [Float]) throws(FFmpegError) {
    stretcher = try TimeStretcher(
      sampleRate: format.sampleRate, channelCount: channels, rate: tempo, algorithm: algorithm)
    guard !history.isEmpty else { return }
    surplus = Int(saturating: (Double(history.count / channels) / tempo).rounded())
    try stretcher?.stretch(history, into: &made)
  }

  /// Appends output without the surplus, and with the crossfade if one is in progress.
  private mutating func emit(_ made: [Float], into output: inout [Float]) {
    let dropped = min(surplus, made.count / channels)
    surplus -= dropped
    var rest = Array(made[(dropped * channels)...])
    produced += rest.count / channels
    if !fading.isEmpty { fade(&rest) }
    output += rest
  }

  /// Mixes the start of `samples` with the fading output of the old rate, with linear weights.
  private mutating func fade(_ samples: inout [Float]) {
    let count = min(fading.count, samples.count)
    let done = fadeLength - fading.count / channels
    for index in 0..<count {
      let weight = (Float(done + index / channels) + 0.5) / Float(fadeLength)
      samples[index] = samples[index] * weight + fading[index] * (1 - weight)
    }
    fading.removeFirst(count)
  }

  /// Appends to the history, and removes the excess over `historyFrames`.
  private mutating func appendHistory(_ samples: [Float]) {
    history += samples
    let excess = history.count - historyFrames * channels
    if excess > 0 { history.removeFirst(excess) }
  }

  /// Appends the held output. Only `begin` may follow.
  mutating func finish(into output: inout [Float]) throws(FFmpegError) {
    guard stretcher != nil else { return }
    var made: [Float] = []
    try stretcher?.finish(into: &made)
    emit(made, into: &output)
    stretcher = nil
  }
}
