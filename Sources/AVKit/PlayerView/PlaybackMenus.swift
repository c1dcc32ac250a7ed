import CoreMedia

/// The menus of audio, subtitles, quality and speed: applies the user's selection to the player and its item.
@MainActor final class PlaybackMenus {
  /// The speeds in the menu, which the program may replace; empty hides it.
  var speeds = AVPlaybackSpeed.systemDefaultSpeeds
  /// Called after the user selected a speed. Other selections are reported by the item's details.
  var onSpeed: (() -> Void)?
  private let driver: PlayerDriver

  /// Creates the menus of a driver's item.
  init(driver: PlayerDriver) { self.driver = driver }

  /// The entries and selections of all menus now.
  var contents: MenuContents {
    MenuContents(
      driver.details?.choices ?? ItemChoices(), speeds: speeds.map { ($0.localizedName, $0.rate) },
      rate: driver.selectedRate, position: driver.position.isNumeric ? driver.position.seconds : nil)
  }

  /// Connects the menus of a new bar.
  func connect(_ bar: ControlsBar) {
    bar.menus.audio.onChoose = { [weak self] in self?.driver.details?.selectAudio($0) }
    bar.menus.subtitles.onChoose = { [weak self] in
      self?.driver.details?.selectSubtitles(MenuContents.option(ofEntry: $0))
    }
    bar.menus.quality.onChoose = { [weak self] in self?.driver.details?.selectQuality(MenuContents.option(ofEntry: $0))
    }
    bar.menus.chapters.onChoose = { [weak self] index in
      guard let self, let chapters = self.driver.details?.choices.chapters, chapters.indices.contains(index) else {
        return
      }
      self.driver.seek(to: CMTime(seconds: chapters[index].start, preferredTimescale: 90000))
    }
    bar.menus.speed.onChoose = { [weak self] index in
      guard let self, self.speeds.indices.contains(index) else { return }
      self.driver.setRate(self.speeds[index].rate)
      self.onSpeed?()
    }
  }
}
