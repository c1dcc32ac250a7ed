import CPlayheadGTK
import Foundation

/// Publishes the state of a view's player on the desktop, unless the program does so itself.
@MainActor final class NowPlayingController {
  /// Whether the state is published. Setting false withdraws it.
  var isEnabled = true { didSet { if !isEnabled { updater = nil } } }
  /// Called when a command of the desktop requires an update.
  var onChange: (() -> Void)?
  private let driver: PlayerDriver
  /// Publishes the state; nil until the first update.
  private var updater: NowPlayingUpdater?

  /// The delay of repeated updates in milliseconds: the session bus has answered by then, unless the machine is busy.
  private static let delay = 1500

  /// Creates a controller that publishes nothing yet.
  init(driver: PlayerDriver) { self.driver = driver }

  /// Publishes the state for the desktop. `hasJumped`: the position is discontinuous, so it is published in any case.
  func update(_ playback: PlaybackSnapshot, title: String, url: URL?, hasJumped: Bool) {
    guard isEnabled else { return }
    let updater = updater ?? NowPlayingUpdater(driver)
    self.updater = updater
    updater.onChange = { [weak self] in self?.onChange?() }
    // Media panels show metadata of the file. Loading it takes a little, so it is loaded only if the desktop has a
    // session bus.
    if !playback.isWaiting, updater.isPublishing, NowPlayingUpdater.hasBus { driver.details?.load() }
    updater.update(playback, title: title, url: url, hasJumped: hasJumped)
  }

  /// Calls `update` later, and repeatedly until the session bus has answered, which takes longer on a busy machine.
  /// Ends with the current item.
  func updateLater(attempts: Int = 5, _ update: @escaping @MainActor () -> Void) {
    schedule(driver.details, attempts, update)
  }

  /// Schedules the next of some updates for an item.
  private func schedule(_ details: ItemDetails?, _ attempts: Int, _ update: @escaping @MainActor () -> Void) {
    Timeout.after(milliseconds: Self.delay) { [weak self] in
      guard let self, details === self.driver.details else { return }
      update()
      if attempts > 1, details?.isLoading == false { self.schedule(details, attempts - 1, update) }
    }
  }
}
