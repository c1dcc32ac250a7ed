import Testing

@testable import AVKit

struct FrameSizePresenterTests {
  /// Anamorphic widths are rounded: 720 × 64/45 = 1024, 853.3 × 480.
  @Test(arguments: [
    ((1920.0, 1080.0), (1920, 1080)), ((1024.0, 576.0), (1024, 576)), ((853.3, 480.0), (853, 480)),
    ((0.2, 1.0), (1, 1)),
  ])
  func frameHasItsOwnSize(display: (Double, Double), expected: (Int, Int)) {
    #expect(FrameSizePresenter.size(display: display).map { [$0, $1] } == [expected.0, expected.1])
  }

  /// 16384 / 8192 = 2; a pixel aspect ratio of 65535 makes a width of 125 million.
  @Test func longestSideIsLimitedInTheSameAspectRatio() {
    #expect(FrameSizePresenter.size(display: (16384, 2000)).map { [$0, $1] } == [8192, 1000])
    #expect(FrameSizePresenter.size(display: (1920 * 65535, 1080)).map { [$0, $1] } == [8192, 1])
    #expect(FrameSizePresenter.size(display: (1, .greatestFiniteMagnitude)).map { [$0, $1] } == [1, 8192])
  }

  @Test(arguments: [(0.0, 10.0), (-1, 10), (.nan, 10), (.infinity, 10)])
  func frameWithoutSizeIsNotConverted(display: (Double, Double)) {
    #expect(FrameSizePresenter.size(display: display) == nil)
  }
}
