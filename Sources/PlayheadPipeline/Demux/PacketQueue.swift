import CoreMedia
import PlayheadClock
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia
import Synchronization

/// An element of the queue from the reader to one decoder.
enum PipelineElement: Sendable {
  /// Whether a start begins here.
  var isStart: Bool {
    switch self {
    case .begin, .cached: true
    default: false
    }
  }

  /// Begins a start at `target`. `DecoderReuse.approach` states how the decoder reaches it.
  case begin(PipelineStart, target: CMTime)
  /// The pooled decoder that resumes.
  case pooledDecoder(DecoderPool.PoolEntry)
  /// A compressed packet. `skipsNonReference`: the packet is not decoded if no other frame depends on it.
  case packet(Packet, skipsNonReference: Bool)
  /// All packets of a GOP that is played in reverse.
  case group(ReverseGroup)
  /// The presentation time of the frame at the target is known.
  case frameTime(CMTime)
  /// A paused seek whose frame is cached.
  case cached(PipelineStart, VideoFrame)
  /// The speculative start in progress becomes this paused seek.
  case adopt(PipelineStart)
  /// All packets for a paused seek have been sent: drains the decoder.
  case drain
  /// No packets follow: the decoder outputs the frames that it holds and reports the end.
  case endOfStream
}

/// The packet queue from the reader to one decoder. The reader checks how full it is; the decoder waits at its own
/// gate.
final class PacketQueue: Sendable {
  /// The elements, and the sums over the packets among them.
  private struct State {
    /// The elements from `head` on are queued; those before it have been taken.
    var elements: [PipelineElement] = []
    /// The index of the next element to take.
    var head = 0
    /// The size of the queued packets.
    var bytes = 0
    /// The decode time of the last packet that was added.
    var lastTime = CMTime.invalid
    /// The decode time of the last packet that was taken, or of the first one that was added.
    var firstTime = CMTime.invalid
    /// See the property of the queue.
    var acknowledgedStart = 0
  }

  /// All state. It is never locked while a gate is opened.
  private let state = Mutex(State())
  /// Opened when an element arrives.
  private let consumer: any Gate
  /// Opened when capacity becomes free.
  private let producer: any Gate

  /// Creates an empty queue between two threads, each with the gate at which it waits.
  init(consumer: any Gate, producer: any Gate) {
    self.consumer = consumer
    self.producer = producer
  }

  /// Appends an element and wakes the decoder. Never blocks: the reader checks `isFull` before it reads.
  func push(_ element: PipelineElement) {
    state.withLock {
      if case .packet(let packet, _) = element {
        $0.bytes += packet.byteCount
        let time = packet.decodeTime.isNumeric ? packet.decodeTime : packet.presentationTime
        if time.isNumeric {
          $0.lastTime = time
          if !$0.firstTime.isNumeric { $0.firstTime = time }
        }
      }
      $0.elements.append(element)
    }
    consumer.open()
  }

  /// Inserts an element before the waiting packets, but after their start.
  func insertFirst(_ element: PipelineElement) {
    state.withLock { state in
      let start = state.elements[state.head...].lastIndex(where: \.isStart)
      state.elements.insert(element, at: start.map { $0 + 1 } ?? state.head)
    }
    consumer.open()
  }

  /// Records that the decoder has found the frame of a paused seek, and wakes the reader.
  ///
  /// - Parameter number: The `startNumber` of the paused seek.
  func acknowledge(start number: Int) {
    state.withLock { $0.acknowledgedStart = number }
    producer.open()
  }

  /// The number of the last paused seek whose frame the decoder has found. The reader compares it with its own number.
  var acknowledgedStart: Int { state.withLock { $0.acknowledgedStart } }

  /// Takes the next element and wakes the reader; nil if the queue is empty.
  func pop() -> PipelineElement? {
    let (element, wakesProducer) = state.withLock { state -> (PipelineElement?, Bool) in
      guard state.head < state.elements.count else { return (nil, false) }
      let element = state.elements[state.head]
      state.head += 1
      if state.head == state.elements.count {
        state.elements.removeAll(keepingCapacity: true)
        state.head = 0
      } else if state.head > 256 {
        state.elements.removeFirst(state.head)
        state.head = 0
      }
      guard case .packet(let packet, _) = element else { return (element, true) }
      state.bytes -= packet.byteCount
      let time = packet.decodeTime.isNumeric ? packet.decodeTime : packet.presentationTime
      if time.isNumeric { state.firstTime = time }
      return (element, true)
    }
    if wakesProducer { producer.open() }
    return element
  }

  /// Removes all elements, before a `.begin`. The acknowledged start remains.
  func clear() {
    state.withLock { $0 = State(acknowledgedStart: $0.acknowledgedStart) }
  }

  /// Whether a newer start is anywhere in the queue.
  var containsStart: Bool {
    state.withLock { state in
      state.elements[state.head...].contains(where: \.isStart)
    }
  }

  /// Whether a newer start is next: the decoding in progress is then obsolete.
  var holdsNewerStart: Bool {
    state.withLock {
      $0.head < $0.elements.count && $0.elements[$0.head].isStart
    }
  }

  /// The times of the queued packets, up to a newer start.
  var upcoming: [SeekPacketFilter.Times] {
    state.withLock { state in
      var times: [SeekPacketFilter.Times] = []
      for element in state.elements[state.head...] {
        if element.isStart { break }
        if case .packet(let packet, _) = element { times.append(packet.packetTimes) }
      }
      return times
    }
  }

  /// Whether a keyframe whose time fulfils a condition is queued before a newer start.
  func holdsKeyframe(where condition: (CMTime) -> Bool) -> Bool {
    state.withLock { state in
      for element in state.elements[state.head...] {
        if element.isStart { return false }
        if case .packet(let packet, _) = element, packet.isKey, packet.presentationTime.isNumeric,
          condition(packet.presentationTime)
        {
          return true
        }
      }
      return false
    }
  }

  /// Bytes of the queued packets.
  var bytes: Int { state.withLock { $0.bytes } }
  /// Whether no element is queued, neither a packet nor a start.
  var isEmpty: Bool { state.withLock { $0.head == $0.elements.count } }
  /// Seconds of queued media.
  ///
  /// Measured in decode times, from the last packet taken; zero without packets.
  var seconds: Double {
    state.withLock {
      guard $0.bytes > 0, $0.lastTime.isNumeric, $0.firstTime.isNumeric else { return 0 }
      return ($0.lastTime - $0.firstTime).seconds
    }
  }
}

extension BufferLimits {
  /// Whether the queues hold the allowed bytes, or two seconds of every track. While one track has no packets, up to
  /// four times the bytes are allowed: in a badly interleaved file its packets come after those of the other tracks.
  func isFull(_ queues: some Collection<PacketQueue>) -> Bool {
    let bytes = queues.reduce(0) { $0 + $1.bytes }
    if bytes >= packetBytes { return bytes >= 4 * packetBytes || !queues.contains { $0.isEmpty } }
    return !queues.isEmpty && queues.allSatisfy { $0.seconds > 2 }
  }
}
