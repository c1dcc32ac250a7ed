import CoreMedia
import PlayheadBasics
import Synchronization

/// A ring buffer of mixed audio: one thread writes, the device's callback reads, without locks between them.
///
/// Positions count frames since the ring was created. `anchors` map them to media times.
package final class AudioRing: Sendable {
  /// Maps audio from `position` on to media time `media` (nanoseconds), advancing at `rate` media seconds a second.
  struct Anchor: Sendable {
    /// The ring position of the first frame that it applies to.
    var position: Int64
    /// In nanoseconds.
    var media: Int64
    /// The playback rate for which the audio was stretched.
    var rate: Double
    /// The playback start (epoch) that it belongs to.
    var epoch: Int
  }

  /// The result of an attempt to write.
  package enum WriteResult: Equatable {
    /// So many frames were appended: fewer than offered, or none, if the ring is full.
    case frames(Int)
    /// The epoch is over: its audio is no longer needed.
    case stale
    /// Audio of an earlier epoch comes first.
    case early
  }

  /// The writer's state. The reader does not access it, so that the callback takes no lock.
  private struct Writer {
    /// The only epoch whose audio is accepted.
    var epoch = 0
    /// In order of position. Positions before the first anchor are extrapolated from it.
    var anchors: [Anchor] = []
    /// The position after the last frame of `epoch`; nil until that is written.
    var endPosition: Int64?
    /// The position where the latest start follows the previous one.
    var epochSwitchPosition: Int64 = 0
    /// Whether the tail is being re-rendered.
    var isEndOpen = false
  }

  /// The format of all audio in the ring. A change of format requires another ring.
  package let format: AudioFormat
  /// In frames, at least 1024.
  package let capacity: Int
  /// Interleaved samples of `capacity` frames. A frame is at its position modulo `capacity`.
  private nonisolated(unsafe) let samples: UnsafeMutablePointer<Float>
  // `samples`: frames between `readPosition` and `writePosition` belong to the reader, the others to the writer.
  /// The position of the next frame to read. Grows monotonically.
  private let readPosition = Atomic<Int64>(0)
  /// The position of the next frame to write. Only `revoke` decreases it.
  private let writePosition = Atomic<Int64>(0)
  /// The reader does not read past this position.
  private let cut = Atomic<Int64>(.max)
  /// Whether a callback is copying.
  private let isReading = Atomic<Bool>(false)
  /// Locked by the writer and by conversions of positions to media times, never by `read`.
  private let writer = Mutex(Writer())

  /// Creates a ring for `seconds` of audio.
  package init(format: AudioFormat, seconds: Double) {
    self.format = format
    capacity = max(1024, Int(saturating: Double(format.sampleRate) * seconds))
    samples = .allocate(capacity: capacity * format.channelCount)
    samples.initialize(repeating: 0, count: capacity * format.channelCount)
  }

  /// Requires that no callback reads any more: the output is stopped first.
  deinit { samples.deallocate() }

  /// The number of frames available to the reader.
  package var fill: Int {
    let end = min(writePosition.load(ordering: .acquiring), cut.load(ordering: .acquiring))
    return max(0, Int(end - readPosition.load(ordering: .acquiring)))
  }
  /// Whether the tail was revoked: nothing can follow without a gap until the next `reset`.
  package var isCut: Bool { cut.load(ordering: .acquiring) != .max }
  /// The position of the next frame to write, in frames since the ring was created.
  package var written: Int64 { writePosition.load(ordering: .acquiring) }

  // MARK: Writer

  /// Drops all audio and accepts only that of `epoch` from now on. The reader must not be reading.
  package func reset(epoch: Int) {
    writer.withLock {
      $0.epoch = epoch
      $0.anchors = []
      $0.endPosition = nil
      $0.isEndOpen = false
      readPosition.store(writePosition.load(ordering: .relaxed), ordering: .releasing)
      cut.store(.max, ordering: .releasing)
    }
  }

  /// Lets the audio of another start follow, whose writer waits until then. False while the tail of the ring is being
  /// re-rendered: `markEnd` follows again.
  @discardableResult
  package func switchEpoch(to epoch: Int) -> Bool {
    writer.withLock {
      guard !$0.isEndOpen else { return false }
      $0.epoch = epoch
      $0.endPosition = nil
      $0.epochSwitchPosition = writePosition.load(ordering: .relaxed)
      return true
    }
  }

  /// Reverts `switchEpoch`: drops what the later start wrote, so that only the audio before it is played.
  package func revoke(to epoch: Int) {
    writer.withLock {
      $0.epoch = epoch
      $0.anchors.removeAll { $0.epoch != epoch }
      $0.endPosition = $0.epochSwitchPosition
      cut.store($0.epochSwitchPosition, ordering: .releasing)
    }
  }

  /// Audio that was removed from the ring before it was played.
  package struct RevokedAudio {
    /// The media time of its first sample, in nanoseconds.
    package var media: Int64
    /// Its first samples.
    package var samples: [Float]
  }

  /// Removes the audio that the reader does not need within `lead` frames, so that it can be rendered again. Removes
  /// nothing if `canWrite` reports that audio from a media time on cannot be rendered again. An end mark is removed.
  package func revoke(
    leaving lead: Int, epoch: Int, copying count: Int, if canWrite: (_ media: Int64) -> Bool
  ) -> RevokedAudio? {
    writer.withLock { writer in
      let end = writePosition.load(ordering: .relaxed)
      let revokeStart = max(readPosition.load(ordering: .acquiring) + Int64(lead), writer.epochSwitchPosition)
      guard writer.epoch == epoch, !isCut, revokeStart < end,
        let media = media(at: revokeStart, writer.anchors), media.epoch == epoch, canWrite(media.nanoseconds)
      else { return nil }
      cut.store(revokeStart, ordering: .sequentiallyConsistent)
      // A callback takes microseconds. Later ones stop at the cut; one that has passed it has consumed the first frames
      // after it.
      CallbackWait.wait { isReading.load(ordering: .sequentiallyConsistent) }
      let start = max(revokeStart, readPosition.load(ordering: .acquiring))
      let taken = RevokedAudio(
        media: self.media(at: start, writer.anchors)?.nanoseconds ?? media.nanoseconds,
        samples: copy(from: start, count: min(count, Int(end - start))))
      writer.anchors.removeAll { $0.position > start }
      writer.isEndOpen = writer.isEndOpen || writer.endPosition != nil
      writer.endPosition = nil
      writePosition.store(start, ordering: .sequentiallyConsistent)
      CallbackWait.wait { isReading.load(ordering: .sequentiallyConsistent) }
      cut.store(.max, ordering: .sequentiallyConsistent)
      return taken
    }
  }

  /// Copies up to `capacity` frames from a position on. Requires that the writer does not write them.
  private func copy(from start: Int64, count: Int) -> [Float] {
    let channels = format.channelCount
    return (0..<count * channels).map {
      samples[Int((start * Int64(channels) + Int64($0)) % Int64(capacity * channels))]
    }
  }

  /// Whether `epoch` may write now.
  package func writeState(of epoch: Int) -> WriteResult {
    writer.withLock { $0.epoch == epoch ? .frames(0) : $0.epoch > epoch ? .stale : .early }
  }

  /// Appends as many frames as fit.
  ///
  /// - Parameter source: Interleaved samples in the ring's format.
  package func write(_ source: UnsafeBufferPointer<Float>, epoch: Int) -> WriteResult {
    writer.withLock { writer in
      guard writer.epoch == epoch else { return writer.epoch > epoch ? .stale : .early }
      let start = writePosition.load(ordering: .relaxed)
      let free = capacity - Int(start - readPosition.load(ordering: .acquiring))
      let count = min(free, source.count / format.channelCount)
      guard count > 0, let base = source.baseAddress else { return .frames(0) }
      let offset = Int(start % Int64(capacity))
      let first = min(count, capacity - offset)
      samples.advanced(by: offset * format.channelCount).update(from: base, count: first * format.channelCount)
      samples.update(from: base.advanced(by: first * format.channelCount), count: (count - first) * format.channelCount)
      writePosition.store(start + Int64(count), ordering: .releasing)
      return .frames(count)
    }
  }

  /// Adds an anchor for the next frame written. Ignored for an epoch that is not the current one.
  ///
  /// - Parameters:
  ///   - media: The media time of that frame in nanoseconds.
  ///   - rate: Media seconds per second of audio.
  package func addAnchor(media: Int64, rate: Double, epoch: Int) {
    writer.withLock {
      guard $0.epoch == epoch else { return }
      let position = writePosition.load(ordering: .relaxed)
      let read = readPosition.load(ordering: .acquiring)
      // Drops anchors that even a slow device has long passed.
      let old = $0.anchors.lastIndex { $0.position < read - Int64(4 * format.sampleRate) } ?? 0
      if old > 0 { $0.anchors.removeFirst(old) }
      $0.anchors.append(Anchor(position: position, media: media, rate: rate, epoch: epoch))
    }
  }

  /// Marks the end of the audio. Ignored for an epoch that is not the current one.
  package func markEnd(epoch: Int) {
    writer.withLock {
      guard $0.epoch == epoch else { return }
      $0.endPosition = writePosition.load(ordering: .relaxed)
      $0.isEndOpen = false
    }
  }

  /// The end of the audio, once its last frame was written.
  package var endPosition: Int64? { writer.withLock { $0.endPosition } }

  /// The media time, rate and start of a position; nil before the first anchor.
  package func media(at position: Int64) -> (nanoseconds: Int64, rate: Double, epoch: Int)? {
    writer.withLock { media(at: position, $0.anchors) }
  }

  private func media(at position: Int64, _ anchors: [Anchor]) -> (nanoseconds: Int64, rate: Double, epoch: Int)? {
    guard let anchor = anchors.last(where: { $0.position <= position }) ?? anchors.first else { return nil }
    let seconds = Double(position - anchor.position) / Double(format.sampleRate)
    return (
      anchor.media.addingSaturated(Int64(saturating: (seconds * anchor.rate * 1e9).rounded())), anchor.rate,
      anchor.epoch
    )
  }

  /// The first anchor after `position`.
  func nextAnchor(after position: Int64) -> Anchor? {
    writer.withLock { $0.anchors.first { $0.position > position } }
  }

  // MARK: Reader: no locks, no allocation

  /// Copies up to `count` frames to `target`, and returns their number. Called by the audio callback only.
  package func read(into target: UnsafeMutablePointer<Float>, count: Int) -> Int {
    isReading.store(true, ordering: .sequentiallyConsistent)
    defer { isReading.store(false, ordering: .sequentiallyConsistent) }
    let start = readPosition.load(ordering: .relaxed)
    let end = min(
      writePosition.load(ordering: .sequentiallyConsistent), cut.load(ordering: .sequentiallyConsistent))
    let taken = min(Int(end - start), count)
    guard taken > 0 else { return 0 }
    let offset = Int(start % Int64(capacity))
    let first = min(taken, capacity - offset)
    target.update(from: samples.advanced(by: offset * format.channelCount), count: first * format.channelCount)
    target.advanced(by: first * format.channelCount).update(from: samples, count: (taken - first) * format.channelCount)
    readPosition.store(start + Int64(taken), ordering: .releasing)
    return taken
  }

  /// Drops up to `count` frames. The device's callback must not be reading.
  package func skip(_ count: Int) {
    let start = readPosition.load(ordering: .relaxed)
    let available = Int(writePosition.load(ordering: .acquiring) - start)
    readPosition.store(start + Int64(max(0, min(available, count))), ordering: .releasing)
  }

  /// The position of the next frame to read, in frames since the ring was created.
  package var position: Int64 { readPosition.load(ordering: .acquiring) }
}
