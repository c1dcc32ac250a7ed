/// One of the controls over the picture.
enum Control: Hashable, CaseIterable {
  case previous, stepBack, play, stepForward, next
  case position, seekBar, duration, live
  case volume, subtitles, audio, quality, speed, more, pictureInPicture, fullScreen
}

/// Which controls are there, by style, room and what is playing. A pure function.
struct ControlsLayout: Equatable {
  /// What the program that shows the view asked for.
  struct Wishes: Equatable {
    var style = AVPlayerViewControlsStyle.default
    var showsFullScreen = false
    var showsFrameStepping = false
    var showsPictureInPicture = false
    var showsTimecodes = false
    var hasSpeeds = true
  }

  /// What there is to choose from in the current item.
  struct Choices: Equatable {
    var audio = 0
    var subtitles = 0
    var quality = 0
  }

  var controls: Set<Control> = []
  /// One row instead of two.
  var isSingleRow = false
  /// Larger letters and signs: they fill the screen and are looked at from further away.
  var isLarge = false

  /// Below this width menus that are rarely needed are put together in one. Eight buttons of 40 units, the padding around them, and
  /// enough between the groups that nobody presses the wrong one.
  static let narrow = 480
  /// Below this height two rows would cover most of the picture.
  static let low = 150
  /// A full screen below this height is a phone's, which is held in the hand.
  static let tall = 640

  init(
    _ wishes: Wishes, facts: PlaybackFacts, choices: Choices, width: Int, height: Int, fillsScreen: Bool = false
  ) {
    guard wishes.style != .none else { return }
    isLarge = fillsScreen && height >= Self.tall
    isSingleRow = wishes.style == .minimal || height < Self.low
    controls = [.play, .seekBar]
    if wishes.showsFullScreen { controls.insert(.fullScreen) }
    if facts.isLive { controls.insert(.live) }
    guard !isSingleRow else { return }
    controls.formUnion([.position, .volume])
    if !facts.isLive { controls.insert(.duration) }
    if facts.hasNext || facts.hasPrevious { controls.formUnion([.previous, .next]) }
    if wishes.showsFrameStepping, !facts.isLinear { controls.formUnion([.stepBack, .stepForward]) }
    if wishes.showsPictureInPicture { controls.insert(.pictureInPicture) }
    var menus: Set<Control> = []
    // Subtitles can be switched off; sound cannot, so that one language is no choice.
    if choices.subtitles > 0 { menus.insert(.subtitles) }
    if choices.audio > 1 { menus.insert(.audio) }
    if choices.quality > 1 { menus.insert(.quality) }
    if wishes.hasSpeeds, !facts.isLive, !facts.isLinear { menus.insert(.speed) }
    // One menu is no longer than the menu of menus.
    if width < Self.narrow, menus.count > 1 { menus = [.more] }
    controls.formUnion(menus)
  }
}
