import CoreMedia

@testable import PlayheadEngine

extension Stage {
  /// Seeks to several positions of a clip of two seconds and steps from the last one. Returns after each the current
  /// time and that of the shown frame.
  func timesOfSeeksAndSteps() -> [CMTime] {
    var times: [CMTime] = []
    for seconds in [1.0, 0.3, 1.5, 0.31, 1.96, 0.02] {
      let position = seekAndWait(CMTime(seconds: seconds, preferredTimescale: 1000)).position
      times += [position, shown.last?.time ?? .invalid]
    }
    for count in [1, 1, -1, 3] {
      session.step(by: count)
      advanceUntilIdle()
      times += [session.currentTime(), shown.last?.time ?? .invalid]
    }
    return times
  }
}
