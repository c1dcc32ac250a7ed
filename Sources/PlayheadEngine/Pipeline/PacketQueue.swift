import CoreMedia
import PlayheadFFmpeg
import Synchronization

/// What goes from the reader to one decoder, in order.
enum PipelineElement: Sendable {
  /// Whether another start begins here.
  var isStart: Bool {
    switch self {
    case .begin, .visited: true
    default: false
    }
  }

  /// Begin anew: forget everything, land at `target`.
  case begin(PipelineStart, target: CMTime)
  /// The decoder that goes on.
  case seat(DecoderPool.Parked)
  case packet(Packet, skipsNonReference: Bool)
  /// All that is needed for the pictures of one group, to be shown backward.
  case group(ReverseGroup)
  /// The covering picture's time is known.
  case cover(CMTime)
  /// The picture itself, for a still of its own: it was decoded before.
  case visited(PipelineStart, VideoFrame)
  /// The start that nobody asked for becomes this still.
  case adopt(PipelineStart)
  /// Everything needed for a still is in: take it out of the decoder.
  case drain
  case endOfStream
}

/// From the reader to one decoder. The reader asks how full it is; the decoder waits at its own gate.
final class PacketQueue: Sendable {
  private struct State {
    var elements: [PipelineElement] = []
    var head = 0
    var bytes = 0
    var lastTime = CMTime.invalid
    var firstTime = CMTime.invalid
  }

  private let state = Mutex(State())
  /// Opened when something arrives.
  private let consumer: any Gate
  /// Opened when room was made.
  private let producer: any Gate

  init(consumer: any Gate, producer: any Gate) {
    self.consumer = consumer
    self.producer = producer
  }

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

  /// Before the packets that wait, and behind the start that they belong to.
  func pushBeside(_ element: PipelineElement) {
    state.withLock { state in
      let start = state.elements[state.head...].lastIndex(where: \.isStart)
      state.elements.insert(element, at: start.map { $0 + 1 } ?? state.head)
    }
    consumer.open()
  }

  /// Has the reader look again, although nothing was taken.
  func wakeProducer() { producer.open() }

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

  /// Drops everything, to make place for `.begin`.
  func clear() {
    state.withLock { $0 = State() }
  }

  /// Whether a newer start waits somewhere behind what is to be decoded.
  var containsStart: Bool {
    state.withLock { state in
      state.elements[state.head...].contains(where: \.isStart)
    }
  }

  /// Whether a newer start waits: what is being decoded is then of no use any more.
  var holdsNewerStart: Bool {
    state.withLock {
      $0.head < $0.elements.count && $0.elements[$0.head].isStart
    }
  }

  /// The times of the packets that wait, up to a newer start.
  var upcoming: [SeekPacketFilter.Times] {
    state.withLock { state in
      var times: [SeekPacketFilter.Times] = []
      for element in state.elements[state.head...] {
        if element.isStart { break }
        if case .packet(let packet, _) = element { times.append(packet.landingTimes) }
      }
      return times
    }
  }

  /// Whether a keyframe whose time fulfils a condition waits before a newer start.
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

  var bytes: Int { state.withLock { $0.bytes } }
  var isEmpty: Bool { state.withLock { $0.head == $0.elements.count } }
  /// Seconds of media inside.
  var seconds: Double {
    state.withLock {
      guard $0.bytes > 0, $0.lastTime.isNumeric, $0.firstTime.isNumeric else { return 0 }
      return ($0.lastTime - $0.firstTime).seconds
    }
  }
}

extension BufferLimits {
  /// Full is what holds the allowed bytes, or two seconds of every track. A track that starves may go on up to four times the
  /// bytes: in a badly interleaved file its packets lie behind those of the other.
  func isFull(_ queues: some Collection<PacketQueue>) -> Bool {
    let bytes = queues.reduce(0) { $0 + $1.bytes }
    if bytes >= packetBytes { return bytes >= 4 * packetBytes || !queues.contains { $0.isEmpty } }
    return !queues.isEmpty && queues.allSatisfy { $0.seconds > 2 }
  }
}
