import Foundation
import Synchronization

/// Publishes the program's now playing information and commands on the session bus. May be used from any thread.
///
/// ```
///   program ─► info, commands ─► PlayerProperties ─► differences ─► signals, in order ─► bus thread
/// ```
package final class NowPlayingPublisher: Sendable {
  /// The process-wide publisher.
  package static let shared = NowPlayingPublisher()

  /// A D-Bus signal to send.
  enum Signal: Sendable, Equatable {
    /// The changed properties of the player interface (`PropertiesChanged`).
    case changed([String: BusValue])
    /// The changed properties of the program's interface (`PropertiesChanged`).
    case programChanged([String: BusValue])
    /// The changed properties of the interface for what MPRIS has no place for.
    case detailsChanged([String: BusValue])
    /// A position that does not follow from the previous one and the rate (`Seeked`).
    case seeked(microseconds: Int64)
  }

  /// The information of the program and the published state.
  private struct State {
    /// The current item; nil if there is none.
    var info: NowPlayingInfo?
    /// The position of the current item and its rate.
    var elapsed = ElapsedTime(nil, now: 0)
    /// The number of the current item, which increases with each change of item; part of its object path.
    var track = 0
    /// The current artwork, and the URL of its file once it has been written.
    var art: (artwork: ObjectIdentifier, url: String?)?
    /// The identity of the program.
    var program = DesktopProgram()
    /// The properties last published; nil before the first publication.
    var properties: PlayerProperties?
    /// The properties of the other interface; nil before the first publication.
    var details: DetailProperties?
    /// The signals that the bus thread has not taken yet, in order.
    var pending: [Signal] = []
    /// The service; nil before the first item, and without a bus.
    var service: BusService?
  }

  /// The state, locked because any thread may change it.
  private let state = Mutex(State())
  /// Whether there is a session bus; checked before the first publication.
  private let hasBus: @Sendable () -> Bool
  /// The queue on which artwork is created and written.
  private let artworkQueue = DispatchQueue(label: "playhead.artwork", qos: .utility)

  /// Creates a publisher.
  ///
  /// - Parameter hasBus: Whether there is a session bus; called at each item until there is a service.
  init(hasBus: @escaping @Sendable () -> Bool = { DesktopBus.isAvailable }) { self.hasBus = hasBus }

  // MARK: Program

  /// Publishes the current item. A new item has another object path; a discontinuous position results in a `Seeked`
  /// signal.
  ///
  /// - Parameter info: The item; nil for none.
  func infoChanged(to info: NowPlayingInfo?) {
    let now = Self.now
    let service = state.withLock { state -> BusService? in
      let newer = ElapsedTime(info, now: now)
      if let info, let old = state.info, info.isSameItem(as: old) {
        if state.elapsed.isJump(to: newer, at: now) {
          state.pending.append(.seeked(microseconds: PlayerProperties.microseconds(newer.position(at: now))))
        }
      } else {
        state.track += 1
      }
      state.info = info
      state.elapsed = newer
      if info != nil, state.service == nil, hasBus() { state.service = BusService(self) }
      update(&state)
      return state.service
    }
    makeArt(of: info)
    service?.wake()
  }

  /// Publishes the capabilities after a command has changed.
  func commandsChanged() {
    state.withLock { state in
      update(&state)
      return state.service
    }?.wake()
  }

  /// Sets the program's identity, and its actions beyond the remote commands.
  package func setProgram(_ program: DesktopProgram) {
    state.withLock { state in
      let old = BusInterface.rootProperties(of: state.program)
      state.program = program
      if state.service != nil {
        let changes = BusInterface.rootProperties(of: program).filter { old[$0.key] != $0.value }
        if !changes.isEmpty { state.pending.append(.programChanged(changes)) }
      }
      update(&state)
      return state.service
    }?.wake()
  }

  /// The program's identity and actions.
  package var program: DesktopProgram { state.withLock { $0.program } }

  /// Leaves the bus and removes the artwork file. For the end of a program.
  package func withdraw() {
    let (service, art) = state.withLock { state in
      let (service, art) = (state.service, state.art?.url)
      (state.service, state.art, state.info) = (nil, nil, nil)
      return (service, art)
    }
    service?.stop()
    art.flatMap { URL(string: $0) }.map { try? FileManager.default.removeItem(at: $0) }
  }

  /// Whether the process is connected to a session bus.
  package var isOnBus: Bool { state.withLock { $0.service }?.isConnected ?? false }

  // MARK: Bus

  /// All properties of the player interface, with the position at this moment.
  var properties: [String: BusValue] {
    let now = Self.now
    return state.withLock { state in
      var values = state.properties?.values ?? PlayerProperties(nil, offers: .init(), track: 0, artURL: nil).values
      values["Position"] = .integer(PlayerProperties.microseconds(state.elapsed.position(at: now)))
      return values
    }
  }

  /// All properties of the interface for what MPRIS has no place for.
  var details: [String: BusValue] {
    state.withLock { $0.details }?.values ?? DetailProperties(nil, offers: .init()).values
  }

  /// The published language option with an identifier; nil if there is none.
  func languageOption(_ identifier: String) -> MPNowPlayingInfoLanguageOption? {
    state.withLock { $0.info }?.details.available.first { $0.identifier == identifier }
  }

  /// Returns the signals since the last call and removes them. Called by the bus thread.
  func takeSignals() -> [Signal] {
    state.withLock { state in
      defer { state.pending = [] }
      return state.pending
    }
  }

  /// The path, duration and position of the current item, in seconds.
  var current: (path: String, duration: Double?, position: Double) {
    let now = Self.now
    return state.withLock {
      (PlayerProperties.path(ofTrack: $0.track), $0.info?.duration, $0.elapsed.position(at: now))
    }
  }

  // MARK: Shared

  /// Computes the properties again and adds a signal with the differences. Has no effect without a service.
  private func update(_ state: inout State) {
    guard state.service != nil else { return }
    let properties = PlayerProperties(
      state.info, offers: RemoteOffers.current(volume: state.program.volume), track: state.track,
      artURL: state.art?.url)
    let changes = properties.changes(since: state.properties)
    state.properties = properties
    if !changes.isEmpty { state.pending.append(.changed(changes)) }
    let details = DetailProperties(state.info, offers: RemoteOffers.details)
    let detailChanges = details.changes(since: state.details)
    state.details = details
    if !detailChanges.isEmpty { state.pending.append(.detailsChanged(detailChanges)) }
  }

  /// Artwork is created and written on a separate queue, because the program's handler may take any time.
  private func makeArt(of info: NowPlayingInfo?) {
    let artwork = info?.artwork
    let identifier = artwork.map { ObjectIdentifier($0) }
    let old = state.withLock { state -> String?? in
      guard identifier != state.art?.artwork else { return nil }
      let old = state.art?.url
      state.art = identifier.map { ($0, nil) }
      update(&state)
      return .some(old)
    }
    guard let old else { return }
    artworkQueue.async { [self] in
      old.flatMap { URL(string: $0) }.map { try? FileManager.default.removeItem(at: $0) }
      guard let artwork, let identifier, let url = ArtworkFile.write(artwork) else { return }
      state.withLock { state in
        guard state.art?.artwork == identifier else { return nil as BusService? }
        state.art?.url = url.absoluteString
        update(&state)
        return state.service
      }?.wake()
    }
  }

  /// Seconds on a monotonic clock.
  private static var now: Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }
}

/// The program's identity on the desktop, and its actions beyond the remote commands. Handlers are called on the main
/// queue.
package struct DesktopProgram: Sendable {
  /// The name for users.
  package var name = ProcessInfo.processInfo.processName
  /// The last component of the bus name; nil means the process name.
  package var busName: String?
  /// The name of the desktop file, without its extension.
  package var desktopEntry: String?
  /// The MIME types that the program opens.
  package var mimeTypes: [String] = []
  /// The volume, 0 to 1; nil if the program has none of its own.
  package var volume: Double?
  /// Brings the program's window to the front.
  package var raise: (@MainActor @Sendable () -> Void)?
  /// Ends the program.
  package var quit: (@MainActor @Sendable () -> Void)?
  /// Whether the program's window fills the screen.
  package var isFullScreen = false
  /// Enters or leaves full screen; nil if the program cannot do that.
  package var setFullScreen: (@MainActor @Sendable (Bool) -> Void)?
  /// Opens a URL.
  package var open: (@MainActor @Sendable (String) -> Void)?
  /// Sets the volume, 0 to 1.
  package var setVolume: (@MainActor @Sendable (Double) -> Void)?
  /// Creates the identity of the current process.
  package init() {}
}

/// The capabilities that the program's commands offer at this moment.
enum RemoteOffers {
  /// The capabilities at this moment.
  ///
  /// - Parameter volume: The volume of the program, 0 to 1; nil if it has none of its own.
  static func current(volume: Double?) -> PlayerProperties.Offers {
    let center = MPRemoteCommandCenter.shared()
    var offers = PlayerProperties.Offers()
    offers.play = center.playCommand.isOffered || center.togglePlayPauseCommand.isOffered
    offers.pause = center.pauseCommand.isOffered || center.togglePlayPauseCommand.isOffered
    offers.stop = center.stopCommand.isOffered
    offers.next = center.nextTrackCommand.isOffered
    offers.previous = center.previousTrackCommand.isOffered
    offers.position = center.changePlaybackPositionCommand.isOffered
    offers.skip = center.skipForwardCommand.isOffered || center.skipBackwardCommand.isOffered
    if center.changePlaybackRateCommand.isOffered {
      offers.rates = center.changePlaybackRateCommand.supportedPlaybackRates.map(\.doubleValue)
    }
    if center.changeRepeatModeCommand.isOffered { offers.repeatType = center.changeRepeatModeCommand.currentRepeatType }
    if center.changeShuffleModeCommand.isOffered {
      offers.isShuffled = center.changeShuffleModeCommand.currentShuffleType != .off
    }
    offers.volume = volume
    return offers
  }

  /// The capabilities beyond MPRIS at this moment.
  static var details: DetailProperties.Offers {
    let center = MPRemoteCommandCenter.shared()
    var offers = DetailProperties.Offers()
    for (name, command) in RemoteCall.feedbackCommands(of: center) where command.isOffered {
      offers.feedback[name] = DetailProperties.Feedback(
        isActive: command.isActive, title: command.localizedTitle, shortTitle: command.localizedShortTitle)
    }
    let (minimum, maximum) = (Double(center.ratingCommand.minimumRating), Double(center.ratingCommand.maximumRating))
    if center.ratingCommand.isOffered, minimum <= maximum { offers.ratings = minimum...maximum }
    offers.seeksForward = center.seekForwardCommand.isOffered
    offers.seeksBackward = center.seekBackwardCommand.isOffered
    offers.enablesLanguages = center.enableLanguageOptionCommand.isOffered
    offers.disablesLanguages = center.disableLanguageOptionCommand.isOffered
    return offers
  }
}
