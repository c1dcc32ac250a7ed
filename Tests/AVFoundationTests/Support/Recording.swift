import CoreMedia
import PlayheadTesting
import Synchronization

/// The captured audio.
final class Recording: Sendable {
  private let blocks = Mutex<[CapturedAudio]>([])

  func add(_ block: CapturedAudio) { blocks.withLock { $0.append(block) } }

  /// The first channel, one block after the other.
  var samples: [Float] {
    blocks.withLock {
      $0.flatMap { block in
        stride(from: 0, to: block.samples.count, by: block.format.channelCount).map { block.samples[$0] }
      }
    }
  }

  /// The media time of the first block.
  var start: Double? { blocks.withLock { $0.first?.time.seconds } }
}
