/// Cycles through the captions of a file: each track, then none.
enum CaptionCycle {
  /// The captions to show next.
  ///
  /// - Parameters:
  ///   - tracks: All caption tracks.
  ///   - current: The current track; nil for none.
  /// - Returns: The next track; nil for none.
  static func next(_ tracks: [Int], after current: Int?, step: Int) -> Int? {
    // Index 0 represents no captions.
    let place = current.flatMap { tracks.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    let count = tracks.count + 1
    let next = ((place + step) % count + count) % count
    return next == 0 ? nil : tracks[next - 1]
  }

  /// The message for a selection.
  ///
  /// - Parameters:
  ///   - name: The name of the track; nil for none.
  ///   - number: The position of the track, from 1.
  ///   - count: The number of all caption tracks; 0 for a file without captions.
  static func sentence(_ name: String?, number: Int, of count: Int) -> String {
    guard count > 0 else { return "no captions in this file" }
    return name.map { "captions \(number)/\(count): \(CellText.printable($0))" } ?? "captions off (\(count) available)"
  }
}
