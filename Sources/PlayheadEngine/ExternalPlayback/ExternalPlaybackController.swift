import CoreMedia
import Foundation
import PlayheadCaptionTracks
import PlayheadItems
import PlayheadMedia
import PlayheadNetworking
import PlayheadRoutes
import PlayheadText

/// Controls the renderer that plays the current item in place of this computer, and compares its reports with the
/// session's state. Used on the session's thread.
///
///     local ──connect──► waiting for the renderer ──it plays──► following its position
///       ▲                    ▲      └──────────────────────────────┘│ it loads, seeks or buffers
///       │                    └──────────────────────────────────────┘
///       └──disconnect, or the renderer fails── any of these
struct ExternalPlaybackController {
  /// The renderer; nil while this computer plays.
  private(set) var renderer: (any RemoteRenderer)?
  /// Whether the renderer has played the current item to its end.
  private(set) var hasEnded = false
  /// The item that the renderer has.
  private var loaded: EngineItem?
  /// The caption files that the renderer has.
  private var loadedFiles: [Int64] = []
  /// Whether playback on the renderer was requested.
  private var isPlaying = false
  /// The number of commands sent to the renderer.
  private var commandCount = 0
  /// The number of renderers so far, which identifies the updates of the current one.
  private var connectionCount = 0

  /// A larger difference between the renderer's position and the session's is a jump, such as a seek with another
  /// remote control. In seconds.
  static let jumpTolerance = 1.5
  /// A smaller difference is not corrected. In seconds.
  static let correctionTolerance = 0.03

  /// Whether a renderer plays in place of this computer.
  var isActive: Bool { renderer != nil }
  /// Whether the end of the current item is the renderer's: the clock may reach it earlier.
  var determinesEnd: Bool { isActive && !hasEnded }

  // MARK: Connection

  /// Replaces the renderer. The previous one stops.
  ///
  /// - Returns: The identifier of the connection's updates.
  mutating func connect(_ renderer: (any RemoteRenderer)?) -> Int {
    self.renderer?.stop()
    self.renderer = renderer
    connectionCount += 1
    (loaded, isPlaying, hasEnded, commandCount) = (nil, false, false, 0)
    return connectionCount
  }

  /// Whether an update describes the state after all commands of the current connection.
  func accepts(_ update: RemotePlayback.Update, from connection: Int) -> Bool {
    isActive && connection == connectionCount && update.commandCount >= commandCount
  }

  private mutating func send(_ command: RemotePlayback.Command) {
    guard let renderer else { return }
    commandCount += 1
    renderer.send(command)
  }

  // MARK: Commands

  /// The session has another item, which is not open yet, or none: the renderer stops the previous one.
  mutating func itemWasReplaced(by item: EngineItem?) {
    guard isActive, loaded !== item else { return }
    unload()
  }

  /// Removes the item from the renderer, if it has one. Whether playback is requested remains.
  mutating func unload() {
    hasEnded = false
    guard loaded != nil else { return }
    loaded = nil
    send(.unload)
  }

  /// The session's position was set: loads the item there, or moves the renderer.
  ///
  /// - Parameter isOwnSeek: Whether the session follows the renderer, so that a loaded item does not have to move.
  mutating func positionWasSet(_ item: EngineItem, to time: CMTime, isOwnSeek: Bool) {
    guard isActive else { return }
    if loaded !== item {
      load(item, at: time)
    } else if !isOwnSeek {
      hasEnded = false
      send(.seek(time.seconds))
    }
  }

  private mutating func load(_ item: EngineItem, at time: CMTime) {
    (loaded, hasEnded, loadedFiles) = (item, false, item.captions.shownFiles)
    send(.load(item.remoteItem, position: time.seconds))
  }

  /// Loads the item again if other caption files are shown than when it was loaded: renderers get both together.
  ///
  /// - Returns: Whether it is loaded again.
  mutating func updateCaptions(of item: EngineItem, at time: CMTime) -> Bool {
    guard isActive, loaded === item, !hasEnded, loadedFiles != item.captions.shownFiles else { return false }
    load(item, at: time)
    return true
  }

  /// Plays or pauses the renderer, if it has the item and its state differs.
  mutating func setPlaying(_ isPlaying: Bool, item: EngineItem?) {
    guard let item, loaded === item, self.isPlaying != isPlaying else { return }
    self.isPlaying = isPlaying
    send(.setPlaying(isPlaying))
  }

  /// Sets the renderer's volume; amplification above 1 is not possible.
  mutating func setVolume(_ volume: Float) { send(.setVolume(Double(min(1, volume)))) }

  /// Mutes or unmutes the renderer.
  mutating func setMuted(_ isMuted: Bool) { send(.setMuted(isMuted)) }

  // MARK: Updates

  /// The request of another remote control that an update contains: to play or to pause; nil if there is none.
  mutating func takeForeignRequest(_ update: RemotePlayback.Update) -> Bool? {
    guard update.isPlaying != isPlaying else { return nil }
    isPlaying = update.isPlaying
    return isPlaying
  }

  /// The renderer has played the item to its end.
  mutating func rendererHasEnded() { (hasEnded, isPlaying) = (true, false) }
}

extension EngineItem {
  /// The description of the open item for renderers.
  package var remoteItem: RemotePlayback.Item {
    let info = snapshot.info
    let title = info?.metadata["title"].flatMap { $0.isEmpty ? nil : $0 }
    var item = RemotePlayback.Item(
      address: remoteAddress, title: title ?? url.deletingPathExtension().lastPathComponent,
      container: info?.containerName ?? "", hasVideo: snapshot.videoTrack != nil, isSelfContained: isSelfContained)
    let cues = captions.fileCues
    if !cues.isEmpty {
      item.captions = .init(webVTT: CaptionWriter.webVTT(cues), subRip: CaptionWriter.subRip(cues))
    }
    return item
  }

  /// The address of the media for renderers.
  package var remoteAddress: String { url.absoluteString }

  /// Whether the address alone leads another device to the media: it needs no header fields, cookies or credentials of
  /// this program, and is no server of this computer, which the device would look for on itself.
  private var isSelfContained: Bool {
    let isHere = url.host().flatMap { NetworkZone(host: $0) } == .loopback
    return composition == nil && options.fields.isEmpty && options.cookies.isEmpty && url.user == nil
      && (url.isFileURL || !isHere)
  }
}
