import MediaPlayer
import Testing

@testable import AVKit

/// The window itself is tested by the example PlayMovie.
@Suite struct MovieViewTests {
  @Test(arguments: [
    (MPMovieScalingMode.none, AVLayerVideoGravity.resizeAspect), (.aspectFit, .resizeAspect),
    (.aspectFill, .resizeAspectFill), (.fill, .resize),
  ])
  func scalingIsTheGravityOfTheView(mode: MPMovieScalingMode, expected: AVLayerVideoGravity) {
    #expect(MovieDisplay.gravity(mode) == expected)
  }

  @Test(arguments: [
    (MPMovieControlStyle.none, AVPlayerViewControlsStyle.none), (.embedded, .inline), (.fullscreen, .floating),
    (.default, .inline),
  ])
  func controlStyleIsThatOfTheView(style: MPMovieControlStyle, expected: AVPlayerViewControlsStyle) {
    #expect(MovieDisplay.style(style) == expected)
  }
}
