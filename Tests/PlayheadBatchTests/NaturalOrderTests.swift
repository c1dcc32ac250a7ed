import PlayheadBatch
import Testing

@Suite struct NaturalOrderTests {
  @Test func numbersCountByValue() {
    let names = ["b.mp4", "Episode 10.mkv", "episode 2.mkv", "Episode 1.mkv", "a1b20", "a1b3", "a01b3", "a"]
    #expect(
      names.sorted(by: NaturalOrder.precedes) == [
        "a", "a01b3", "a1b3", "a1b20", "b.mp4", "Episode 1.mkv", "episode 2.mkv", "Episode 10.mkv",
      ])
  }

  @Test func differentNamesAreNeverEqual() {
    for (first, second) in [("A", "a"), ("01", "1"), ("x1", "x01"), ("ä", "a")] {
      #expect(NaturalOrder.precedes(first, second) != NaturalOrder.precedes(second, first))
    }
    #expect(!NaturalOrder.precedes("a", "a"))
    // Larger than any integer.
    #expect(NaturalOrder.precedes(String(repeating: "9", count: 40), "1" + String(repeating: "0", count: 40)))
  }
}
