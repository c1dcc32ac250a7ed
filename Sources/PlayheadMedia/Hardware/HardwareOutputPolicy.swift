/// Decides whether a hardware decoder works, and retains what software needs in order to take over without losing or
/// repeating a frame: the packets since a sync sample, and the times of the frames that have come out since.
///
///     packets   I0 . . . . I1 . . . . I2 . .      I: sync sample
///     retained            [I1 . . . . I2 . .]     the frames before I1 have all come out
///     delivered            ✓ ✓ ✓ ✓ ✓ ✓            software decodes them again, and they are dropped
///
/// Frames come out in presentation order, each with the time of a packet that went in. A driver that violates this is
/// not believed: software decodes the retained packets, and its output counts. Times are ticks of the track. Generic
/// over the packets, which it only stores.
package struct HardwareOutputPolicy<Packet> {
  /// The limits of a policy.
  package struct Limits: Sendable {
    /// The memory for retained packets: ten seconds at 50 Mbit/s. At the limit software takes over, while it still can.
    package var bytes = 64 << 20
    /// The number of retained packets, which bounds the time that software needs to take over: two GOPs of ten seconds
    /// at 50 frames per second.
    package var packets = 1000
    /// Packets in the decoder whose frames have not come out. H.264 and HEVC reorder 16 frames, twice as many fields;
    /// drivers queue up to 16 more.
    package var inFlight = 48

    /// Creates the default limits.
    package init() {}
  }

  /// A retained packet.
  package struct Entry {
    /// The packet.
    package let packet: Packet
    /// Whether the decoder may drop the frame if no other one refers to it.
    package let skipsNonReference: Bool
    /// The presentation time; nil if there is none.
    let time: Int64?
    /// The size in bytes.
    let byteCount: Int
    /// Whether decoding can start here.
    let isSync: Bool
  }

  /// The properties of a packet.
  package struct PacketProperties {
    /// The presentation time; nil if there is none.
    package var time: Int64?
    /// The size in bytes.
    package var byteCount: Int
    /// Whether decoding can start here.
    package var isSync: Bool
    /// Whether the container declares that the frame is not shown.
    package var isDiscarded: Bool
    /// Whether the decoder may drop the frame if no other one refers to it.
    package var skipsNonReference: Bool

    /// Creates the properties.
    package init(time: Int64?, byteCount: Int, isSync: Bool, isDiscarded: Bool = false, skipsNonReference: Bool) {
      self.time = time
      self.byteCount = byteCount
      self.isSync = isSync
      self.isDiscarded = isDiscarded
      self.skipsNonReference = skipsNonReference
    }
  }

  /// A packet whose frame has not come out.
  private struct Pending {
    /// The presentation time.
    var time: Int64
    /// Whether the frame must come out.
    var isRequired: Bool
  }

  /// The packets from which software would start, in decode order.
  package private(set) var entries: [Entry] = []
  /// The size of the retained packets.
  private var byteCount = 0
  /// The packets whose frames have not come out, by presentation time.
  private var pending: [Pending] = []
  /// The times of the frames of retained packets that have come out, ascending.
  private var delivered: [Int64] = []
  /// The time before which all frames have come out; nil until packets were released.
  private var floor: Int64?
  /// The time of the first sync sample: frames before it may lack references. nil before it.
  private var firstSync: Int64?
  /// Whether the last frame was interlaced: each field may have a packet of its own.
  private var isInterlaced = false
  /// The number of sync samples whose packets are retained after the one that is being output.
  private let margin: Int
  /// The limits.
  private let limits: Limits

  /// Creates a policy for a decoder that has received nothing.
  ///
  /// - Parameter hasGradualRefresh: Whether frames after a sync sample may be damaged until the next one, as with the
  ///   recovery points of H.264 (ITU-T H.264 §D.2.8): then one more GOP is retained.
  package init(hasGradualRefresh: Bool, limits: Limits = Limits()) {
    margin = hasGradualRefresh ? 1 : 0
    self.limits = limits
  }

  // MARK: Packets

  /// Retains a packet that the decoder has accepted.
  ///
  /// - Returns: The reason for which software has to take over now; nil if there is none. The packet is retained in any
  ///   case.
  package mutating func add(_ packet: Packet, _ properties: PacketProperties) -> HardwareDecodingFailure? {
    entries.append(
      Entry(
        packet: packet, skipsNonReference: properties.skipsNonReference, time: properties.time,
        byteCount: properties.byteCount, isSync: properties.isSync))
    byteCount += properties.byteCount
    guard let time = properties.time else { return .missingTime }
    if properties.isSync, firstSync == nil { firstSync = time }
    let isRequired =
      !properties.isDiscarded && !properties.skipsNonReference && firstSync.map { time >= $0 } ?? false
    let index = pending.firstIndex { $0.time > time } ?? pending.endIndex
    pending.insert(Pending(time: time, isRequired: isRequired), at: index)
    if isFull { release(retaining: 0) }
    if isFull { return .longGroup }
    return pending.count { $0.isRequired } > limits.inFlight ? .noOutput : nil
  }

  /// Whether the retained packets exceed a limit.
  private var isFull: Bool { byteCount > limits.bytes || entries.count > limits.packets }

  // MARK: Frames

  /// Checks a frame that has come out, and counts it as delivered.
  ///
  /// - Parameters:
  ///   - time: The presentation time; nil if there is none.
  ///   - isInterlaced: Whether it consists of two fields, which may be those of two packets.
  /// - Returns: The reason for which the frame must not be delivered and software has to take over; nil if there is
  ///   none.
  package mutating func accept(time: Int64?, isInterlaced: Bool) -> HardwareDecodingFailure? {
    guard let time, let index = pending.firstIndex(where: { $0.time == time }) else { return .unexpectedTime }
    self.isInterlaced = isInterlaced || self.isInterlaced
    // The frames before it can only come out before it.
    guard pending[..<index].count(where: \.isRequired) <= tolerance else { return .missingFrame }
    pending.removeSubrange(...index)
    delivered.append(time)
    self.isInterlaced = isInterlaced
    release(retaining: margin)
    return nil
  }

  /// The number of packets between two frames that belong to the first one as second fields.
  private var tolerance: Int { isInterlaced ? 1 : 0 }

  /// Checks that all frames have come out of a drained decoder.
  ///
  /// - Returns: The reason for which software has to take over; nil if there is none.
  package func end() -> HardwareDecodingFailure? {
    pending.count { $0.isRequired } > tolerance ? .missingFrame : nil
  }

  /// Releases the packets that software would not need: those before the last sync sample that has come out, or before
  /// an earlier one by `margin`.
  private mutating func release(retaining margin: Int) {
    guard let last = delivered.last else { return }
    let syncs = entries.indices.filter { index in
      entries[index].isSync && entries[index].time.map { $0 <= last } ?? false
    }
    guard syncs.count > margin else { return }
    let first = syncs[syncs.count - 1 - margin]
    guard first > 0, let time = entries[first].time else { return }
    byteCount -= entries[..<first].reduce(0) { $0 + $1.byteCount }
    entries.removeSubrange(..<first)
    delivered.removeAll { $0 < time }
    floor = time
  }

  // MARK: Changes

  /// Forgets everything: decoding continues at another position, or software has taken over.
  package mutating func reset() {
    entries = []
    byteCount = 0
    pending = []
    delivered = []
    floor = nil
    firstSync = nil
    isInterlaced = false
  }

  /// Drops the frames that have already come out, of a software decoder that decodes the retained packets.
  package var filter: DeliveredFrameFilter { DeliveredFrameFilter(delivered, floor: floor) }
}

/// Drops the frames of a software decoder that hardware has already delivered.
package struct DeliveredFrameFilter: Sendable {
  /// The times of delivered frames that have not come out again, ascending.
  private var delivered: [Int64]
  /// The time before which all frames were delivered; nil if no time is.
  private let floor: Int64?
  /// The time of the last delivered frame; nil if all of them are before `floor`.
  private let last: Int64?
  /// Whether frames may have to be dropped.
  private var isActive: Bool

  /// Creates a filter for these frames; by default one that drops nothing.
  package init(_ delivered: [Int64] = [], floor: Int64? = nil) {
    self.delivered = delivered
    self.floor = floor
    last = delivered.last
    isActive = floor != nil || !delivered.isEmpty
  }

  /// Whether a frame has to be delivered. Called once for each frame, in the order of the output.
  package mutating func delivers(_ time: Int64?) -> Bool {
    guard isActive, let time else { return true }
    if let floor, time < floor { return false }
    if let index = delivered.firstIndex(of: time) {
      delivered.remove(at: index)
      return false
    }
    if last.map({ time > $0 }) ?? true { isActive = false }
    return true
  }
}
