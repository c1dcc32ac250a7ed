import CoreMedia
import PlayheadFFmpeg
import PlayheadMedia

@testable import PlayheadClock
@testable import PlayheadPipeline

/// A packet source that returns given packets and records its seeks.
final class ScriptedSource: PacketSource {
  var info: MediaInfo
  var isContiguous = false
  /// The sync samples in the index, ascending; empty: no index.
  var syncSamples: [CMTime] = []
  /// The times of all seeks, in order.
  private(set) var seeks: [CMTime] = []
  /// The packets in file order.
  private let packets: [Packet]
  /// The index of the packet at which a seek to a time ends.
  private let position: (CMTime) -> Int
  /// The index of the next packet.
  private var next = 0

  init(_ packets: [Packet], position: @escaping (CMTime) -> Int = { _ in 0 }) {
    info = MediaInfo(containerName: "scripted", duration: .indefinite, tracks: [])
    self.packets = packets
    self.position = position
  }

  func describe() -> MediaInfo { info }
  func parameters(ofTrack index: Int) -> StreamParameters? { nil }
  func setActiveTracks(_ active: Set<Int>) {}
  func tend(ahead: Double) -> HostTime? { nil }

  func indexedSyncTime(notAfter time: CMTime, track: Int) -> CMTime? { syncSamples.last { $0 <= time } }

  func read() -> Packet? {
    guard next < packets.count else { return nil }
    defer { next += 1 }
    return packets[next]
  }

  func seek(to time: CMTime, track: Int) {
    seeks.append(time)
    next = position(time)
  }
}
