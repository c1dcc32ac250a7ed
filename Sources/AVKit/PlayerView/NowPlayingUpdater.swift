import AVFoundation
import Foundation
import MediaPlayer

/// Publishes the state of a view's player to the desktop, and carries out the desktop's media commands.
@MainActor final class NowPlayingUpdater {
  private let driver: PlayerDriver
  /// The registered handlers of remote commands; empty while nothing is published.
  private var targets: [(command: MPRemoteCommand, token: Any)] = []
  /// The last published state; nil while nothing is published.
  private var published: PublishedState?
  /// The cover image of the item as last published, which is written to a file once; nil without one.
  private var cover: (data: Data, artwork: MPMediaItemArtwork)?
  /// The position last published during playback; nil while paused.
  private var anchor: PublishedPosition?
  /// Called when a command of the desktop has changed what `update` publishes, and when it is to be checked.
  var onChange: (() -> Void)?
  /// Whether the desktop has stopped playback, which lasts until it starts again.
  private var isStopped = false

  /// The last published state; the same is not published again.
  private struct PublishedState: Equatable {
    /// The title of the item or of the program.
    var title: String
    /// The artist; nil until the metadata is loaded, or if there is none.
    var artist: String?
    /// The URL of the asset; nil for assets without one.
    var url: URL?
    /// Seconds; nil for live streams.
    var duration: Double?
    /// The playback rate; 0 while paused.
    var rate: Float
    /// The position in seconds while paused, where steps change it; nil during playback.
    var restingPosition: Double?
    /// Whether playback was stopped by the desktop.
    var isStopped: Bool
    /// The name of the device that plays in place of this computer; nil while this computer plays.
    var externalDevice: String?
    /// The repetition: of the item, of the queue, or none.
    var repeatType: MPRepeatType
    /// Whether the queue is played in a random order.
    var shuffleType: MPShuffleType
    /// The size of the cover image in bytes; nil without one. The data itself is not compared.
    var artworkSize: Int?
    /// The identifiers of the selected languages; nil until the options are loaded.
    var languages: [String?]?
  }

  /// Whether the process is connected to the session bus.
  static var hasBus: Bool { NowPlayingPublisher.shared.isOnBus }

  /// Whether a state is published, which begins with the first playback.
  var isPublishing: Bool { published != nil }

  /// Creates an updater that publishes nothing yet.
  init(_ driver: PlayerDriver) { self.driver = driver }

  #if compiler(>=6.2)
    isolated deinit { tearDown() }
  #else
    deinit { MainThreadTeardown.perform { tearDown() } }
  #endif

  /// Withdraws the published state. Runs on the main thread.
  private func tearDown() { stop() }

  /// Publishes the current state. `hasJumped`: the position is discontinuous.
  func update(_ playback: PlaybackSnapshot, title: String, url: URL?, hasJumped: Bool) {
    guard playback.hasItem else { return stop() }
    // A view that has never played must not receive media keys.
    guard playback.isPlaying || published != nil else { return }
    let choices = driver.details?.choices
    let languages = driver.details?.languages
    if playback.isPlaying, published?.rate == 0 { isStopped = false }
    let now = PublishedState(
      title: title, artist: choices?.artist, url: url, duration: playback.duration,
      rate: playback.isPlaying ? playback.rate : 0, restingPosition: playback.isPlaying ? nil : playback.position,
      isStopped: isStopped, externalDevice: playback.externalDevice, repeatType: repeatType,
      shuffleType: driver.queue?.isShuffled == true ? .items : .off, artworkSize: choices?.artwork?.count,
      languages: languages?.selected.map(\.identifier))
    guard now != published || hasJumped || isOff(playback) else { return }
    published = now
    setAnchor(playback)
    var info: [String: Any] = [
      MPMediaItemPropertyTitle: title, MPNowPlayingInfoPropertyElapsedPlaybackTime: playback.position ?? 0,
      MPNowPlayingInfoPropertyPlaybackRate: Double(now.rate), MPNowPlayingInfoPropertyIsLiveStream: playback.isLive,
    ]
    info[MPMediaItemPropertyArtist] = now.artist
    info[MPMediaItemPropertyAlbumTitle] = choices?.album
    info[MPMediaItemPropertyPlaybackDuration] = now.duration
    info[NowPlayingInfo.externalDeviceKey] = now.externalDevice
    info[MPNowPlayingInfoPropertyAssetURL] = url
    if cover?.data != choices?.artwork { cover = choices?.artwork.map { ($0, MPMediaItemArtwork(encoded: $0)) } }
    info[MPMediaItemPropertyArtwork] = cover?.artwork
    info[MPNowPlayingInfoPropertyAvailableLanguageOptions] = languages?.groups
    info[MPNowPlayingInfoPropertyCurrentLanguageOptions] = languages?.selected
    if targets.isEmpty { registerCommands() }
    let center = MPRemoteCommandCenter.shared()
    if center.nextTrackCommand.isEnabled != playback.hasNext { center.nextTrackCommand.isEnabled = playback.hasNext }
    if center.previousTrackCommand.isEnabled != playback.hasPrevious {
      center.previousTrackCommand.isEnabled = playback.hasPrevious
    }
    let repeatCommand = center.changeRepeatModeCommand
    if repeatCommand.currentRepeatType != now.repeatType { repeatCommand.currentRepeatType = now.repeatType }
    let shuffleCommand = center.changeShuffleModeCommand
    if shuffleCommand.currentShuffleType != now.shuffleType { shuffleCommand.currentShuffleType = now.shuffleType }
    // In this order no paused state is announced between two others.
    if isStopped { setState(.stopped) }
    MPNowPlayingInfoCenter.default().nowPlayingInfo = info
    if !isStopped { setState(.unknown) }
  }

  /// Whether the position is not the one that the desktop extrapolates.
  private func isOff(_ playback: PlaybackSnapshot) -> Bool {
    guard playback.isPlaying, let position = playback.position else { return false }
    return anchor?.differs(from: position, at: ProcessInfo.processInfo.systemUptime) ?? false
  }

  /// Notes the published position, which is compared later: AirPlay speakers start to play after two seconds.
  private func setAnchor(_ playback: PlaybackSnapshot) {
    let time = ProcessInfo.processInfo.systemUptime
    anchor = playback.position.map { PublishedPosition(position: $0, time: time, rate: Double(playback.rate)) }
    if !playback.isPlaying { anchor = nil }
    guard let anchor else { return }
    Timeout.after(milliseconds: Self.checkDelay) { [weak self] in if self?.anchor == anchor { self?.onChange?() } }
  }

  /// The delay in milliseconds after which a published position is compared.
  private static let checkDelay = 3000

  /// Publishes the playback state if it differs from the published one. Unknown: the desktop goes by the rate.
  private func setState(_ state: MPNowPlayingPlaybackState) {
    let center = MPNowPlayingInfoCenter.default()
    if center.playbackState != state { center.playbackState = state }
  }

  /// The repetition. The item takes precedence over the queue.
  private var repeatType: MPRepeatType {
    if driver.repetition.repeatsAll { return .one }
    return driver.queue?.loops == true ? .all : .off
  }

  /// Repeats the item, the queue or nothing. False if the queue cannot repeat.
  private static func setRepeatType(_ type: MPRepeatType, of driver: PlayerDriver) -> Bool {
    if type == .all {
      guard let queue = driver.queue, queue.setLoops(true) else { return false }
    } else {
      _ = driver.queue?.setLoops(false)
    }
    if driver.repetition.repeatsAll != (type == .one) { return driver.perform(.toggleRepeat) }
    return true
  }

  /// Pauses at the beginning, so that playback starts again from there; a live stream is only paused.
  private func stopPlayback(of driver: PlayerDriver) -> Bool {
    isStopped = true
    guard driver.perform(.pause) else {
      isStopped = false
      return false
    }
    if driver.duration.isNumeric, !driver.isLinear { driver.seek(to: .zero) }
    onChange?()
    return true
  }

  /// Withdraws the published state.
  func stop() {
    guard published != nil else { return }
    published = nil
    anchor = nil
    isStopped = false
    cover = nil
    setState(.unknown)
    for target in targets { target.command.removeTarget(target.token) }
    targets = []
    MPNowPlayingInfoCenter.default().nowPlayingInfo = nil
  }

  /// Registers handlers for the commands that the driver can carry out.
  private func registerCommands() {
    let center = MPRemoteCommandCenter.shared()
    add(center.playCommand) { driver, _ in driver.perform(.play) }
    add(center.pauseCommand) { driver, _ in driver.perform(.pause) }
    add(center.togglePlayPauseCommand) { driver, _ in driver.perform(.togglePlaying) }
    add(center.stopCommand) { [weak self] driver, _ in self?.stopPlayback(of: driver) ?? false }
    add(center.nextTrackCommand) { driver, _ in driver.perform(.queue(1)) }
    add(center.previousTrackCommand) { driver, _ in driver.perform(.queue(-1)) }
    add(center.changePlaybackPositionCommand) { driver, event in
      guard let event = event as? MPChangePlaybackPositionCommandEvent, !driver.isLinear else { return false }
      driver.seek(to: CMTime(seconds: event.positionTime, preferredTimescale: 1000))
      return true
    }
    add(center.changeRepeatModeCommand) { [weak self] driver, event in
      guard let event = event as? MPChangeRepeatModeCommandEvent, Self.setRepeatType(event.repeatType, of: driver)
      else { return false }
      self?.onChange?()
      return true
    }
    add(center.changeShuffleModeCommand) { [weak self] driver, event in
      guard let event = event as? MPChangeShuffleModeCommandEvent,
        driver.queue?.setShuffled(event.shuffleType != .off) == true
      else { return false }
      self?.onChange?()
      return true
    }
    add(center.enableLanguageOptionCommand) { driver, event in Self.setLanguage(event, isSelected: true, of: driver) }
    add(center.disableLanguageOptionCommand) { driver, event in Self.setLanguage(event, isSelected: false, of: driver) }
    center.changePlaybackRateCommand.supportedPlaybackRates = [0.25, 4]
    add(center.changePlaybackRateCommand) { driver, event in
      guard let event = event as? MPChangePlaybackRateCommandEvent else { return false }
      driver.setRate(event.playbackRate)
      return true
    }
  }

  /// Selects or deselects the language of an event.
  private static func setLanguage(_ event: MPRemoteCommandEvent, isSelected: Bool, of driver: PlayerDriver) -> Bool {
    guard let event = event as? MPChangeLanguageOptionCommandEvent, let details = driver.details else { return false }
    return details.setLanguage(event.languageOption.identifier ?? "", isSelected: isSelected)
  }

  /// Registers one handler. `body` returns whether the command was carried out.
  private func add(
    _ command: MPRemoteCommand, _ body: @escaping @MainActor (PlayerDriver, MPRemoteCommandEvent) -> Bool
  ) {
    let token = command.addTarget { [weak driver] event in
      // Commands arrive on the main queue.
      MainActor.assumeIsolated {
        guard let driver else { return .noActionableNowPlayingItem }
        return body(driver, event) ? .success : .commandFailed
      }
    }
    targets.append((command, token))
  }
}
