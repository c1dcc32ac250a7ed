import CoreMedia
import Foundation
import TestSupport
import Testing

@testable import PlayheadEngine
@testable import PlayheadItems
@testable import PlayheadPipeline

@Suite struct NextItemTests {
  private let item = EngineItem(url: URL(fileURLWithPath: "/nowhere/next.mp4"))

  /// Whether the session has something to do after a report.
  private func isActionable(_ outcome: NextItem.Outcome) -> Bool {
    if case .none = outcome { false } else { true }
  }

  @Test func ignoresReportsOfOtherStarts() {
    var next = NextItem(item)
    next.wasStarted(epoch: 5)
    for epoch in [4, 6] {
      let reports: [PipelineReport] = [
        .videoPrimed(epoch: epoch), .audioPrimed(epoch: epoch), .videoEnded(epoch: epoch, at: ticks(60)),
        .readEverything(epoch: epoch), .targetReached(epoch: epoch, time: .zero, isDrained: false),
      ]
      let outcomes = reports.map { next.handle($0) }
      #expect(!outcomes.contains(where: isActionable))
    }
    #expect(!next.hasReachedTarget && !next.progress.isVideoPrimed && !next.progress.isAudioPrimed)
    #expect(!next.progress.hasReadEverything && next.progress.end == nil)
  }

  @Test func collectsProgressOfItsStart() {
    var next = NextItem(item)
    next.wasStarted(epoch: 5)
    let reports: [PipelineReport] = [
      .targetReached(epoch: 5, time: .zero, isDrained: false), .videoPrimed(epoch: 5), .readEverything(epoch: 5),
      .videoEnded(epoch: 5, at: ticks(600)), .audioEnded(epoch: 5, at: ticks(590)),
    ]
    for report in reports { _ = next.handle(report) }
    #expect(next.hasReachedTarget && next.progress.hasReadEverything)
    #expect(next.progress.end == ticks(600) && next.progress.audioEnd == ticks(590))
  }

  @Test func failureIsLeftToTheSession() {
    var next = NextItem(item)
    let outcome = next.handle(.failed(MediaError(.damaged, url: item.url)))
    let isFailure = if case .failed = outcome { true } else { false }
    #expect(isFailure && next.needsPipeline)
    #expect(!NextItem(item, isUnplayable: true).needsPipeline)
  }

  @Test func estimatedDurationIsKnownBeforehand() {
    var next = NextItem(item)
    _ = next.handle(.durationEstimated(ticks(1200)))
    #expect(item.snapshot.duration == ticks(1200) && item.snapshot.isDurationEstimated)
  }
}
