import CoreMedia
import Foundation
import PlayheadClock
import PlayheadItems
import PlayheadSamples
import Synchronization

/// Plays several renderers of sample buffers by one clock.
///
/// The clock follows the audible position of a renderer of audio, or the host clock without one. Any thread.
open class AVSampleBufferRenderSynchronizer: NSObject, @unchecked Sendable {
  // Sendable: constants, and the list behind a lock.
  /// Posted on the main queue when the rate has changed.
  public class var rateDidChangeNotification: NSNotification.Name {
    NSNotification.Name("AVSampleBufferRenderSynchronizerRateDidChangeNotification")
  }

  /// The renderers, in the order in which they were added.
  private struct Members: @unchecked Sendable {
    // Sendable: the renderers are.
    var list: [any AVQueuedSampleBufferRendering] = []
  }

  private let engine: SampleSynchronizer
  private let members = Mutex(Members())

  /// Creates a synchronizer that is stopped at zero.
  public override convenience init() { self.init(environment: PlaybackEnvironment.current) }

  package init(environment: PlaybackEnvironment) {
    let box = WeakSynchronizer()
    engine = SampleSynchronizer(environment) {
      guard let synchronizer = box.synchronizer else { return }
      NotificationCenter.default.post(name: Self.rateDidChangeNotification, object: synchronizer)
    }
    super.init()
    box.synchronizer = self
  }

  deinit {
    for renderer in members.withLock({ $0.list }) { Self.membership(of: renderer)?.leave() }
    engine.close()
  }

  // MARK: Clock

  /// The read-only timebase of the renderers.
  open var timebase: CMTimebase { engine.clock.timebase }

  /// The current time.
  open func currentTime() -> CMTime { engine.clock.time }

  /// The rate of playback; 0, the default, while stopped. Audio plays at positive rates.
  open var rate: Float {
    get { Float(engine.rate) }
    set { setRate(newValue, time: .invalid) }
  }

  /// Whether a change from rate 0 waits until all renderers have enough samples: true by default.
  open var delaysRateChangeUntilHasSufficientMediaData: Bool {
    get { engine.delaysRateChange }
    set { engine.delaysRateChange = newValue }
  }

  /// Sets the rate, and jumps to a time; a time that is not numeric is ignored.
  open func setRate(_ rate: Float, time: CMTime) {
    engine.setRate(rate.isFinite ? Double(rate) : 0, time: time.isNumeric ? time : nil)
  }

  /// Sets the rate so that the clock has a time at a host time, without waiting for samples. Times that are not numeric
  /// are ignored.
  open func setRate(_ rate: Float, time: CMTime, atHostTime hostTime: CMTime) {
    let host = hostTime.isNumeric ? HostTime(nanoseconds: hostTime.nanoseconds) : nil
    engine.setRate(rate.isFinite ? Double(rate) : 0, time: time.isNumeric ? time : nil, host: host)
  }

  // MARK: Renderers

  /// The renderers in the order in which they were added.
  open var renderers: [any AVQueuedSampleBufferRendering] { members.withLock { $0 }.list }

  /// Adds a renderer of audio or video, or a layer. Without effect if it belongs to a synchronizer already.
  open func addRenderer(_ renderer: any AVQueuedSampleBufferRendering) {
    guard let part = Self.engine(of: renderer), Self.membership(of: renderer)?.join(self) == true else { return }
    let member = Members(list: [renderer])
    members.withLock { $0.list += member.list }
    engine.add(part)
  }

  /// Removes a renderer when the clock reaches a time: at once if the time is not numeric or has passed. Calls the
  /// handler on the main queue with whether the renderer was removed.
  open func removeRenderer(
    _ renderer: any AVQueuedSampleBufferRendering, at time: CMTime, completionHandler: ((Bool) -> Void)? = nil
  ) {
    let box = completionHandler.map { ResultBox($0) }
    remove(renderer, at: time) { box?.call($0) }
  }

  /// Removes a renderer when the clock reaches a time: at once if the time is not numeric or has passed. Returns
  /// whether the renderer was removed.
  open func removeRenderer(_ renderer: any AVQueuedSampleBufferRendering, at time: CMTime) async -> Bool {
    await withCheckedContinuation { continuation in
      remove(renderer, at: time) { continuation.resume(returning: $0) }
    }
  }

  private func remove(
    _ renderer: any AVQueuedSampleBufferRendering, at time: CMTime, _ completion: @escaping @Sendable (Bool) -> Void
  ) {
    guard let part = Self.engine(of: renderer) else { return completion(false) }
    let member = Members(list: [renderer])
    engine.remove(part, at: time) { [weak self] isRemoved in
      if isRemoved, let self {
        members.withLock { members in members.list.removeAll { $0 === member.list.first } }
        if let renderer = member.list.first { Self.membership(of: renderer)?.leave() }
      }
      completion(isRemoved)
    }
  }

  private static func engine(of renderer: any AVQueuedSampleBufferRendering) -> SampleSynchronizer.Renderer? {
    switch renderer {
    case let renderer as AVSampleBufferAudioRenderer: .audio(renderer.engine)
    case let renderer as AVSampleBufferVideoRenderer: .video(renderer.engine)
    case let layer as AVSampleBufferDisplayLayer: .video(layer.sampleBufferRenderer.engine)
    default: nil
    }
  }

  private static func membership(of renderer: any AVQueuedSampleBufferRendering) -> SynchronizerMembership? {
    switch renderer {
    case let renderer as AVSampleBufferAudioRenderer: renderer.membership
    case let renderer as AVSampleBufferVideoRenderer: renderer.membership
    case let layer as AVSampleBufferDisplayLayer: layer.sampleBufferRenderer.membership
    default: nil
    }
  }

  // MARK: Observers

  /// Calls a block at multiples of an interval, and when the clock jumps, starts or stops.
  ///
  /// - Parameters:
  ///   - interval: The interval; must be positive.
  ///   - queue: The queue of the calls; nil: the main queue.
  ///   - block: Called with the time.
  /// - Returns: The observer for `removeTimeObserver(_:)`.
  open func addPeriodicTimeObserver(
    forInterval interval: CMTime, queue: DispatchQueue?, using block: @escaping (CMTime) -> Void
  ) -> Any {
    let box = TimeBox(block)
    return SynchronizerObserver(engine.addObserver(.periodic(interval), queue: queue) { box.call($0) })
  }

  /// Calls a block when the clock passes one of several times.
  ///
  /// - Parameters:
  ///   - times: `NSValue`s with `CMTime`s.
  ///   - queue: The queue of the calls; nil: the main queue.
  ///   - block: Called at each time.
  /// - Returns: The observer for `removeTimeObserver(_:)`.
  open func addBoundaryTimeObserver(
    forTimes times: [NSValue], queue: DispatchQueue?, using block: @escaping () -> Void
  ) -> Any {
    let box = HandlerBox(block)
    let moments = times.map(\.timeValue).filter(\.isNumeric)
    return SynchronizerObserver(engine.addObserver(.boundary(moments), queue: queue) { _ in box.call() })
  }

  /// Removes an observer. Without effect for anything else.
  open func removeTimeObserver(_ observer: Any) {
    if let observer = observer as? SynchronizerObserver { engine.removeObserver(observer.identifier) }
  }
}

/// The result of adding a time observer.
private final class SynchronizerObserver: Sendable {
  let identifier: Int
  init(_ identifier: Int) { self.identifier = identifier }
}

/// The block of a periodic observer.
private final class TimeBox: @unchecked Sendable {
  // Sendable: called one at a time, on the queue that the program gave.
  let call: (CMTime) -> Void
  init(_ call: @escaping (CMTime) -> Void) { self.call = call }
}

/// A weak reference to a synchronizer for its engine.
private final class WeakSynchronizer: @unchecked Sendable {
  // Sendable: set once, before any change of the rate.
  weak var synchronizer: AVSampleBufferRenderSynchronizer?
}
