import CoreMedia

/// Decides, packet by packet, what must be decoded to show the pictures that cover several times, in one walk forward.
///
/// It asks a `SeekPacketFilter` for one time after the other. Packets whose fate is open are held back; a packet is let go to be
/// decoded fully when it covers one of the times, and else only for those that depend on it.
struct LandingSequence<Element> {
  typealias Times = SeekPacketFilter.Times

  struct Release {
    var element: Element
    /// Whether the picture is not needed if no other depends on it.
    var skipsNonReference: Bool
  }

  private var targets: ArraySlice<CMTime>
  private var filter: SeekPacketFilter
  private var held: [(element: Element, times: Times)] = []
  /// The times of the pictures that are known to cover a target.
  private var covers: Set<CMTime> = []
  private var lastCover: CMTime?

  /// `targets` ascend, and there is at least one.
  init(targets: [CMTime]) {
    self.targets = targets[...]
    filter = SeekPacketFilter(target: targets.first ?? .zero)
  }

  /// Whether all that is needed was let go: the decoder can be drained.
  private(set) var isComplete = false

  /// Takes the next packet in decode order, and returns those that can go to the decoder now, in order.
  mutating func push(_ element: Element, _ times: Times) -> [Release] {
    guard !isComplete else { return [] }
    held.append((element, times))
    if filter.see(times) { settle() }
    return isComplete ? finalReleases() : releases()
  }

  /// The packets have ended: what covers the remaining targets is the last that came.
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

  /// The present target's picture is certain: goes on to the next target, and lets it see what is held back.
  private mutating func settle() {
    while true {
      // What was let go for an earlier target may cover this one too.
      if let known = [filter.cover, lastCover].compactMap({ $0 }).max() {
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
      for (_, times) in held where filter.see(times) { isCertain = true }
      if !isCertain { return }
    }
  }

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

  /// All targets are certain: after the last covering packet nothing is needed, and before it only what others depend on.
  private mutating func finalReleases() -> [Release] {
    defer { held = [] }
    // Without a covering picture everything lies behind the targets: the first picture is shown.
    guard !covers.isEmpty else { return held.map { Release(element: $0.element, skipsNonReference: false) } }
    let last = held.lastIndex { isCovering($0.times) }
    return held.prefix(last.map { $0 + 1 } ?? 0).map {
      Release(element: $0.element, skipsNonReference: $0.times.presentation.isNumeric && !isCovering($0.times))
    }
  }

  private func isCovering(_ times: Times) -> Bool {
    times.presentation.isNumeric && covers.contains(times.presentation)
  }
}
