/// The order of names in which numbers count by their value: "2" before "10".
package enum NaturalOrder {
  /// Whether a name comes before another one. Letters of ASCII are compared without their case first, and then the
  /// bytes, so that different names are never equal.
  package static func precedes(_ first: String, _ second: String) -> Bool {
    let (a, b) = (Array(first.utf8), Array(second.utf8))
    var (i, j) = (0, 0)
    while i < a.count, j < b.count {
      if isDigit(a[i]), isDigit(b[j]) {
        let (x, y) = (number(a, &i), number(b, &j))
        if x.count != y.count { return x.count < y.count }
        if let place = x.indices.first(where: { x[$0] != y[y.startIndex + $0 - x.startIndex] }) {
          return x[place] < y[y.startIndex + place - x.startIndex]
        }
      } else {
        let (x, y) = (folded(a[i]), folded(b[j]))
        if x != y { return x < y }
        (i, j) = (i + 1, j + 1)
      }
    }
    if a.count - i != b.count - j { return a.count - i < b.count - j }
    return a.lexicographicallyPrecedes(b)
  }

  /// The digits of a number without leading zeros; moves the index behind it.
  private static func number(_ bytes: [UInt8], _ index: inout Int) -> ArraySlice<UInt8> {
    let start = index
    while index < bytes.count, isDigit(bytes[index]) { index += 1 }
    return bytes[start..<index].drop { $0 == UInt8(ascii: "0") }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func folded(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}
