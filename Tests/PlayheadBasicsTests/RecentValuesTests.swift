import PlayheadBasics
import Testing

@Suite("A cache of recent values")
struct RecentValuesTests {
  @Test("The most recently used values are retained")
  func recent() {
    var values = RecentValues<Int, String>(capacity: 2)
    values[1] = "a"
    values[2] = "b"
    _ = values[1]
    values[3] = "c"
    let retained = [1, 2, 3].map { values[$0] }
    #expect(retained == ["a", nil, "c"])
  }

  @Test("A value is replaced in its place, and nil removes it")
  func replacement() {
    var values = RecentValues<Int, String>(capacity: 2)
    values[1] = "a"
    values[2] = "b"
    values[1] = "c"
    values[2] = nil
    values[3] = "d"
    let retained = [1, 2, 3].map { values[$0] }
    #expect(retained == ["c", nil, "d"])
  }
}
