import AVFoundation
import Testing

@testable import AVKit

@Suite("The skip button of interstitials")
struct SkipOfferTests {
  @Test("is offered only while the event may be skipped")
  func states() {
    #expect(SkipOffer(isPlaying: true, state: .eligible, label: nil)?.title == "Skip")
    for state in [AVPlayerInterstitialEvent.SkippableEventState.notSkippable, .notYetEligible, .noLongerEligible] {
      #expect(SkipOffer(isPlaying: true, state: state, label: "Leave") == nil)
    }
    // The state changes shortly after the event has ended.
    #expect(SkipOffer(isPlaying: false, state: .eligible, label: nil) == nil)
  }

  @Test(
    "shows the program's label if it has one",
    arguments: [("Leave", "Leave"), (" Weiter\n", "Weiter"), ("", "Skip"), (" ", "Skip")])
  func label(own: String, expected: String) {
    #expect(SkipOffer(isPlaying: true, state: .eligible, label: own)?.title == expected)
  }
}
