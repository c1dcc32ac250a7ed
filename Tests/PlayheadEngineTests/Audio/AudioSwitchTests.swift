import Testing

@testable import PlayheadAudio

/// A switch of the audio track from epoch 4 to epoch 5.
@Suite struct AudioSwitchTests {
  @Test func isInProgressUntilNewTrackIsPrimed() {
    var change = AudioSwitch(base: 4, epoch: 5)
    #expect(change.isInProgress(inStart: 4) && change.audioEpoch(ofStart: 4) == 5)
    change.isPrimed = true
    #expect(!change.isInProgress(inStart: 4) && change.audioEpoch(ofStart: 4) == 5)
  }

  @Test func laterStartEndsIt() {
    let change = AudioSwitch(base: 4, epoch: 5)
    #expect(!change.isInProgress(inStart: 6) && change.audioEpoch(ofStart: 6) == 6)
  }
}
