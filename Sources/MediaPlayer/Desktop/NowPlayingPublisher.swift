import Foundation
import Synchronization

/// Keeps what the desktop is told in step with what the program says. Any thread.
///
/// ```
///   program ─► info, commands ─► PlayerProperties ─► differences ─► signals, in order ─► bus thread
/// ```
package final class NowPlayingPublisher: Sendable {
  package static let shared = NowPlayingPublisher()

  /// Something to be said on the bus.
  enum Signal: Sendable, Equatable {
    case changed([String: BusValue])
    case seeked(microseconds: Int64)
  }

  private struct State {
    var info: NowPlayingInfo?
    var elapsed = ElapsedTime(nil, now: 0)
    var track = 0
    var art: (artwork: ObjectIdentifier, url: String?)?
    var program = DesktopProgram()
    var properties: PlayerProperties?
    var pending: [Signal] = []
    var service: BusService?
  }

  private let state = Mutex(State())
  /// Whether there is a bus; asked when something is to be said first.
  private let isHeard: @Sendable () -> Bool
  private let artist = DispatchQueue(label: "playhead.artwork", qos: .utility)

  init(isHeard: @escaping @Sendable () -> Bool = { DesktopBus.isThere }) { self.isHeard = isHeard }

  // MARK: What the program says

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
      if info != nil, state.service == nil, isHeard() { state.service = BusService(self) }
      update(&state)
      return state.service
    }
    makeArt(of: info)
    service?.wake()
  }

  func commandsChanged() {
    state.withLock { state in
      update(&state)
      return state.service
    }?.wake()
  }

  /// What the program is, and what it does beyond the commands.
  package func setProgram(_ program: DesktopProgram) {
    state.withLock { state in
      state.program = program
      update(&state)
      return state.service
    }?.wake()
  }

  package var program: DesktopProgram { state.withLock { $0.program } }

  /// Leaves the bus and removes what was written. For the end of a program.
  package func withdraw() {
    let (service, art) = state.withLock { state in
      let (service, art) = (state.service, state.art?.url)
      (state.service, state.art, state.info) = (nil, nil, nil)
      return (service, art)
    }
    service?.stop()
    art.flatMap { URL(string: $0) }.map { try? FileManager.default.removeItem(at: $0) }
  }

  /// Whether there is a bus on which somebody may listen.
  package var isOnBus: Bool { state.withLock { $0.service }?.isConnected ?? false }

  // MARK: What the bus asks

  var properties: [String: BusValue] {
    let now = Self.now
    return state.withLock { state in
      var values = state.properties?.values ?? PlayerProperties(nil, offers: .init(), track: 0, artURL: nil).values
      values["Position"] = .integer(PlayerProperties.microseconds(state.elapsed.position(at: now)))
      return values
    }
  }

  func takeSignals() -> [Signal] {
    state.withLock { state in
      defer { state.pending = [] }
      return state.pending
    }
  }

  /// The path of the item that plays now, and its length.
  var current: (path: String, duration: Double?, position: Double) {
    let now = Self.now
    return state.withLock {
      (PlayerProperties.path(ofTrack: $0.track), $0.info?.duration, $0.elapsed.position(at: now))
    }
  }

  // MARK: Both

  private func update(_ state: inout State) {
    guard state.service != nil else { return }
    let properties = PlayerProperties(
      state.info, offers: RemoteOffers.current(volume: state.program.volume), track: state.track,
      artURL: state.art?.url)
    let changes = properties.changes(since: state.properties)
    state.properties = properties
    if !changes.isEmpty { state.pending.append(.changed(changes)) }
  }

  /// Pictures are made and written on a queue of their own: it may take as long as the program's handler likes.
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
    artist.async { [self] in
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

  /// Seconds of a clock that never jumps.
  private static var now: Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }
}

/// What a program is on the desktop, and what it does beyond the commands. Handlers are called on the main queue.
package struct DesktopProgram: Sendable {
  /// As people call it.
  package var name = ProcessInfo.processInfo.processName
  /// The last part of its name on the bus; nil: the process's name.
  package var busName: String?
  /// The name of its desktop file, without the ending.
  package var desktopEntry: String?
  package var mimeTypes: [String] = []
  /// 0 to 1.
  package var volume: Double?
  package var raise: (@MainActor @Sendable () -> Void)?
  package var quit: (@MainActor @Sendable () -> Void)?
  package var open: (@MainActor @Sendable (String) -> Void)?
  package var setVolume: (@MainActor @Sendable (Double) -> Void)?
  package init() {}
}

/// What the program's commands allow at this moment.
enum RemoteOffers {
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
}
