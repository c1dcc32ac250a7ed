/// One of the controls over the video.
enum Control: Hashable, CaseIterable {
  case previous, skipBack, stepBack, play, stepForward, skipForward, next
  case position, seekBar, duration, live
  case volume, chapters, subtitles, audio, quality, speed, more, pictureInPicture, fullScreen
}

/// Selects the visible controls from the style, the available size and the playback facts. A pure function.
struct ControlsLayout: Equatable {
  /// The configuration set by the program that shows the view.
  struct Options: Equatable {
    /// The style that the program selected; `none` hides all controls.
    var style = AVPlayerViewControlsStyle.default
    /// Whether the program offers full screen.
    var showsFullScreen = false
    /// Whether there are buttons that step by one frame.
    var showsFrameStepping = false
    /// Whether there are buttons that seek by ten seconds, and a menu of chapters.
    var showsNavigation = false
    /// Whether there is a button for picture in picture.
    var showsPictureInPicture = false
    /// Whether the position is shown as a timecode, if the file has one.
    var showsTimecodes = false
    /// Whether the remaining time is shown in place of the duration. A click on it changes this.
    var showsRemaining = false
    /// Whether the list of speeds is not empty.
    var hasSpeeds = true
  }

  /// The number of options for each menu in the current item.
  struct Choices: Equatable {
    /// The number of audio options; the menu needs more than one.
    var audio = 0
    /// The number of subtitle options, without "none".
    var subtitles = 0
    /// The number of variants, without automatic selection.
    var quality = 0
    /// The number of chapters.
    var chapters = 0
  }

  /// The visible controls; empty for the style `none`.
  var controls: Set<Control> = []
  /// One row instead of two.
  var isSingleRow = false
  /// Whether the volume has a slider beside its button.
  var hasVolumeSlider = false
  /// Larger text and icons: a full-screen view is watched from further away.
  var isLarge = false

  /// Below this width the less frequent menus are merged into one. Eight buttons of 40 units, the padding around them,
  /// and enough space between the groups to prevent wrong presses.
  static let narrow = 480
  /// From this width on there is space for a slider of the volume beside all buttons.
  static let wide = 620
  /// Below this height two rows would cover most of the video.
  static let low = 150
  /// A full screen below this height belongs to a phone, which is watched at arm's length or less.
  static let tall = 640

  /// Computes the layout for a view.
  ///
  /// - Parameters:
  ///   - width: The width of the view in GTK units.
  ///   - height: The height of the view in GTK units.
  ///   - fillsScreen: Whether the view's window is in full screen.
  init(
    _ options: Options, playback: PlaybackSnapshot, choices: Choices, width: Int, height: Int, fillsScreen: Bool = false
  ) {
    guard options.style != .none else { return }
    isLarge = fillsScreen && height >= Self.tall
    isSingleRow = options.style == .minimal || height < Self.low
    controls = [.play, .seekBar]
    if options.showsFullScreen { controls.insert(.fullScreen) }
    if playback.isLive { controls.insert(.live) }
    guard !isSingleRow else { return }
    controls.formUnion([.position, .volume])
    hasVolumeSlider = width >= Self.wide
    if !playback.isLive { controls.insert(.duration) }
    if playback.hasNext || playback.hasPrevious { controls.formUnion([.previous, .next]) }
    if options.showsFrameStepping, !playback.isLinear { controls.formUnion([.stepBack, .stepForward]) }
    if options.showsNavigation, !playback.isLinear, width >= Self.narrow {
      controls.formUnion([.skipBack, .skipForward])
    }
    if options.showsPictureInPicture { controls.insert(.pictureInPicture) }
    var menus: Set<Control> = []
    // Subtitles can be switched off and audio cannot, so a single audio option is no choice.
    if choices.subtitles > 0 { menus.insert(.subtitles) }
    if choices.audio > 1 { menus.insert(.audio) }
    if options.showsNavigation, choices.chapters > 0, !playback.isLinear { menus.insert(.chapters) }
    if choices.quality > 1 { menus.insert(.quality) }
    if options.hasSpeeds, !playback.isLive, !playback.isLinear { menus.insert(.speed) }
    // A single menu takes no more space than the merged menu.
    if width < Self.narrow, menus.count > 1 { menus = [.more] }
    controls.formUnion(menus)
  }
}
