import Synchronization

/// Called by the audio device: reads audio from the ring, applies the volume without clicks, and records which of the
/// device's frames were audio and which were silence.
package final class AudioRenderer: Sendable {
  /// The source of the audio. The renderer is its only reader.
  package let ring: AudioRing
  /// Whether callbacks read the ring. Written by the session.
  private let isConsuming = Atomic<Bool>(false)
  /// Whether a callback is in progress. Written by the callback.
  private let isRendering = Atomic<Bool>(false)
  /// The bits of the requested volume, a `Float`.
  private let targetGain = Atomic<UInt32>(Float(1).bitPattern)
  /// The bits of the volume of the last frame. Written by the callback.
  private let currentGain = Atomic<UInt32>(Float(1).bitPattern)
  /// Frames of silence rendered because the ring was empty. Incremented by the callback, reset by the session.
  private let starvedFrames = Atomic<Int64>(0)
  /// All frames rendered since the renderer was created. Written by the callback.
  private let rendered = Atomic<Int64>(0)
  /// Which of those frames came from which position of the ring.
  private let spans: DeviceFrameMap
  /// The fades and the balance that the output's client sets.
  private let fader = OutputFader()

  /// Creates a renderer that renders silence until `setConsuming(true)`, at full volume.
  init(ring: AudioRing) {
    self.ring = ring
    spans = DeviceFrameMap()
  }

  /// The format of the rendered audio.
  package var format: AudioFormat { ring.format }

  // MARK: Session

  /// Sets whether the device receives audio. After `setConsuming(false)` has returned, no callback accesses the ring.
  func setConsuming(_ consumes: Bool) {
    isConsuming.store(consumes, ordering: .sequentiallyConsistent)
    guard !consumes else { return }
    // A callback takes microseconds; the next one sees the flag.
    CallbackWait.wait { isRendering.load(ordering: .sequentiallyConsistent) }
  }

  /// Sets the volume, reached within 10 ms.
  package func setGain(_ gain: Float) { targetGain.store(gain.bitPattern, ordering: .relaxed) }

  /// Frames of silence rendered because the ring was empty, since the last call.
  func takeStarvedFrames() -> Int64 { starvedFrames.exchange(0, ordering: .relaxed) }

  /// Frames rendered for the device, audio and silence.
  var renderedFrames: Int64 { rendered.load(ordering: .acquiring) }

  /// The ring position of a frame that the device has played, counted from its first; nil before any audio.
  func ringPosition(ofDeviceFrame frame: Int64) -> Int64? { spans.ringPosition(ofDeviceFrame: frame) }

  // MARK: Clients of an output

  /// Sets the client's volume before the output starts.
  package func startFader(at volume: Double) { fader.start(at: volume) }

  /// Changes the client's volume linearly over the next `seconds` of rendered audio. The session's volume is
  /// unaffected.
  package func fade(to volume: Double, over seconds: Double) {
    fader.fade(to: volume, over: seconds, sampleRate: ring.format.sampleRate)
  }

  /// Sets the balance of two channels: −1 for left alone, 1 for right alone. Other channel counts are unaffected.
  package func setBalance(_ balance: Float) { fader.setBalance(balance) }

  // MARK: Callback: no locks, no allocation, no reference counting

  /// Fills `count` interleaved frames. Returns how many of them, from the first on, are audio and not silence. Called
  /// from one thread at a time.
  ///
  /// - Parameters:
  ///   - target: Space for `count` frames of `format`. All of it is written, with silence where there is no audio.
  ///   - count: The number of frames, not of samples.
  @discardableResult
  package func render(into target: UnsafeMutablePointer<Float>, count: Int) -> Int {
    isRendering.store(true, ordering: .sequentiallyConsistent)
    let start = rendered.load(ordering: .relaxed)
    let channels = ring.format.channelCount
    var taken = 0
    if isConsuming.load(ordering: .sequentiallyConsistent) {
      let position = ring.position
      taken = ring.read(into: target, count: count)
      if taken < count { starvedFrames.add(Int64(count - taken), ordering: .relaxed) }
      if taken > 0 {
        applyGain(target, count: taken, channels: channels)
        if ring.format.passthrough == nil {
          fader.apply(to: target, count: taken, channels: channels, sampleRate: ring.format.sampleRate)
        }
        spans.append(deviceFrame: start, ringPosition: position, count: Int64(taken))
      }
    }
    if taken < count {
      target.advanced(by: taken * channels).update(repeating: 0, count: (count - taken) * channels)
    }
    rendered.store(start + Int64(count), ordering: .releasing)
    isRendering.store(false, ordering: .sequentiallyConsistent)
    return taken
  }

  /// The media time of the next frame in nanoseconds; nil before any. For outputs that record.
  package var nextMediaTime: Int64? { ring.media(at: ring.position)?.nanoseconds }

  /// Applies the volume; to bursts only silence. A change of volume takes 10 ms: short enough to seem immediate, long
  /// enough not to click.
  private func applyGain(_ target: UnsafeMutablePointer<Float>, count: Int, channels: Int) {
    let gainTarget = Float(bitPattern: targetGain.load(ordering: .relaxed))
    var gain = Float(bitPattern: currentGain.load(ordering: .relaxed))
    if ring.format.passthrough != nil {
      // A burst is intact or silent: any other factor would damage it.
      if gainTarget <= 0 { target.update(repeating: 0, count: count * channels) }
      return
    }
    if gain == gainTarget && gain == 1 { return }
    let step = 100 / Float(ring.format.sampleRate)
    for frame in 0..<count {
      if gain < gainTarget {
        gain = min(gainTarget, gain + step)
      } else if gain > gainTarget {
        gain = max(gainTarget, gain - step)
      }
      for channel in 0..<channels { target[frame * channels + channel] *= gain }
    }
    currentGain.store(gain.bitPattern, ordering: .relaxed)
  }
}
