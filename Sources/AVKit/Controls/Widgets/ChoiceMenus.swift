import CPlayheadGTK

/// The menus of the controls from which the user chooses one entry each.
@MainActor struct ChoiceMenus {
  /// The menu of audio tracks.
  let audio: ChoiceMenu
  /// The menu of subtitles; its first entry is "Off".
  let subtitles: ChoiceMenu
  /// The menu of a stream's variants; its first entry is "Automatic".
  let quality: ChoiceMenu
  /// The menu of playback rates.
  let speed: ChoiceMenu
  /// The menu of chapters.
  let chapters: ChoiceMenu

  /// All menus, in the order of their buttons.
  var all: [ChoiceMenu] { [audio, subtitles, quality, speed, chapters] }

  /// Creates the menus, whose actions are added to `group`. nil if GTK cannot create a widget.
  init?(group: UnsafeMutablePointer<GSimpleActionGroup>) {
    guard
      let audio = ChoiceMenu(
        "audio", .audio, title: translated("Audio"), icon: "audio-x-generic-symbolic", group: group),
      let subtitles = ChoiceMenu(
        "subtitles", .subtitles, title: translated("Subtitles"), icon: "media-view-subtitles-symbolic", group: group),
      let quality = ChoiceMenu(
        "quality", .quality, title: translated("Quality"), icon: "emblem-system-symbolic", group: group),
      let speed = ChoiceMenu(
        "speed", .speed, title: translated("Speed"), icon: "power-profile-performance-symbolic", group: group),
      let chapters = ChoiceMenu(
        "chapters", .chapters, title: translated("Chapters"), icon: "user-bookmarks-symbolic", group: group)
    else { return nil }
    (self.audio, self.subtitles, self.quality, self.speed) = (audio, subtitles, quality, speed)
    self.chapters = chapters
  }
}
