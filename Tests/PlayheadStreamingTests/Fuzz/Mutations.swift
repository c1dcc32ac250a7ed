import TestSupport

/// Damages bytes at random, reproducibly for a seed: flips, cuts, copies, swaps of pieces, and meaningful words.
struct Mutations {
  private var numbers: SeededNumbers
  private let words: [[UInt8]]

  /// `words` are inserted at random positions.
  init(seed: UInt64, words: [String]) {
    numbers = SeededNumbers(seed)
    self.words = words.map { Array($0.utf8) }
  }

  mutating func mutate(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...8, using: &numbers) { change(&bytes) }
    return bytes
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else {
      bytes = words.randomElement(using: &numbers) ?? [0]
      return
    }
    let place = Int.random(in: 0..<bytes.count, using: &numbers)
    let end = min(bytes.count, place + Int.random(in: 1...64, using: &numbers))
    switch Int.random(in: 0..<6, using: &numbers) {
    case 0: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &numbers)
    case 1: bytes[place] = UInt8.random(in: 0...255, using: &numbers)
    case 2: bytes.removeSubrange(place..<end)
    // The size is limited.
    case 3: if bytes.count < 1 << 14 { bytes.insert(contentsOf: bytes[place..<end], at: place) }
    case 4: bytes.insert(contentsOf: words.randomElement(using: &numbers) ?? [], at: place)
    default: bytes.removeLast(bytes.count - place)
    }
  }
}
