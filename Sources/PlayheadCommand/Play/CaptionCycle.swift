/// Goes through the captions of a film with one key: each of them, then none.
enum CaptionCycle {
  /// - Parameters:
  ///   - tracks: All that there are.
  ///   - current: What is shown; nil: none.
  /// - Returns: What is to be shown; nil: none.
  static func next(_ tracks: [Int], after current: Int?, step: Int) -> Int? {
    // The place before the first is that of none.
    let place = current.flatMap { tracks.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    let count = tracks.count + 1
    let next = ((place + step) % count + count) % count
    return next == 0 ? nil : tracks[next - 1]
  }

  static func sentence(_ name: String?, number: Int, of count: Int) -> String {
    guard count > 0 else { return "no captions in this file" }
    return name.map { "captions \(number)/\(count): \(CellText.printable($0))" } ?? "captions off (\(count) at hand)"
  }
}
