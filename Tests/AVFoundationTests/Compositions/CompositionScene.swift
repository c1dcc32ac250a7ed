import AVFoundation
import PlayheadEngine
import PlayheadItems
import PlayheadTesting
import Synchronization
import TestSupport

/// Compositions of fixtures, and what a player outputs of them on the manual clock.
enum CompositionScene {
  /// The time of a frame at 30 fps.
  static func frame(_ number: Int) -> CMTime { CMTime(value: CMTimeValue(number), timescale: 30) }
  static func frames(_ numbers: Range<Int>) -> CMTimeRange {
    CMTimeRange(start: frame(numbers.lowerBound), end: frame(numbers.upperBound))
  }
  static func samples(_ numbers: Range<Int>, _ rate: Int = 44_100) -> CMTimeRange {
    CMTimeRange(
      start: CMTime(value: CMTimeValue(numbers.lowerBound), timescale: CMTimeScale(rate)),
      end: CMTime(value: CMTimeValue(numbers.upperBound), timescale: CMTimeScale(rate)))
  }

  /// Appends ranges of the first tracks of a media type of files to a new track.
  @discardableResult
  static func append(
    _ parts: [(name: String, range: CMTimeRange)], _ type: AVMediaType, to composition: AVMutableComposition
  ) throws -> AVMutableCompositionTrack? {
    let track = composition.addMutableTrack(withMediaType: type, preferredTrackID: kCMPersistentTrackID_Invalid)
    for part in parts {
      guard let source = AVURLAsset(url: Fixture.url(part.name)).tracks(withMediaType: type).first else { continue }
      try track?.insertTimeRange(part.range, of: source, at: .invalid)
    }
    return track
  }

  /// The frames and the first channel of the audio of an item, played from its beginning to its end.
  @MainActor static func play(
    _ item: AVPlayerItem, from start: CMTime = .zero
  ) -> (frames: [(time: CMTime, number: Int?)], samples: [Float], stage: Stage) {
    let frames = Mutex<[(time: CMTime, number: Int?)]>([])
    let recording = Recording()
    let stage = Stage { environment in
      var environment = environment
      environment.audio = CapturingAudio { recording.add($0) }
      return AVPlayer(environment: environment)
    }
    stage.player.session.attach(
      CapturingVideoSink(checksums: false) { captured in
        frames.withLock { $0.append((captured.time, FrameNumber.read(captured.frame))) }
      })
    stage.player.replaceCurrentItem(with: item)
    stage.settle()
    if start != .zero {
      stage.player.seek(to: start, toleranceBefore: .zero, toleranceAfter: .zero)
      stage.settle()
      // The seek result is shown, and is the first frame of playback.
      frames.withLock { $0 = Array($0.suffix(1)) }
    }
    let isOver = Mutex(false)
    let token = NotificationCenter.default.addObserver(
      forName: AVPlayerItem.didPlayToEndTimeNotification, object: item, queue: nil
    ) { _ in isOver.withLock { $0 = true } }
    stage.player.play()
    stage.run { isOver.withLock { $0 } || item.status == .failed }
    NotificationCenter.default.removeObserver(token)
    stage.settle()
    // The first frame may be presented once more when playback begins.
    var seen: [(time: CMTime, number: Int?)] = []
    for frame in frames.withLock({ $0 }) where seen.last?.time != frame.time { seen.append(frame) }
    return (seen, recording.samples, stage)
  }
}
