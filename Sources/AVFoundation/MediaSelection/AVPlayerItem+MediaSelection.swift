import Foundation
import PlayheadEngine
import PlayheadItems
import PlayheadMedia
import Synchronization

extension AVPlayerItem {
  /// The selected options of all groups, for any thread.
  nonisolated var presentSelection: AVMediaSelection {
    guard case .loaded(let info)? = source.assetLoader.outcome else {
      return AVMediaSelection(asset: source, choices: [:])
    }
    var choices = mediaChoices.withLock { $0 }
    let rules = currentPlayer?.criteria.withLock { $0.selection } ?? AutomaticSelection()
    let groups = source.availableMediaCharacteristicsWithMediaSelectionOptions.compactMap {
      source.mediaSelectionGroup(forMediaCharacteristic: $0)
    }
    let automatic = AVMediaSelection.automatic(groups, info, rules, audio: choices[.audible]?.option?.option)
    choices.merge(automatic) { chosen, _ in chosen }
    return AVMediaSelection(asset: source, choices: choices)
  }

  /// Applies the player's criteria to the groups without a selection of the client.
  nonisolated func applyCriteria(of player: AVPlayer) {
    let rules = player.criteria.withLock { $0.selection }
    engineItem.choose { choice in
      choice.automaticAudible = { info in rules.audible(in: info)?.track.index }
      choice.automaticLegible = { info, audio in
        let option = audio.map { MediaOption(track: $0, mediaType: .audio, isDefault: $0.isDefault) }
        return rules.legible(in: info, with: option)?.track.index
      }
    }
    player.session.trackSelectionChanged(of: engineItem)
  }

  /// Adopts the selection of another item of the same asset.
  nonisolated func adoptSelection(of other: AVPlayerItem) {
    let choices = other.mediaChoices.withLock { $0 }
    mediaChoices.withLock { $0 = choices }
    let choice = other.engineItem.choice
    engineItem.choose { ($0.visual, $0.audible, $0.legible) = (choice.visual, choice.audible, choice.legible) }
  }

  /// Notifies observers that the selection may have changed. Runs on the delivery queue.
  nonisolated func announceSelection() {
    KeyValueChanges.willChange(["currentMediaSelection"], of: self)
    KeyValueChanges.didChange(["currentMediaSelection"], of: self)
  }

  nonisolated func change(_ group: AVMediaSelectionGroup, to choice: AVMediaSelection.Choice?) {
    let characteristic = group.group.characteristic
    let hasChanged = mediaChoices.withLock { choices in
      defer { choices[characteristic] = choice }
      return choices[characteristic] != choice
    }
    guard hasChanged else { return }
    let preference: TrackSelection.Preference =
      choice.map { $0.option.map { .track($0.option.track.index) } ?? .none } ?? .automatic
    engineItem.choose {
      switch characteristic {
      case .visual: $0.visual = preference
      case .audible: $0.audible = preference
      case .legible: $0.legible = preference
      default: break
      }
    }
    let player = currentPlayer
    player?.session.trackSelectionChanged(of: engineItem)
    let delivery = player?.core.delivery ?? Delivery(PlaybackEnvironment.current.delivery)
    delivery.nowOrLater { [weak self] in
      guard let self else { return }
      announceSelection()
      NotificationCenter.default.post(name: Self.mediaSelectionDidChangeNotification, object: self)
    }
  }
}

extension AVMediaSelection {
  /// The options that selection rules choose in the groups of an asset.
  static func automatic(
    _ groups: [AVMediaSelectionGroup], _ info: MediaInfo, _ rules: AutomaticSelection, audio: MediaOption?
  ) -> [AVMediaCharacteristic: Choice] {
    let audible = rules.audible(in: info)
    return Dictionary(
      uniqueKeysWithValues: groups.map { group in
        let option: MediaOption? =
          switch group.group.characteristic {
          case .audible: audible
          case .legible: rules.legible(in: info, with: audio ?? audible)
          default: group.group.defaultOption
          }
        return (group.group.characteristic, Choice(option: option.flatMap { group.option($0) }, isAutomatic: true))
      })
  }
}
