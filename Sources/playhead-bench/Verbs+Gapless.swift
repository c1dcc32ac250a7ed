import Foundation
import PlayheadAudio
import PlayheadDump
import PlayheadEngine
import PlayheadItems
import PlayheadMedia
import Synchronization

/// The audio of a transition between two items.
extension Verbs {
  /// Plays two files in a queue on a clock that jumps to the next deadline, and writes their audio to the standard
  /// output as interleaved 32-bit floats. Prints the sample rate in Hz and the number of channels to standard error.
  static func gapless(_ first: URL, _ second: URL) throws {
    let clock = ManualClock()
    let recording = Mutex<(format: AudioFormat?, samples: [Float])>((nil, []))
    let audio = CapturingAudio { block in
      recording.withLock {
        $0.format = $0.format ?? block.format
        $0.samples += block.samples
      }
    }
    let session = PlaybackSession(environment: PlaybackEnvironment(clock: clock, audio: audio, delivery: clock)) {}
    start(session, first, second)
    var finishedCount = 0
    while finishedCount < 2 {
      clock.settle()
      for event in session.takeEvents() {
        switch event {
        case .itemChanged(_, let item): if let error = item.error { throw error }
        case .failedToPlayToEnd(_, let error): throw error
        case .playedToEnd: finishedCount += 1
        default: break
        }
      }
      guard finishedCount < 2, clock.step() else { break }
    }
    session.close()
    let (format, samples) = recording.withLock { $0 }
    samples.withUnsafeBytes { FileHandle.standardOutput.write(Data($0)) }
    FileHandle.standardError.write(Data("\(format?.sampleRate ?? 0) \(format?.channelCount ?? 0)\n".utf8))
  }

  /// Plays two files in a queue in real time on the audio device.
  static func queue(_ first: URL, _ second: URL) throws {
    let player = BenchPlayer(.current)
    start(player.session, first, second)
    var finishedCount = 0
    try player.wait {
      if case .playedToEnd = $0 { finishedCount += 1 }
    } until: {
      finishedCount == 2
    }
    player.session.close()
  }

  /// Starts playback of a queue of two items.
  private static func start(_ session: PlaybackSession, _ first: URL, _ second: URL) {
    session.setEndAction(.advance)
    session.setRate(1)
    session.setItem(EngineItem(url: first))
    session.setNextItem(EngineItem(url: second))
  }
}
