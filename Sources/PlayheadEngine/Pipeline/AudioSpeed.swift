import PlayheadBasics
import PlayheadFFmpeg

/// Makes sound faster and slower, and lets one speed pass into another without a click.
///
/// A stretcher that begins knows nothing of the sound before, and begins with a step. So it is given the last of what was heard
/// again, whose result is left away, and what follows is faded in while the stretcher before it fades out.
///
///     media:   … ────────────┬───────────── …
///     old:     ██████████████▇▆▅▃▂
///     new:        (left away)▁▂▃▅▆▇██████████
struct AudioSpeed: ~Copyable {
  private let format: AudioFormat
  private(set) var rate = 1.0
  private(set) var algorithm = PitchAlgorithm.timeDomain
  private var stretcher: TimeStretcher?
  /// The last of the media that went in.
  private var history: [Float] = []
  /// Frames that went into the stretcher and came out of it, without those that are left away.
  private var taken = 0
  private var given = 0
  /// Frames to leave away yet.
  private var surplus = 0
  /// What the stretcher before would have given, to be faded out.
  private var fading: [Float] = []
  private var fadeLength = 0

  init(format: AudioFormat) { self.format = format }

  private var channels: Int { format.channelCount }
  /// The rate that a stretcher can do.
  private var tempo: Double { max(1 / 32, min(32, rate)) }
  /// Long enough for every algorithm to have settled.
  var historyFrames: Int { format.sampleRate / 5 }
  /// Fifteen milliseconds: several periods of a low tone, too short to be heard as two.
  var fadeFrames: Int { format.sampleRate * 15 / 1000 }

  /// Another place: what was heard before has nothing to do with what comes.
  mutating func begin(rate: Double, _ algorithm: PitchAlgorithm) {
    self.rate = rate
    self.algorithm = algorithm
    stretcher = nil
    history = []
    fading = []
    (taken, given, surplus) = (0, 0, 0)
  }

  /// Another speed from a place in what was made already: `history` is the media before it, `fading` what the old speed had made there.
  mutating func begin(rate: Double, _ algorithm: PitchAlgorithm, after history: [Float], fading: [Float]) {
    begin(rate: rate, algorithm)
    self.history = history
    self.fading = fading
    fadeLength = fading.count / max(1, channels)
  }

  /// Passes to another speed. Appends what is left of the sound at the old one; `next` comes next.
  mutating func change(
    to newRate: Double, _ newAlgorithm: PitchAlgorithm, before next: [Float], into output: inout [Float]
  ) throws(FFmpegError) {
    let rest = try oldSound(before: next)
    let due = stretcher == nil ? 0 : max(0, Int(saturating: (Double(taken) / tempo).rounded()) - given)
    let split = min(rest.count, due * channels)
    output += rest[..<split]
    fading = Array(rest[split...].prefix(fadeFrames * channels))
    fadeLength = fading.count / max(1, channels)
    (rate, algorithm) = (newRate, newAlgorithm)
    stretcher = nil
    (taken, given, surplus) = (0, 0, 0)
  }

  /// What the old speed makes of what it holds and of a little more.
  private mutating func oldSound(before next: [Float]) throws(FFmpegError) -> [Float] {
    let needed = Int(saturating: Double(fadeFrames) * max(1, tempo)) * 2 * channels
    guard stretcher != nil else { return Array(next.prefix(fadeFrames * channels)) }
    var rest: [Float] = []
    try stretcher?.stretch(Array(next.prefix(needed)), into: &rest)
    try stretcher?.finish(into: &rest)
    return rest
  }

  /// Appends what samples, interleaved, become.
  mutating func process(_ samples: [Float], into output: inout [Float]) throws(FFmpegError) {
    var made: [Float] = []
    if rate == 1 {
      made = samples
    } else {
      if stretcher == nil { try begin(into: &made) }
      try stretcher?.stretch(samples, into: &made)
      taken += samples.count / channels
    }
    remember(samples)
    emit(made, into: &output)
  }

  private mutating func begin(into made: inout [Float]) throws(FFmpegError) {
    stretcher = try TimeStretcher(
      sampleRate: format.sampleRate, channelCount: channels, rate: tempo, algorithm: algorithm)
    guard !history.isEmpty else { return }
    surplus = Int(saturating: (Double(history.count / channels) / tempo).rounded())
    try stretcher?.stretch(history, into: &made)
  }

  private mutating func emit(_ made: [Float], into output: inout [Float]) {
    let dropped = min(surplus, made.count / channels)
    surplus -= dropped
    var rest = Array(made[(dropped * channels)...])
    given += rest.count / channels
    if !fading.isEmpty { fade(&rest) }
    output += rest
  }

  private mutating func fade(_ samples: inout [Float]) {
    let count = min(fading.count, samples.count)
    let done = fadeLength - fading.count / channels
    for index in 0..<count {
      let weight = (Float(done + index / channels) + 0.5) / Float(fadeLength)
      samples[index] = samples[index] * weight + fading[index] * (1 - weight)
    }
    fading.removeFirst(count)
  }

  private mutating func remember(_ samples: [Float]) {
    history += samples
    let excess = history.count - historyFrames * channels
    if excess > 0 { history.removeFirst(excess) }
  }

  /// Appends what is held. Nothing may follow but `begin`.
  mutating func finish(into output: inout [Float]) throws(FFmpegError) {
    guard stretcher != nil else { return }
    var made: [Float] = []
    try stretcher?.finish(into: &made)
    emit(made, into: &output)
    stretcher = nil
  }
}
