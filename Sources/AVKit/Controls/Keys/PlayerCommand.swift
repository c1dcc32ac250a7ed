/// A command of a key for the player, the view or the window.
package enum PlayerCommand: Equatable, Sendable {
  /// Plays if paused, else pauses.
  case togglePlaying
  case play
  case pause
  /// Seconds forward, or backward if negative.
  case skip(seconds: Double)
  /// Frames forward, or backward if negative; pauses.
  case step(Int)
  /// Chapters forward, or backward if negative.
  case chapter(Int)
  case multiplyRate(Float)
  /// Restores the normal rate, 1.
  case resetRate
  /// A change of the volume, as a fraction of full volume.
  case changeVolume(Float)
  /// A change of the audio's delay in seconds; negative values play it earlier relative to the video.
  case delayAudio(seconds: Double)
  /// Mutes or unmutes; the volume is unchanged.
  case toggleMute
  /// Items of the queue forward, or backward if negative.
  case queue(Int)
  /// Selects the next audio option.
  case cycleAudio
  /// Selects the next or previous subtitles, with "none" as one of them.
  case cycleSubtitles(Int)
  /// Selects the next caption file as secondary subtitles at the top, with "none" as one of them.
  case cycleSecondarySubtitles
  /// Switches subtitles off, or on again with the last selected ones.
  case toggleSubtitles
  /// Sets the start of a repeated range, then its end, then clears both.
  case toggleRepeatedPart
  /// Switches the repetition of the whole item on or off.
  case toggleRepeat
  /// How the video fills the view: cropped to fill it (true), or scaled to fit.
  case fill(Bool)
  /// A change of the subtitles' delay in seconds; negative values show them earlier.
  case delaySubtitles(seconds: Double)
  /// A change of the scale of the subtitles' text relative to its default size.
  case scaleSubtitles(Double)
  /// A change of the upward offset of subtitles at the bottom, as a fraction of the height of the video.
  case liftSubtitles(Double)
  /// A change of the geometry or of the colors of the video.
  case adjustVideo(VideoCommand)
  /// Shows the position and duration over the video for a moment.
  case showPosition
  case toggleFullScreen
  /// Leaves full screen; in a small window closes it.
  case leaveFullScreen
  /// A command for the program that owns the window.
  case window(WindowCommand)
  /// Ends the program. Views without a handler for it leave the key to others.
  case quit
}

extension PlayerCommand {
  /// Whether the command changes the size or the position of subtitles, which apply to other files too. A delay belongs
  /// to the file.
  var changesCaptionStyle: Bool {
    switch self {
    case .scaleSubtitles, .liftSubtitles: true
    default: false
    }
  }

  /// Whether the command changes the position or the playback speed.
  var changesTimeline: Bool {
    switch self {
    case .skip, .step, .chapter, .multiplyRate, .resetRate, .toggleRepeatedPart: true
    default: false
    }
  }
}

/// A change of the geometry or of the colors of the video.
package enum VideoCommand: Equatable, Sendable {
  /// Selects the next aspect ratio.
  case cycleAspect
  /// Rotates by 90 degrees clockwise.
  case rotate
  /// Mirrors horizontally, or not.
  case mirror
  /// A change of the size as a power of two.
  case zoom(Double)
  /// Restores the geometry of the file.
  case reset
  /// A change of a property of the colors.
  case color(ColorAdjustment.Property, Int)
  /// Restores the colors of the file.
  case resetColors
}

/// A command that needs a program with a window of its own.
package enum WindowCommand: Equatable, Sendable {
  /// The window's size as a multiple of the video's.
  case scale(Double)
  /// Toggles whether the window stays above the others.
  case toggleOnTop
  /// Saves the current frame as an image.
  case saveFrame
  /// Asks for files to play.
  case open
  /// Asks for an address to play.
  case openLocation
  /// Asks for subtitle files to add to the item.
  case addSubtitles
  /// Shows the preferences.
  case preferences
  /// Shows the keyboard shortcuts.
  case shortcuts
  /// Opens or closes the list of files.
  case playlist
  /// Opens or closes the panel with technical information about the item.
  case information
  /// Opens or closes the panel that adjusts colors and audio.
  case adjustments
  /// Opens the menu of the title bar.
  case menu
  /// Opens the menu over the video.
  case contextMenu
  /// Closes the window.
  case close
}
