import Dispatch
import Foundation
import PlayheadEngine
import PlayheadText
import Synchronization

/// Gives an item's captions to the program as attributed strings, each time others are to be read.
///
/// The attributes are those of CoreMedia's text markup, `kCMTextMarkupAttribute_…`. Captions that are pictures have no strings.
open class AVPlayerItemLegibleOutput: AVPlayerItemOutput, @unchecked Sendable {
  // Sendable: everything that changes is behind a lock.

  /// How much of a caption's look the attributes tell.
  public struct TextStylingResolution: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// What the file and the item's rules say, and what is usual where they say nothing.
    public static let `default` = TextStylingResolution(
      rawValue: "AVPlayerItemLegibleOutputTextStylingResolutionDefault")
    /// Only what the file and the item's rules say.
    public static let sourceAndRulesOnly = TextStylingResolution(
      rawValue: "AVPlayerItemLegibleOutputTextStylingResolutionSourceAndRulesOnly")
  }

  private struct State {
    weak var delegate: (any AVPlayerItemLegibleOutputPushDelegate)?
    var queue: DispatchQueue?
    var advance = 0.0
    var resolution = TextStylingResolution.default
    var watcher: CaptionWatcher?
    /// Where clients are called that name no queue.
    var delivery: Delivery?
  }
  private let state = Mutex(State())

  /// An output of strings.
  public override init() { super.init() }

  /// An output that would also give captions as they are stored.
  ///
  /// - Parameter subtypes: Kinds of captions that are to come as sample buffers, such as `kCMSubtitleFormatType_WebVTT`. Closed
  ///   captions of CEA-608 are a programmer's error, as on Apple's systems.
  /// - Note: Difference from Apple: captions come as strings only; `nativeSampleBuffers` is empty.
  public init(mediaSubtypesForNativeRepresentation subtypes: [NSNumber]) {
    precondition(
      !subtypes.contains { $0.uint32Value == 0x6336_3038 || $0.uint32Value == 0x6364_6174 },
      "Closed captions of CEA-608 have no native representation")
    super.init()
  }

  /// Who gets the strings.
  open weak var delegate: (any AVPlayerItemLegibleOutputPushDelegate)? { state.withLock { $0.delegate } }

  /// Where the delegate is called; nil: on the main queue.
  open var delegateQueue: DispatchQueue? { state.withLock { $0.queue } }

  /// Sets who gets the strings, and where.
  ///
  /// - Parameters:
  ///   - delegate: Held weakly.
  ///   - delegateQueue: nil for the main queue.
  open func setDelegate(
    _ delegate: (any AVPlayerItemLegibleOutputPushDelegate)?, queue delegateQueue: DispatchQueue?
  ) {
    state.withLock { ($0.delegate, $0.queue) = (delegate, delegateQueue) }
    state.withLock { $0.watcher }?.tellAgain()
  }

  /// How many seconds before captions are to be read the delegate is called; 0 unless set.
  open var advanceIntervalForDelegateInvocation: TimeInterval {
    get { state.withLock { $0.advance } }
    set {
      state.withLock { $0.advance = newValue }
      state.withLock { $0.watcher }?.setAdvance(newValue)
    }
  }

  /// How much the attributes tell. `default` unless set.
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
    let watcher = CaptionWatcher(item.engineItem.captions, clock: player.core.clock) { [weak self] in
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

  private func deliver(_ news: CaptionWatcher.News) {
    let (delegate, queue, resolution) = state.withLock { ($0.delegate, $0.queue, $0.resolution) }
    guard let delegate else { return }
    switch news {
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

/// Gets what an item output gives by itself.
@preconcurrency public protocol AVPlayerItemOutputPushDelegate: NSObjectProtocol, Sendable {
  /// What was given is over: the position has jumped. Optional.
  func outputSequenceWasFlushed(_ output: AVPlayerItemOutput)
}

extension AVPlayerItemOutputPushDelegate {
  public func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) {}
}

/// Gets an item's captions.
public protocol AVPlayerItemLegibleOutputPushDelegate: AVPlayerItemOutputPushDelegate {
  /// Others are to be read. Optional.
  ///
  /// - Parameters:
  ///   - output: Where they come from.
  ///   - strings: One for each caption; none where nothing is to be read any more.
  ///   - nativeSamples: Empty.
  ///   - itemTime: From when on.
  func legibleOutput(
    _ output: AVPlayerItemLegibleOutput, didOutputAttributedStrings strings: [NSAttributedString],
    nativeSampleBuffers nativeSamples: [Any], forItemTime itemTime: CMTime)
}

extension AVPlayerItemLegibleOutputPushDelegate {
  public func legibleOutput(
    _ output: AVPlayerItemLegibleOutput, didOutputAttributedStrings strings: [NSAttributedString],
    nativeSampleBuffers nativeSamples: [Any], forItemTime itemTime: CMTime
  ) {}
}
