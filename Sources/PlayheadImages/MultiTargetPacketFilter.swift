import CoreMedia
import PlayheadPipeline

/// Decides, packet by packet, what to decode in one forward pass for the frames that cover several times.
///
/// It applies a `SeekPacketFilter` for one target after the other. Undecided packets are held back; a packet is
/// released for full decoding if it covers one of the times, and otherwise only for the frames that depend on it.
struct MultiTargetPacketFilter<Element> {
  typealias Times = SeekPacketFilter.Times

  /// A packet that is released to the decoder.
  struct Release {
    var element: Element
    /// Whether the decoder may drop the frame if no other depends on it.
    var skipsNonReference: Bool
  }

  /// The current target and those after it, ascending.
  private var targets: ArraySlice<CMTime>
  /// The filter for the current target.
  private var filter: SeekPacketFilter
  /// The undecided packets in decode order.
  private var held: [(element: Element, times: Times)] = []
  /// The times of the frames that are known to cover a target.
  private var covers: Set<CMTime> = []
  /// The latest of `covers`, which may cover the next target too.
  private var lastCover: CMTime?

  /// Creates a sequence for at least one target, in ascending order.
  init(targets: [CMTime]) {
    self.targets = targets[...]
    filter = SeekPacketFilter(target: targets.first ?? .zero)
  }

  /// Whether all required packets were released: the decoder can be drained.
  private(set) var isComplete = false

  /// Adds the next packet in decode order, and returns those that can be decoded now, in order.
  mutating func push(_ element: Element, _ times: Times) -> [Release] {
    guard !isComplete else { return [] }
    held.append((element, times))
    if filter.record(times) { settle() }
    return isComplete ? finalReleases() : releases()
  }

  /// Ends the input: the last packets cover the remaining targets.
  mutating func finish() -> [Release] {
    guard !isComplete else { return [] }
    filter.settle()
    settle()
    while !isComplete {
      filter.settle()
      settle()
    }
    return finalReleases()
  }

  /// Moves on to the next target once the present one's frame is certain, and applies the held packets to it.
  private mutating func settle() {
    while true {
      // A packet released for an earlier target may cover this one too.
      if let known = [filter.frameTime, lastCover].compactMap({ $0 }).max() {
        covers.insert(known)
        lastCover = known
      }
      targets = targets.dropFirst()
      guard let next = targets.first else {
        isComplete = true
        return
      }
      filter = SeekPacketFilter(target: next)
      var isCertain = false
      for (_, times) in held where filter.record(times) { isCertain = true }
      if !isCertain { return }
    }
  }

  /// Releases held packets, in order, up to the first undecided one.
  private mutating func releases() -> [Release] {
    var released: [Release] = []
    for (element, times) in held {
      if isCovering(times) {
        released.append(Release(element: element, skipsNonReference: false))
      } else if let skips = filter.decision(times) {
        released.append(Release(element: element, skipsNonReference: skips))
      } else {
        break
      }
    }
    held.removeFirst(released.count)
    return released
  }

  /// The last releases, once all targets are certain: nothing after the last covering packet is needed, and before it
  /// only what others depend on.
  private mutating func finalReleases() -> [Release] {
    defer { held = [] }
    // Without a covering frame, all frames are after the targets: the first one is used.
    guard !covers.isEmpty else { return held.map { Release(element: $0.element, skipsNonReference: false) } }
    let last = held.lastIndex { isCovering($0.times) }
    return held.prefix(last.map { $0 + 1 } ?? 0).map {
      Release(element: $0.element, skipsNonReference: $0.times.presentation.isNumeric && !isCovering($0.times))
    }
  }

  /// Whether the packet's frame is known to cover a target.
  private func isCovering(_ times: Times) -> Bool {
    times.presentation.isNumeric && covers.contains(times.presentation)
  }
}
