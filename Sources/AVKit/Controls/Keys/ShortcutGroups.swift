/// The rows of the shortcuts window: all bindings by their effect, except those of multimedia keys, which are labelled
/// on the keyboard. A pure function of the bindings.
package enum ShortcutGroups {
  /// A group of rows.
  package struct Group: Equatable {
    package var title: String
    package var rows: [Row]

    /// Creates a group.
    package init(title: String, rows: [Row]) { (self.title, self.rows) = (title, rows) }
  }

  /// The action of keys, and the keys in GTK's notation.
  package struct Row: Equatable {
    package var title: String
    package var accelerators: [String]

    /// Creates a row.
    package init(title: String, accelerators: [String]) { (self.title, self.accelerators) = (title, accelerators) }
  }

  /// The groups of a window with these bindings. Rows without keys are left out; commands without a row are shown as
  /// they are written in the file.
  package static func make(_ bindings: KeyBindings) -> [Group] {
    var rest = bindings.all.filter { !$0.press.isMultimedia }
    var groups = known.map { title, rows in
      Group(
        title: title,
        rows: rows.flatMap { title, commands in
          let keys = commands.flatMap { bindings.presses(for: $0) }.filter { !$0.isMultimedia }
          rest.removeAll { commands.contains($0.command) }
          return stride(from: 0, to: keys.count, by: keysInRow).map {
            Row(title: title, accelerators: keys[$0..<min($0 + keysInRow, keys.count)].map(\.accelerator))
          }
        })
    }
    if !rest.isEmpty {
      groups.append(
        Group(
          title: translated("Other"), rows: rest.map { Row(title: $0.text, accelerators: [$0.press.accelerator]) }))
    }
    return groups.filter { !$0.rows.isEmpty }
  }

  /// More keys in one row would make the window wider than small screens.
  private static let keysInRow = 4

  /// The titles of all default commands, those that decrease or go back first.
  private static var known: [(String, [(String, [PlayerCommand])])] {
    [
      (translated("Playing"), playing), (translated("Speed and order"), order),
      (translated("Audio and subtitles"), media), (translated("Video"), video), (translated("Window"), window),
    ]
  }

  /// The rows of playback.
  private static var playing: [(String, [PlayerCommand])] {
    [
      (translated("Play or pause"), [.togglePlaying, .play, .pause]),
      (translated("1 second"), [.skip(seconds: -1), .skip(seconds: 1)]),
      (translated("5 seconds"), [.skip(seconds: -5), .skip(seconds: 5)]),
      (translated("10 seconds"), [.skip(seconds: -10), .skip(seconds: 10)]),
      (translated("1 minute"), [.skip(seconds: -60), .skip(seconds: 60)]),
      (translated("10 minutes"), [.skip(seconds: -600), .skip(seconds: 600)]),
      (translated("Beginning or end"), [.skip(seconds: -1e6), .skip(seconds: 1e6)]),
      (translated("One frame"), [.step(-1), .step(1)]),
      (translated("Chapter"), [.chapter(-1), .chapter(1)]),
    ]
  }

  /// The rows of speed, repetition and the order of files.
  private static var order: [(String, [PlayerCommand])] {
    [
      (translated("Queue"), [.queue(-1), .queue(1)]),
      (
        translated("Slower, faster"),
        [.multiplyRate(0.5), .multiplyRate(1 / 1.1), .multiplyRate(1.1), .multiplyRate(2)]
      ),
      (translated("Normal speed"), [.resetRate]),
      (translated("Repeat a part"), [.toggleRepeatedPart]), (translated("Repeat"), [.toggleRepeat]),
      (translated("Show the position"), [.showPosition]),
    ]
  }

  /// The rows of audio and subtitles.
  private static var media: [(String, [PlayerCommand])] {
    [
      (
        translated("Volume"),
        [.changeVolume(-0.05), .changeVolume(-0.02), .changeVolume(0.02), .changeVolume(0.05)]
      ),
      (translated("Mute"), [.toggleMute]), (translated("Next audio track"), [.cycleAudio]),
      (translated("Audio delay"), [.delayAudio(seconds: -0.1), .delayAudio(seconds: 0.1)]),
      (translated("Next subtitles"), [.cycleSubtitles(-1), .cycleSubtitles(1)]),
      (translated("Secondary subtitles"), [.cycleSecondarySubtitles]),
      (translated("Subtitles on or off"), [.toggleSubtitles]),
      (translated("Subtitle delay"), [.delaySubtitles(seconds: -0.1), .delaySubtitles(seconds: 0.1)]),
      (translated("Subtitle size"), [.scaleSubtitles(-0.1), .scaleSubtitles(0.1)]),
      (translated("Subtitle position"), [.liftSubtitles(-0.01), .liftSubtitles(0.01)]),
    ]
  }

  /// The rows of the video and its size.
  private static var video: [(String, [PlayerCommand])] {
    [
      (translated("Fit or fill the window"), [.fill(false), .fill(true)]),
      (translated("Next aspect ratio"), [.adjustVideo(.cycleAspect)]),
      (translated("Rotate"), [.adjustVideo(.rotate)]), (translated("Mirror"), [.adjustVideo(.mirror)]),
      (translated("Smaller, larger"), [.adjustVideo(.zoom(-0.1)), .adjustVideo(.zoom(0.1))]),
      (translated("Original geometry"), [.adjustVideo(.reset)]),
      (translated("Contrast"), color(.contrast)), (translated("Brightness"), color(.brightness)),
      (translated("Gamma"), color(.gamma)), (translated("Saturation"), color(.saturation)),
      (translated("Full screen"), [.toggleFullScreen, .leaveFullScreen]),
      (translated("Take Screenshot"), [.window(.saveFrame)]),
      (translated("Half, original or double size"), [0.5, 1, 2].map { .window(.scale($0)) }),
      (translated("Stay on top"), [.window(.toggleOnTop)]),
    ]
  }

  /// The commands that decrease and increase a property of the colors.
  private static func color(_ property: ColorAdjustment.Property) -> [PlayerCommand] {
    [-1, 1].map { .adjustVideo(.color(property, $0)) }
  }

  /// The rows of the program and its window.
  private static var window: [(String, [PlayerCommand])] {
    [
      (translated("Open"), [.window(.open)]), (translated("Open Location"), [.window(.openLocation)]),
      (translated("Add Subtitles"), [.window(.addSubtitles)]), (translated("Playlist"), [.window(.playlist)]),
      (translated("Information"), [.window(.information)]),
      (translated("Adjustments"), [.window(.adjustments)]),
      (translated("Menu"), [.window(.menu), .window(.contextMenu)]),
      (translated("Preferences"), [.window(.preferences)]),
      (translated("Keyboard Shortcuts"), [.window(.shortcuts)]), (translated("Quit"), [.quit, .window(.close)]),
    ]
  }
}
