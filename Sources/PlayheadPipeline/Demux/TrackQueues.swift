import CoreMedia
import PlayheadFFmpeg
import PlayheadItems

/// The packet queues of the selected tracks, and the position up to which each track was distributed.
///
/// Belongs to the reader thread; each queue is shared with the decoder that takes its elements.
final class TrackQueues {
  /// The index of the selected video track, which is used for seeking; nil: audio only.
  private(set) var video: Int?
  /// The packet queue of each selected track, by track index.
  private var queues: [Int: PacketQueue] = [:]
  /// The last packet distributed for each track, and the tracks whose end was announced.
  private var progress = PacketDistribution()
  /// The byte limits of the queues.
  private let limits: BufferLimits

  /// Creates an object without tracks.
  init(limits: BufferLimits) { self.limits = limits }

  // MARK: Tracks

  /// Selects the tracks. `video`: the index of the video track among them; nil: audio only.
  func select(_ queues: [Int: PacketQueue], video: Int?) {
    self.queues = queues
    self.video = video
  }

  /// Replaces the audio tracks; the video track remains.
  func replace(_ queues: [Int: PacketQueue]) { self.queues = queues }

  /// The selected tracks.
  var indexes: Set<Int> { Set(queues.keys) }
  /// The track used for seeking: video, or the first track without video; nil if no track is selected.
  var lead: Int? { video ?? queues.keys.min() }
  /// The queue of the video track; nil: audio only.
  var videoQueue: PacketQueue? { video.flatMap { queues[$0] } }
  /// Whether a track is selected.
  func contains(_ track: Int) -> Bool { queues[track] != nil }
  /// The queue of a track; nil if it is not selected.
  func queue(of track: Int) -> PacketQueue? { queues[track] }

  // MARK: Distribution

  /// The queue that receives a packet; nil if its track is not selected, or if the packet was distributed before. The
  /// packet counts as distributed from now on.
  func takeQueue(for packet: Packet) -> PacketQueue? {
    guard let queue = queues[packet.streamIndex], progress.isNew(packet) else { return nil }
    return queue
  }

  /// Whether a packet was distributed since the current start.
  var hasDistributed: Bool { !progress.isEmpty }
  /// Begins a start: no packet counts as distributed.
  func restart() { progress = PacketDistribution() }
  /// Prepares for reading that restarts further back, for a track that was added.
  func rewind(for track: Int) { progress.rewind(for: track) }
  /// Removes all elements from the queues.
  func clear() { for queue in queues.values { queue.clear() } }

  /// Appends an element to all queues, or only to that of the video track.
  func push(_ element: PipelineElement, videoOnly: Bool = false) {
    for (track, queue) in queues where !videoOnly || track == video { queue.push(element) }
  }

  /// Announces the end of each track to its decoder, once.
  func endTracks() {
    for (track, queue) in queues where progress.ends(track) { queue.push(.endOfStream) }
  }

  // MARK: Queued media

  /// Whether the queues are full.
  var isFull: Bool { limits.isFull(queues.values) }
  /// Whether any element is queued.
  var holdsElements: Bool { queues.values.contains { !$0.isEmpty } }
  /// Whether an audio track has no queued packets.
  var lacksAudio: Bool { queues.contains { $0.key != video && $0.value.isEmpty } }
  /// Seconds of queued media in the track with the least; zero without tracks.
  var seconds: Double { queues.values.map(\.seconds).min() ?? 0 }
  /// Bytes queued for each track, in the order of the track indexes.
  var bytes: [Int] { queues.sorted { $0.key < $1.key }.map(\.value.bytes) }
}
