import Synchronization

/// Fades and stereo balance that an output's client sets, applied by the audio callback: audible with the next block,
/// while the volume of a mix is audible only after the audio in the ring. Independent of the session's volume.
///
/// One thread at a time calls `fade` and `setBalance`; the callback alone calls `apply`, which takes no lock.
struct OutputFader: ~Copyable, Sendable {
  /// The bits of the volume to reach, a `Double`.
  private let target = Atomic<UInt64>(Double(1).bitPattern)
  /// The bits of the change of the volume per frame, a `Double`. Stored before `target`.
  private let step = Atomic<UInt64>(Double(1).bitPattern)
  /// The bits of the volume of the last frame, a `Double`: in a `Float` the steps of a long fade would be rounded away.
  /// Written by the callback.
  private let volume = Atomic<UInt64>(Double(1).bitPattern)
  /// The bits of the balance to reach, a `Float`.
  private let targetBalance = Atomic<UInt32>(Float(0).bitPattern)
  /// The bits of the balance of the last frame, a `Float`. Written by the callback.
  private let balance = Atomic<UInt32>(Float(0).bitPattern)

  /// The shortest change, in seconds: a shorter one would click.
  static let shortestChange = 0.01

  /// Full volume in the centre.
  init() {}

  /// Sets the volume before the first callback, without a change over time.
  func start(at volume: Double) { self.volume.store(volume.bitPattern, ordering: .releasing) }

  /// The volume of the last rendered frame.
  var current: Double { Double(bitPattern: volume.load(ordering: .relaxed)) }

  /// Changes the volume linearly over the next `seconds` of rendered audio, at least `shortestChange`.
  func fade(to volume: Double, over seconds: Double, sampleRate: Int) {
    let frames = max(Self.shortestChange, seconds) * Double(max(1, sampleRate))
    let change = abs(volume - current) / frames
    step.store(max(change, 1e-12).bitPattern, ordering: .relaxed)
    target.store(volume.bitPattern, ordering: .releasing)
  }

  /// Sets the balance: −1 for the left channel alone, 0 for both in full, 1 for the right channel alone.
  func setBalance(_ balance: Float) { targetBalance.store(balance.bitPattern, ordering: .relaxed) }

  /// Applies both to interleaved frames. The balance applies to two channels only.
  func apply(to samples: UnsafeMutablePointer<Float>, count: Int, channels: Int, sampleRate: Int) {
    let target = Double(bitPattern: target.load(ordering: .acquiring))
    let step = Double(bitPattern: step.load(ordering: .relaxed))
    let targetBalance = Float(bitPattern: targetBalance.load(ordering: .relaxed))
    var volume = current
    var balance = Float(bitPattern: balance.load(ordering: .relaxed))
    if volume == target, target == 1, balance == targetBalance, targetBalance == 0 { return }
    let balanceStep = 1 / (Float(Self.shortestChange) * Float(max(1, sampleRate)))
    for frame in 0..<count {
      volume = volume < target ? min(target, volume + step) : max(target, volume - step)
      balance =
        balance < targetBalance ? min(targetBalance, balance + balanceStep) : max(targetBalance, balance - balanceStep)
      let gain = Float(volume)
      if channels == 2 {
        samples[2 * frame] *= gain * min(1, 1 - balance)
        samples[2 * frame + 1] *= gain * min(1, 1 + balance)
      } else {
        for index in frame * channels..<(frame + 1) * channels { samples[index] *= gain }
      }
    }
    self.volume.store(volume.bitPattern, ordering: .releasing)
    self.balance.store(balance.bitPattern, ordering: .relaxed)
  }
}
