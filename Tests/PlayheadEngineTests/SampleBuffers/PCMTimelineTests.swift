import Testing

@testable import PlayheadSamples

@Suite struct PCMTimelineTests {
  @Test("a request that ends before the first part, or in a gap, is silence")
  func requestEndsInGap() {
    var timeline = PCMTimeline(sampleRate: 1000, channelCount: 2)
    timeline.append([1, 2, 3, 4], at: 100)
    #expect(timeline.read(from: 0, count: 3) == [0, 0, 0, 0, 0, 0])
    #expect(timeline.read(from: 98, count: 2) == [0, 0, 0, 0])
    #expect(timeline.read(from: 98, count: 3) == [0, 0, 0, 0, 1, 2])
    timeline.append([5, 6], at: 200)
    #expect(timeline.read(from: 101, count: 5) == [3, 4, 0, 0, 0, 0, 0, 0, 0, 0])
    #expect(timeline.read(from: Int64.min, count: 1) == [0, 0])
    #expect(timeline.read(from: 201, count: 4) == [])
  }
}
