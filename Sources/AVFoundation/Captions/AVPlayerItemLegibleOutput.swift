import Dispatch
import Foundation
import PlayheadCaptionTracks
import PlayheadItems
import PlayheadText
import Synchronization

/// An item output that delivers the item's captions as attributed strings, each time the visible captions change.
///
/// The attributes are those of CoreMedia's text markup, `kCMTextMarkupAttribute_…`. Bitmap captions have no strings.
open class AVPlayerItemLegibleOutput: AVPlayerItemOutput, @unchecked Sendable {
  // Sendable: mutable state is behind a lock.

  /// The amount of styling in the delivered attributes.
  public struct TextStylingResolution: RawRepresentable, Hashable, Sendable {
    /// The raw value.
    public let rawValue: String
    /// Creates a value from its raw value.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The styling of the file and of the item's rules, completed with default values.
    public static let `default` = TextStylingResolution(
      rawValue: "AVPlayerItemLegibleOutputTextStylingResolutionDefault")
    /// Only the styling of the file and of the item's rules.
    public static let sourceAndRulesOnly = TextStylingResolution(
      rawValue: "AVPlayerItemLegibleOutputTextStylingResolutionSourceAndRulesOnly")
  }

  private struct State {
    weak var delegate: (any AVPlayerItemLegibleOutputPushDelegate)?
    var queue: DispatchQueue?
    var advance = 0.0
    var resolution = TextStylingResolution.default
    var watcher: CaptionNotifier?
    /// The delivery used if the delegate has no queue.
    var delivery: Delivery?
  }
  private let state = Mutex(State())

  /// Creates an output that delivers strings.
  public override init() { super.init() }

  /// Creates an output for captions in their native representation.
  ///
  /// - Parameter subtypes: The caption formats to deliver as sample buffers, such as `kCMSubtitleFormatType_WebVTT`.
  ///   CEA-608 closed captions are a programmer error, as on Apple's systems.
  /// - Note: Difference from Apple: captions are delivered as strings only; `nativeSampleBuffers` is empty.
  public init(mediaSubtypesForNativeRepresentation subtypes: [NSNumber]) {
    precondition(
      !subtypes.contains { $0.uint32Value == 0x6336_3038 || $0.uint32Value == 0x6364_6174 },
      "Closed captions of CEA-608 have no native representation")
    super.init()
  }

  /// The delegate that receives the strings.
  open weak var delegate: (any AVPlayerItemLegibleOutputPushDelegate)? { state.withLock { $0.delegate } }

  /// The queue on which the delegate is called; nil for the main queue.
  open var delegateQueue: DispatchQueue? { state.withLock { $0.queue } }

  /// Sets the delegate and its queue.
  ///
  /// - Parameters:
  ///   - delegate: Held weakly.
  ///   - delegateQueue: nil for the main queue.
  open func setDelegate(
    _ delegate: (any AVPlayerItemLegibleOutputPushDelegate)?, queue delegateQueue: DispatchQueue?
  ) {
    state.withLock { ($0.delegate, $0.queue) = (delegate, delegateQueue) }
    state.withLock { $0.watcher }?.redeliver()
  }

  /// The number of seconds by which the delegate is called ahead of the captions' display time; 0 by default.
  open var advanceIntervalForDelegateInvocation: TimeInterval {
    get { state.withLock { $0.advance } }
    set {
      state.withLock { $0.advance = newValue }
      state.withLock { $0.watcher }?.setAdvance(newValue)
    }
  }

  /// The amount of styling in the attributes; `default` unless set.
  open var textStylingResolution: TextStylingResolution {
    get { state.withLock { $0.resolution } }
    set { state.withLock { $0.resolution = newValue } }
  }

  // MARK: Item

  override func attach(to item: AVPlayerItem) {
    super.attach(to: item)
    if suppressesPlayerRendering { item.engineItem.captions.suppress(true) }
  }

  override func begin(with player: AVPlayer) {
    guard let item else { return }
    let watcher = CaptionNotifier(item.engineItem.captions, clock: player.core.clock) { [weak self] in
      self?.deliver($0)
    }
    watcher.setAdvance(advanceIntervalForDelegateInvocation)
    let old = state.withLock { state in
      defer { (state.watcher, state.delivery) = (watcher, player.core.delivery) }
      return state.watcher
    }
    old?.stop()
  }

  override func detach() {
    if suppressesPlayerRendering { item?.engineItem.captions.suppress(false) }
    super.detach()
    let watcher = state.withLock { state in
      defer { state.watcher = nil }
      return state.watcher
    }
    watcher?.stop()
  }

  deinit { state.withLock { $0.watcher }?.stop() }

  override func suppressionChanged(_ isSuppressed: Bool) { item?.engineItem.captions.suppress(isSuppressed) }

  private func deliver(_ event: CaptionNotifier.Event) {
    let (delegate, queue, resolution) = state.withLock { ($0.delegate, $0.queue, $0.resolution) }
    guard let delegate else { return }
    switch event {
    case .flushed: call(on: queue) { delegate.outputSequenceWasFlushed(self) }
    case .cues(let cues, let rules, let time):
      nonisolated(unsafe) let strings = cues.map { CaptionString.make($0, rules: rules, resolution: resolution) }
      call(on: queue) {
        delegate.legibleOutput(self, didOutputAttributedStrings: strings, nativeSampleBuffers: [], forItemTime: time)
      }
    }
  }

  private func call(on queue: DispatchQueue?, _ body: @escaping @Sendable () -> Void) {
    if let queue { queue.async(execute: body) } else { state.withLock { $0.delivery }?.later(body) }
  }
}

/// Receives the data that an item output delivers by itself.
@preconcurrency public protocol AVPlayerItemOutputPushDelegate: OutputSequenceDelegate {
  /// Notifies the delegate that earlier output is obsolete because the position has jumped. Optional.
  func outputSequenceWasFlushed(_ output: AVPlayerItemOutput)
}

/// Receives an item's captions.
public protocol AVPlayerItemLegibleOutputPushDelegate: AVPlayerItemOutputPushDelegate {
  /// Delivers the visible captions after a change. Optional.
  ///
  /// - Parameters:
  ///   - output: The output that delivers them.
  ///   - strings: One per caption; empty when no captions are visible.
  ///   - nativeSamples: Empty.
  ///   - itemTime: The time from which they are visible.
  func legibleOutput(
    _ output: AVPlayerItemLegibleOutput, didOutputAttributedStrings strings: [NSAttributedString],
    nativeSampleBuffers nativeSamples: [Any], forItemTime itemTime: CMTime)
}

extension AVPlayerItemLegibleOutputPushDelegate {
  /// Does nothing.
  public func legibleOutput(
    _ output: AVPlayerItemLegibleOutput, didOutputAttributedStrings strings: [NSAttributedString],
    nativeSampleBuffers nativeSamples: [Any], forItemTime itemTime: CMTime
  ) {}
}
