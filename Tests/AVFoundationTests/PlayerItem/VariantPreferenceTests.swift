import AVFoundation
import Testing

@Suite("§5.2 variant preferences")
struct VariantPreferenceTests {
  @Test("defaults, set values, and a copy")
  func preferences() throws {
    let item = AVPlayerItem(url: URL(fileURLWithPath: "/nowhere.m3u8"))
    #expect(item.preferredPeakBitRate == 0)
    #expect(item.preferredMaximumResolution == .zero)
    #expect(!item.startsOnFirstEligibleVariant)
    item.preferredPeakBitRate = 1_500_000
    item.preferredMaximumResolution = CGSize(width: 1280, height: 720)
    item.startsOnFirstEligibleVariant = true
    let copy = try #require(item.copy() as? AVPlayerItem)
    for one in [item, copy] {
      #expect(one.preferredPeakBitRate == 1_500_000)
      #expect(one.preferredMaximumResolution == CGSize(width: 1280, height: 720))
      #expect(one.startsOnFirstEligibleVariant)
    }
    item.preferredPeakBitRate = -.infinity
    #expect(item.preferredPeakBitRate == 0)
  }

  @Test("§3.5 without dates seeking to one fails")
  func dates() {
    let item = AVPlayerItem(url: Fixture.url("demo.mp4"))
    #expect(item.currentDate() == nil)
    #expect(!item.seek(to: Date(timeIntervalSince1970: 0)) { _ in Issue.record("called") })
  }
}
