import Foundation
import PlayheadEngine
import PlayheadFFmpeg

extension AVPlayerItem {
  /// Chooses an option of a group of the item's asset, at once and also while it plays: sound changes within a quarter of a
  /// second, and the picture does not wait for it.
  ///
  /// - Parameters:
  ///   - mediaSelectionOption: nil for none. Does nothing where the group allows no empty selection.
  ///   - mediaSelectionGroup: The group. Does nothing with an option of another one.
  nonisolated public func select(
    _ mediaSelectionOption: AVMediaSelectionOption?, in mediaSelectionGroup: AVMediaSelectionGroup
  ) {
    guard mediaSelectionGroup.allows(mediaSelectionOption) else { return }
    change(mediaSelectionGroup, to: AVMediaSelection.Choice(option: mediaSelectionOption, isAutomatic: false))
  }

  /// Takes back a choice: what the file itself prefers plays.
  nonisolated public func selectMediaOptionAutomatically(in mediaSelectionGroup: AVMediaSelectionGroup) {
    change(mediaSelectionGroup, to: nil)
  }

  /// What is chosen in a group, by the program or by the file; nil for nothing.
  public func selectedMediaOption(in mediaSelectionGroup: AVMediaSelectionGroup) -> AVMediaSelectionOption? {
    currentMediaSelection.selectedMediaOption(in: mediaSelectionGroup)
  }

  /// What is chosen in each group. Empty until the asset is known: nothing is waited for.
  public var currentMediaSelection: AVMediaSelection {
    guard case .loaded? = source.assetLoader.outcome else { return AVMediaSelection(asset: source, choices: [:]) }
    let chosen = mediaChoices.withLock { $0 }
    return AVMediaSelection(asset: source, choices: source.preferredMediaSelection.choices.merging(chosen) { $1 })
  }

  nonisolated private func change(_ group: AVMediaSelectionGroup, to choice: AVMediaSelection.Choice?) {
    let characteristic = group.group.characteristic
    let hasChanged = mediaChoices.withLock { choices in
      defer { choices[characteristic] = choice }
      return choices[characteristic] != choice
    }
    guard hasChanged else { return }
    let wish: TrackChoice.Wish =
      choice.map { $0.option.map { .track($0.option.track.index) } ?? .none } ?? .automatic
    engineItem.choose {
      switch characteristic {
      case .audible: $0.audible = wish
      case .legible: $0.legible = wish
      default: break
      }
    }
    let player = currentPlayer
    player?.session.choiceChanged(of: engineItem)
    let delivery = player?.core.delivery ?? Delivery(PlaybackEnvironment.current.delivery)
    delivery.nowOrLater { [weak self] in
      guard let self else { return }
      NotificationCenter.default.post(name: Self.mediaSelectionDidChangeNotification, object: self)
    }
  }
}
