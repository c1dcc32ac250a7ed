import Foundation
import PlayheadItems
import PlayheadMedia
import PlayheadNetworking
import Synchronization

/// An asset made of parts of other assets: each track presents ranges of their tracks, one after the other.
///
/// A composition plays, seeks and makes images like a file. It refers to the files: nothing is copied. All enabled
/// audio tracks are heard together; of several video tracks the first one is shown, unless a video composition combines
/// them. Empty ranges are silent or black.
open class AVComposition: AVAsset, NSMutableCopying, CompositionTrackTyping, @unchecked Sendable {
  // Sendable: the contents are behind a lock.
  private struct Contents: Sendable {
    /// In the order in which they were added.
    var tracks: [AVCompositionTrack] = []
    /// The client's size; nil for that of the tracks.
    var naturalSize: CGSize?
  }
  private let contents = Mutex(Contents())
  /// The options with which assets of the segments' URLs are created.
  private let options: Mutex<[String: any Sendable]>

  /// Creates a composition without tracks.
  init(options: [String: Any]) {
    self.options = Mutex(options.compactMapValues { Self.sendable($0) })
    // The scheme has no byte source: nothing opens this URL.
    let url = URL(string: "x-playhead-composition:\(UUID().uuidString)") ?? URL(fileURLWithPath: "/")
    super.init(loader: AssetLoader(url: url, options: RequestOptions(), isMeasured: false))
    tracksDidChange()
  }

  /// Creates a composition with copies of another one's tracks.
  init<Track: AVCompositionTrack>(copying other: AVComposition, _ make: (CompositionTrackState, AVComposition) -> Track)
  {
    let values = other.options.withLock { $0 }
    options = Mutex(values)
    let url = other.assetLoader.url
    super.init(loader: AssetLoader(url: url, options: RequestOptions(), isMeasured: false))
    let tracks = other.allTracks.map { make($0.state, self) }
    let size = other.contents.withLock { $0.naturalSize }
    contents.withLock {
      $0.tracks = tracks
      $0.naturalSize = size
    }
    tracksDidChange()
  }

  /// An option that can be passed between threads: strings, numbers and arrays of them are.
  private static func sendable(_ value: Any) -> (any Sendable)? {
    switch value {
    case let text as String: text
    case let truth as Bool: truth
    case let number as Int: number
    case let number as UInt: number
    case let number as Double: number
    default: nil
    }
  }

  // MARK: Contents

  /// The tracks, as their own type.
  var allTracks: [AVCompositionTrack] { contents.withLock { $0.tracks } }

  /// Changes the list of tracks.
  func changeTracks(_ change: (inout [AVCompositionTrack]) -> Void) {
    contents.withLock { change(&$0.tracks) }
    tracksDidChange()
  }

  /// The client's size; nil for that of the tracks.
  var storedNaturalSize: CGSize? {
    get { contents.withLock { $0.naturalSize } }
    set { contents.withLock { $0.naturalSize = newValue } }
  }

  /// The number of a track within the composition.
  func index(of track: AVCompositionTrack) -> Int? { allTracks.firstIndex { $0 === track } }

  /// The composition for the engine.
  var compositionDescription: CompositionDescription {
    CompositionDescription(tracks: allTracks.enumerated().map { $1.state.description(index: $0) })
  }

  /// Publishes the new contents.
  func tracksDidChange() { assetLoader.replace(compositionDescription.info) }

  // MARK: Properties

  /// The end of the longest track.
  open override var duration: CMTime { compositionDescription.duration }

  /// The tracks as those of any asset.
  @_disfavoredOverload
  open override var tracks: [AVAssetTrack] { allTracks }

  /// The tracks of a media type.
  @_disfavoredOverload
  open override func tracks(withMediaType mediaType: AVMediaType) -> [AVAssetTrack] {
    allTracks.filter { $0.mediaType == mediaType }
  }

  /// The tracks with a media characteristic.
  @_disfavoredOverload
  open override func tracks(withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic) -> [AVAssetTrack] {
    allTracks.filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
  }

  /// The track with an identifier, or nil.
  open override func track(withTrackID trackID: CMPersistentTrackID) -> AVCompositionTrack? {
    allTracks.first { $0.trackID == trackID }
  }

  /// The size that contains the frames of all video tracks, unless another one was set.
  open var naturalSize: CGSize {
    storedNaturalSize
      ?? allTracks.filter { $0.mediaType == .video }.map(\.naturalSize).reduce(.zero) {
        CGSize(width: max($0.width, $1.width), height: max($0.height, $1.height))
      }
  }

  /// The options with which the composition was created.
  open var urlAssetInitializationOptions: [String: Any] {
    let values = options.withLock { $0 }
    return values
  }

  /// True: the times of a composition are its own.
  open override var providesPreciseDurationAndTiming: Bool { true }

  /// None: audio tracks are mixed, not alternatives.
  open override var availableMediaCharacteristicsWithMediaSelectionOptions: [AVMediaCharacteristic] { [] }

  /// Nil: audio tracks are mixed, not alternatives.
  open override func mediaSelectionGroup(
    forMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
  ) -> AVMediaSelectionGroup? { nil }

  // MARK: Copies

  /// Returns the composition itself: it is immutable. A mutable composition returns an immutable copy.
  open override func copy(with zone: NSZone? = nil) -> Any { self }

  /// Returns a mutable copy, with copies of the tracks.
  open func mutableCopy(with zone: NSZone? = nil) -> Any { AVMutableComposition(copying: self) }
}

/// The tracks of compositions with their own type: a Swift subclass cannot override a property with another type.
///
/// - Note: Not in Apple's API.
public protocol CompositionTrackTyping: AnyObject {}

extension CompositionTrackTyping where Self: AVComposition {
  /// The tracks in the order in which they were added.
  public var tracks: [AVCompositionTrack] { allTracks }
}

extension AVComposition {
  /// The tracks of a media type.
  public func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVCompositionTrack] {
    allTracks.filter { $0.mediaType == mediaType }
  }

  /// The tracks with a media characteristic.
  public func loadTracks(
    withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
  ) async throws -> [AVCompositionTrack] {
    allTracks.filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
  }
}

extension AVPartialAsyncProperty where Root: AVComposition {
  /// The tracks.
  public static var tracks: AVAsyncProperty<Root, [AVCompositionTrack]> { .init("tracks") { $0.allTracks } }
}
