import Foundation
import PlayheadMedia
import Synchronization

/// The instruction of a video composition for a range of time: Playhead's class, or a program's for its own compositor.
public protocol AVVideoCompositionInstructionProtocol: NSObjectProtocol {
  /// The range in which the instruction applies.
  var timeRange: CMTimeRange { get }
  /// Whether the frames may be processed further.
  var enablePostProcessing: Bool { get }
  /// Whether the frames change with time even if those of the tracks do not.
  var containsTweening: Bool { get }
  /// The identifiers of the video tracks whose frames are needed, as `NSNumber`; nil for all tracks.
  var requiredSourceTrackIDs: [NSValue]? { get }
  /// The track whose frames are shown unchanged; `kCMPersistentTrackID_Invalid` for none.
  var passthroughTrackID: CMPersistentTrackID { get }
}

/// The layers of a video composition in a range of time.
open class AVVideoCompositionInstruction: NSObject, NSCopying, NSMutableCopying, AVVideoCompositionInstructionProtocol,
  @unchecked Sendable
{
  // Sendable: all state is behind a lock.
  /// The settings of an instruction. A value: copies share nothing.
  struct State: Sendable {
    var timeRange = CMTimeRange.invalid
    var background: CGColor?
    var layers: [AVVideoCompositionLayerInstruction] = []
    var enablesPostProcessing = true
  }
  let settings: Mutex<State>

  init(_ state: State) {
    settings = Mutex(state)
    super.init()
  }

  var state: State { settings.withLock { $0 } }

  /// The range in which the instruction applies. Those of a composition neither overlap nor leave gaps.
  open var timeRange: CMTimeRange { state.timeRange }

  /// The background; nil for black. Its alpha is ignored.
  open var backgroundColor: CGColor? { state.background }

  /// The layers, the front one first. Tracks without one are not shown.
  open var layerInstructions: [AVVideoCompositionLayerInstruction] { state.layers }

  /// Whether the frames may be processed further; true by default. For custom compositors, which can read it.
  open var enablePostProcessing: Bool { state.enablesPostProcessing }

  /// The identifiers of the tracks with a layer, as `NSNumber`.
  open var requiredSourceTrackIDs: [NSValue] { state.layers.map { NSNumber(value: $0.trackID) } }

  /// `kCMPersistentTrackID_Invalid`: frames are composed.
  open var passthroughTrackID: CMPersistentTrackID { kCMPersistentTrackID_Invalid }

  /// True: ramps change the frames.
  open var containsTweening: Bool { true }

  /// The identifiers for the protocol, in which nil stands for all tracks.
  ///
  /// - Note: Not in Apple's API.
  @_implements(AVVideoCompositionInstructionProtocol,requiredSourceTrackIDs)
  open var optionalTrackIDs: [NSValue]? {
    let identifiers: [NSValue] = requiredSourceTrackIDs
    return identifiers
  }

  /// Returns the object itself: instructions are immutable. A mutable instruction returns an immutable copy.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Returns a mutable copy.
  open func mutableCopy(with zone: NSZone? = nil) -> Any { AVMutableVideoCompositionInstruction(state) }
}

/// An instruction that can be changed.
open class AVMutableVideoCompositionInstruction: AVVideoCompositionInstruction, @unchecked Sendable {
  // Sendable: as its superclass.

  /// Creates an instruction without a range and without layers.
  public init() { super.init(State()) }

  override init(_ state: State) { super.init(state) }

  /// The range in which the instruction applies.
  open override var timeRange: CMTimeRange {
    get { super.timeRange }
    set { settings.withLock { $0.timeRange = newValue } }
  }

  /// The background; nil for black. Its alpha is ignored.
  open override var backgroundColor: CGColor? {
    get { super.backgroundColor }
    set { settings.withLock { $0.background = newValue } }
  }

  /// The layers, the front one first. Copied.
  open override var layerInstructions: [AVVideoCompositionLayerInstruction] {
    get { super.layerInstructions }
    set {
      let copies = newValue.map { $0.copy() as? AVVideoCompositionLayerInstruction ?? $0 }
      settings.withLock { $0.layers = copies }
    }
  }

  /// Whether the frames may be processed further. For custom compositors, which can read it.
  open override var enablePostProcessing: Bool {
    get { super.enablePostProcessing }
    set { settings.withLock { $0.enablesPostProcessing = newValue } }
  }

  /// Returns an immutable copy.
  open override func copy(with zone: NSZone? = nil) -> Any { AVVideoCompositionInstruction(state) }
}
