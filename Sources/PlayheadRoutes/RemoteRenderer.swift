/// A connection to a device that plays items instead of this computer.
///
/// Commands are handled in order on a thread of the connection; no call blocks. The session that sends them follows the
/// updates, which it receives on that thread.
package protocol RemoteRenderer: AnyObject, Sendable {
  /// The device.
  var route: PlaybackRoute { get }
  /// Connects, and calls `receive` after each change and each report of the device until `stop()`. Called once.
  func start(_ receive: @escaping @Sendable (RemotePlayback.Update) -> Void)
  /// Enqueues a command.
  func send(_ command: RemotePlayback.Command)
  /// Stops playback on the device and ends the connection. Later commands have no effect.
  func stop()
}

extension RemotePlayback {
  /// An item for a renderer.
  package struct Item: Sendable, Hashable {
    /// The absolute address of the media: a file, or a resource of a server.
    package var address: String
    /// The title for users.
    package var title: String
    /// The name of the container in libavformat.
    package var container: String
    /// Whether the item has video.
    package var hasVideo: Bool
    /// Whether the address alone leads to the media: no headers, cookies or credentials of the program are needed.
    package var isSelfContained: Bool
    /// The captions of separate files; nil without any. The device has those of the media itself.
    package var captions: Captions?

    /// Creates an item.
    package init(address: String, title: String, container: String, hasVideo: Bool, isSelfContained: Bool = true) {
      self.address = address
      self.title = title
      self.container = container
      self.hasVideo = hasVideo
      self.isSelfContained = isSelfContained
    }
  }

  /// A format of captions.
  package enum CaptionFormat: Sendable {
    /// WebVTT (W3C).
    case webVTT
    /// SubRip, which most televisions read.
    case subRip

    /// The MIME type.
    package var type: String { self == .webVTT ? "text/vtt" : "application/x-subrip" }
  }

  /// The same captions in each format.
  package struct Captions: Sendable, Hashable {
    /// The WebVTT file.
    package var webVTT: String
    /// The SubRip file.
    package var subRip: String

    /// Creates captions.
    package init(webVTT: String, subRip: String) { (self.webVTT, self.subRip) = (webVTT, subRip) }

    /// The file in a format.
    package func text(_ format: CaptionFormat) -> String { format == .webVTT ? webVTT : subRip }
  }

  /// Copies an item into a file in the first container of a list that can store its tracks, by FFmpeg's names, on the
  /// calling thread. Returns the path of the copy in a folder of its own, both of which the caller removes, and its
  /// container; nil if that is not possible, or if the last argument returns true meanwhile.
  package typealias Copier =
    @Sendable (_ item: Item, _ containers: [String], _ isCancelled: @escaping () -> Bool) -> (
      path: String, container: String
    )?

  /// A command of the session.
  package enum Command: Sendable, Hashable {
    /// Replaces the item, which starts at a position in seconds.
    case load(Item, position: Double)
    /// Plays or pauses.
    case setPlaying(Bool)
    /// Moves to a position in seconds.
    case seek(Double)
    /// Sets the volume, 0 to 1.
    case setVolume(Double)
    /// Mutes or unmutes.
    case setMuted(Bool)
    /// Removes the item.
    case unload
  }

  /// The state of playback on a renderer.
  package struct Update: Sendable, Hashable {
    /// The number of commands that the state includes. An update with a smaller number than the number of commands sent
    /// is outdated.
    package var commandCount: Int
    /// The phase of the item.
    package var phase: Phase
    /// Whether playback is requested, by the session or by another remote control.
    package var isPlaying: Bool
    /// Whether the position advances.
    package var isRendering: Bool
    /// The position in seconds, at the time of the update.
    package var position: Double

    /// Creates an update.
    package init(commandCount: Int, phase: Phase, isPlaying: Bool, isRendering: Bool, position: Double) {
      self.commandCount = commandCount
      self.phase = phase
      self.isPlaying = isPlaying
      self.isRendering = isRendering
      self.position = position
    }
  }
}
