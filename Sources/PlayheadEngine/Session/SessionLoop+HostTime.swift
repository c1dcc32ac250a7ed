import CoreMedia
import PlayheadBasics
import PlayheadMedia

/// Playback anchored to a host time, and playback driven by another clock than the audio device.
extension SessionLoop {
  /// Sets the rate and anchors `time` of the item to the host time `host`. A time that is not numeric stands for the
  /// current one.
  func setRate(_ rate: Float, time: CMTime, at host: CMTime) {
    let isMoving = machine.isMoving
    let isSame = machine.rate == rate
    clocks.setHostAnchor(rate: rate, time: time, host: host, context)
    setRate(rate)
    guard isMoving, machine.isMoving, clocks.hasHostAnchor else { return }
    // Audio in the ring is stretched for the old rate and must be rendered again. At the same rate only the position
    // changes.
    if isSame || pipeline?.ring == nil {
      stopClock()
      startClock()
    } else {
      perform(machine.restart())
    }
  }

  /// Sets the source clock; nil for the audio device.
  func setSourceClock(_ sourceClock: CMClock?) {
    clocks.setSourceClock(sourceClock, context)
    if sourceClock == nil, machine.isMoving, hasAudio { nextReading = now }
  }

  /// Checks the drift of audio that follows the clock instead of driving it. Audio that has drifted too far is
  /// realigned.
  func checkDrift(_ reading: AudioOutputPath.Reading) {
    let drift = reading.media - clock.nanoseconds(at: reading.at)
    guard abs(drift) > Self.driftLimit, reading.rate == clock.snapshot.rate else { return }
    audioOutput?.pause()
    joinAudio()
  }

  /// Half of the offset that ITU-R BT.1359 describes as noticeable: each correction is a gap or a cut in the audio.
  private static let driftLimit: Int64 = 20_000_000
}
