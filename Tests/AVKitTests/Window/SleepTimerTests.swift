import AVFoundation
import Testing

@testable import playhead_window

@MainActor @Suite struct SleepTimerTests {
  @Test func endOfFileStopsOnceAndSwitchesOff() {
    let timer = SleepTimer(AVPlayer())
    var sleeps = 0
    timer.onSleep = { sleeps += 1 }
    #expect(!timer.endsWithFile())
    timer.select(.endOfFile)
    #expect(timer.endsWithFile())
    #expect(sleeps == 1)
    #expect(timer.choice == .off)
    #expect(!timer.endsWithFile())
  }

  @Test func timesAreNotThoseOfTheEndOfAFile() {
    let timer = SleepTimer(AVPlayer())
    for choice in SleepTimer.Choice.allCases where choice != .endOfFile {
      timer.select(choice)
      #expect(!timer.endsWithFile())
    }
    #expect(SleepTimer.Choice.allCases.compactMap(\.minutes) == [15, 30, 60, 90])
  }
}
