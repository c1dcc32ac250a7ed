import PlayheadClock
import Testing

@testable import AVKit

@Suite struct TitleBarContentTests {
  private func content(
    isFullScreen: Bool = false, hasPreviousPage: Bool = false, replacesTitleBar: Bool = false
  ) -> TitleBarContent {
    TitleBarContent(
      isFullScreen: isFullScreen, hasPreviousPage: hasPreviousPage, replacesTitleBar: replacesTitleBar)
  }

  @Test func windowWithTitleBarNeedsNoOther() { #expect(!content().isVisible) }

  @Test func fullScreenHasABackButtonAndNoWindowButtons() {
    let shown = content(isFullScreen: true, replacesTitleBar: true)
    #expect(shown.isVisible && shown.hasBack && !shown.hasWindowControls)
  }

  @Test func windowWithoutTitleBarHasWindowButtons() {
    let shown = content(replacesTitleBar: true)
    #expect(shown.isVisible && !shown.hasBack && shown.hasWindowControls)
  }

  @Test func previousPageHasABackButton() {
    let shown = content(hasPreviousPage: true)
    #expect(shown.isVisible && shown.hasBack && !shown.hasWindowControls)
  }
}

@Suite struct RefreshScheduleTests {
  private func at(_ milliseconds: Int64) -> HostTime { HostTime(nanoseconds: milliseconds * 1_000_000) }

  @Test func framesRefreshFourTimesASecond() {
    var schedule = RefreshSchedule()
    schedule.noteRefresh(at: at(1000))
    #expect(!schedule.isDueWithFrame(at: at(1249)))
    #expect(schedule.isDueWithFrame(at: at(1250)))
  }

  @Test func timerRefreshesTwiceASecondWithoutFrames() {
    var schedule = RefreshSchedule()
    schedule.noteRefresh(at: at(1000))
    #expect(!schedule.isDueWithoutFrame(isWaiting: false, at: at(1499)))
    #expect(schedule.isDueWithoutFrame(isWaiting: false, at: at(1500)))
  }

  @Test func timerRefreshesAtEachCheckWhileWaiting() {
    var schedule = RefreshSchedule()
    schedule.noteRefresh(at: at(1000))
    #expect(schedule.isDueWithoutFrame(isWaiting: true, at: at(1001)))
    #expect(!schedule.isDueWithoutFrame(isWaiting: true, at: at(1000)))
  }
}

@Suite struct FullScreenPolicyTests {
  @Test func entersOnceWhenPlaybackBegins() {
    let policy = FullScreenPolicy(entersWhenPlaybackBegins: true)
    #expect(policy.enters(wasPlaying: false, isPlaying: true))
    #expect(!policy.enters(wasPlaying: true, isPlaying: true))
    #expect(!policy.enters(wasPlaying: true, isPlaying: false))
    #expect(!FullScreenPolicy().enters(wasPlaying: false, isPlaying: true))
  }

  @Test func leavesAtTheEndUnlessTheItemRepeats() {
    let policy = FullScreenPolicy(leavesWhenPlaybackEnds: true)
    #expect(policy.leavesAtEnd(isPlaying: false))
    #expect(!policy.leavesAtEnd(isPlaying: true))
    #expect(!FullScreenPolicy().leavesAtEnd(isPlaying: false))
  }
}

@Suite struct VideoOcclusionTests {
  @Test func barsCoverEdges() {
    #expect(VideoOcclusion(isAnywhere: false, above: 0, below: 0) == .nothing)
    #expect(VideoOcclusion(isAnywhere: false, above: 48, below: 0) == .edges(above: 48, below: 0))
    #expect(VideoOcclusion(isAnywhere: false, above: 48, below: 90) == .edges(above: 48, below: 90))
  }

  @Test func widgetAnywhereCoversEverything() {
    #expect(VideoOcclusion(isAnywhere: true, above: 48, below: 0) == .everything)
  }
}
