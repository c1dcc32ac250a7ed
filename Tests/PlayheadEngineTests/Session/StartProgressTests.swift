import CoreMedia
import Foundation
import TestSupport
import Testing

@testable import PlayheadEngine
@testable import PlayheadItems

@Suite struct StartProgressTests {
  @Test func isPrimedOnceEachNeededTrackIs() {
    var progress = StartProgress()
    #expect(!progress.isPrimed(hasVideo: true, needsAudio: true))
    #expect(progress.isPrimed(hasVideo: false, needsAudio: false))
    progress.videoIsPrimed()
    #expect(progress.isPrimed(hasVideo: true, needsAudio: false))
    #expect(!progress.isPrimed(hasVideo: true, needsAudio: true))
    progress.audioIsPrimed()
    #expect(progress.isPrimed(hasVideo: true, needsAudio: true))
  }

  @Test func trackThatHasEndedIsPrimed() {
    var progress = StartProgress()
    progress.videoEnded(at: nil)
    progress.audioEnded(at: ticks(60))
    #expect(progress.isPrimed(hasVideo: true, needsAudio: true))
  }

  @Test func endIsThatOfTheLongestTrack() {
    var progress = StartProgress()
    progress.audioEnded(at: ticks(600))
    #expect(progress.end == ticks(600) && progress.audioEnd == ticks(600))
    #expect(!progress.hasEnded(hasVideo: true, hasAudio: true))
    #expect(progress.hasEnded(hasVideo: false, hasAudio: true))
    progress.videoEnded(at: ticks(590))
    #expect(progress.end == ticks(600))
    #expect(progress.hasEnded(hasVideo: true, hasAudio: true))
    progress.add(end: ticks(700))
    progress.add(end: nil)
    #expect(progress.end == ticks(700) && progress.audioEnd == ticks(600))
  }

  @Test func replacedAudioHasNotEnded() {
    var progress = StartProgress()
    progress.videoEnded(at: ticks(600))
    progress.audioEnded(at: ticks(600))
    progress.audioIsReplaced()
    #expect(!progress.hasEnded(hasVideo: true, hasAudio: true) && progress.audioEnd == nil)
    // It plays on: nothing waits for it to be primed.
    #expect(progress.isPrimed(hasVideo: true, needsAudio: true))
  }

  @Test func readErrorEndsNoTrack() {
    var progress = StartProgress(audioCut: ticks(300))
    progress.everythingIsRead()
    progress.readFailed(MediaError(.damaged, url: URL(fileURLWithPath: "/nowhere/clip.mp4")))
    #expect(progress.hasReadEverything && progress.readError != nil && progress.decodeError == nil)
    #expect(!progress.hasEnded(hasVideo: true, hasAudio: true) && progress.audioCut == ticks(300))
  }
}
