/// Numbers the starts of pipelines and the requested positions of a session. Pure.
struct EpochCounter {
  /// The number of starts of any pipeline, and of audio track switches, so far.
  private(set) var latest = 0
  /// The epoch of the current item's latest start. Reports with another one are outdated.
  private(set) var current = 0
  /// The generation of the latest requested position. Sinks present a frame again only with a new one.
  private(set) var generation = 0

  /// A new epoch, for the next item or for another audio track. The current item's start remains valid.
  mutating func next() -> Int {
    latest += 1
    return latest
  }

  /// A new epoch, for a start of the current item. Reports of its earlier starts are outdated from now on.
  mutating func beginStart() -> Int {
    current = next()
    return current
  }

  /// The next item, which was started with an epoch, becomes the current one.
  mutating func adopt(_ epoch: Int) { current = epoch }

  /// Another position is requested. Returns its generation.
  mutating func nextGeneration() -> Int {
    generation += 1
    return generation
  }
}
