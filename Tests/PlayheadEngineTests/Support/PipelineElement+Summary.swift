import CoreMedia

@testable import PlayheadPipeline

extension PipelineElement {
  /// The kind of the element with its time in ticks, and whether the decoder may skip it.
  var summary: String {
    switch self {
    case .begin(_, let target): "begin \(target.value)"
    case .pooledDecoder: "pooled decoder"
    case .packet(let packet, let skips): "packet \(packet.presentationTime.value)\(skips ? " skippable" : "")"
    case .group(let group): "group \(group.lower.value)"
    case .frameTime(let time): "frame \(time.value)"
    case .cached: "cached"
    case .adopt: "adopt"
    case .drain: "drain"
    case .endOfStream: "end"
    }
  }
}

extension PacketQueue {
  /// Creates a queue whose threads never wait.
  static func made() -> PacketQueue { PacketQueue(consumer: CountingGate(), producer: CountingGate()) }

  /// Takes all elements and returns their summaries.
  func popSummaries() -> [String] {
    var all: [String] = []
    while let element = pop() { all.append(element.summary) }
    return all
  }
}
