import CoreMedia
import Dispatch
import PlayheadCaptionTracks
import PlayheadCaptions
import PlayheadClock
import PlayheadMedia
import PlayheadPipeline
import PlayheadText
import Synchronization

/// Receives a session's frames, prepares them off the main thread, and wakes the main thread when each is due.
///
/// ```
///  presenter thread              main thread
///  present ─► prepare ─► queue ─► timer at the start of drawing ─► takeDue ─► widget draws
///                          ▲                                                      │
///                          └──────────── observe: refreshes of the display ◄──────┘
/// ```
/// `FrameQueue` decides when each frame is drawn.
final class FrameSink: VideoSink {
  /// The next action for the main thread.
  enum Due {
    /// No frame is due.
    case nothing
    /// Show this frame with this caption overlay.
    case show(any PreparedFrame, CaptionOverlay?)
    /// Show no frame.
    case clear
  }

  /// A prepared frame in the queue.
  private struct QueuedFrame {
    /// The frame to draw.
    var frame: any PreparedFrame
    /// The captions over it; nil if there are none, or they are burned in.
    var overlay: CaptionOverlay?
  }

  /// The state that is shared between the presenter thread and the main thread.
  private struct State {
    /// The method of presentation; nil while frames cannot be shown.
    var presenter: (any FramePresenter)?
    /// The size that frames are prepared for; nil while frames cannot be shown.
    var viewport: Viewport?
    /// The prepared frames, with the times at which they are drawn.
    var queue = FrameQueue<QueuedFrame>()
    /// The latest presented frame, to prepare again when the size of the view changes.
    var latest: PresentedFrame?
    /// The prepared form of that frame, for captions that change without another frame.
    var prepared: (any PreparedFrame)?
    /// Whether captions were burned into it.
    var hasBurnedInCaptions = false
    /// The time of the captions that are shown; nil means the frame's own time.
    var captionTime: CMTime?
    /// The number of covered device pixel rows at the lower edge of the view.
    var coveredBelow = 0
    /// Whether the view must remove its frame.
    var isClearing = false
    /// Whether `again` is preparing the latest frame for another target.
    var isPreparingAgain = false
    /// Whether the main thread waits for the first frame.
    var hasWaiter = false
    /// The duration of preparation, caption drawing included.
    var preparing = CostEstimate(initial: .milliseconds(8), ceiling: .milliseconds(60))
  }

  /// The presenter and the viewport that frames are prepared for.
  private struct Target: Equatable {
    var presenter: any FramePresenter
    var viewport: Viewport

    /// The target of a state; nil if frames cannot be shown.
    init?(_ state: borrowing State) {
      guard let presenter = state.presenter, let viewport = state.viewport else { return nil }
      self.presenter = presenter
      self.viewport = viewport
    }

    static func == (a: Target, b: Target) -> Bool { a.presenter === b.presenter && a.viewport == b.viewport }
  }

  /// The wake-up latency of threads: the 90th percentile on a busy machine.
  private static let wakeUp = HostDuration.milliseconds(2)

  /// The state, locked only briefly: never during preparation.
  private let state = Mutex(State())
  /// Draws the captions of frames.
  private let composer = CaptionComposer()
  /// Wakes the main loop for the first frame in the queue.
  private let timer: DeadlineTimer
  /// The clock of deadlines and costs.
  private let clock = SystemClock()
  /// Prepares frames for a changed target, off the presenter thread.
  private let again = DispatchQueue(label: "playhead.picture", qos: .userInteractive)
  /// Signalled when a frame arrives while the main thread waits.
  private let arrival = DispatchSemaphore(value: 0)

  /// Creates a sink without a target; frames are only recorded.
  init(timer: DeadlineTimer) { self.timer = timer }

  /// How much later than the clock frames are shown; negative: earlier.
  private let videoDelay = Mutex(HostDuration.zero)

  // MARK: Session side

  /// How much later than the audio the video is shown; negative: earlier. Any thread.
  var delay: HostDuration { videoDelay.withLock { $0 } }

  /// Sets how much later than the audio the video is shown, from its next frame on.
  func setDelay(_ delay: HostDuration) { videoDelay.withLock { $0 = delay } }

  /// The measured distances of frames and of refreshes; nil while one of them is unknown.
  var displayTiming: DisplayTiming? {
    let now = clock.now
    return state.withLock { $0.queue.timing(at: now) }
  }

  /// The time before its deadline at which a frame should be passed to `present`.
  var lead: HostDuration {
    let now = clock.now
    return state.withLock {
      HostDuration(
        nanoseconds: $0.preparing.value.nanoseconds + $0.queue.lead(at: now).nanoseconds + Self.wakeUp.nanoseconds)
    }
  }

  /// Prepares and queues a frame. Called on the presenter thread; takes as long as the conversion.
  func present(_ presented: PresentedFrame) {
    var target = state.withLock { state in
      state.latest = presented
      state.captionTime = nil
      return Target(state)
    }
    while let current = target {
      let start = clock.now
      guard let prepared = current.presenter.prepare(presented.frame, for: current.viewport) else { return }
      let composed = compose(of: presented, at: presented.frame.presentationTime, over: prepared, isOurs: true)
      let cost = clock.now - start
      target = state.withLock { state in
        let next = Target(state)
        // The view changed meanwhile: prepare again for its current state.
        guard let next, next == current else { return next }
        state.preparing.add(cost)
        enqueue(prepared, composed, of: presented, at: presented.deadline, isChange: false, &state)
        return nil
      }
    }
  }

  /// Shows other captions over the current frame, without another frame.
  func presentCaptions(_ captions: ItemCaptions, at time: CMTime, deadline: HostTime) {
    let shown = state.withLock { state -> (PresentedFrame, any PreparedFrame, Target?)? in
      state.captionTime = time
      guard let latest = state.latest, latest.captions === captions, let prepared = state.prepared else { return nil }
      return (latest, prepared, state.hasBurnedInCaptions ? Target(state) : nil)
    }
    guard let (latest, prepared, target) = shown else { return }
    // A frame with burned-in captions is prepared again before others are drawn.
    let fresh = target.flatMap { $0.presenter.prepare(latest.frame, for: $0.viewport) } ?? prepared
    let composed = compose(of: latest, at: time, over: fresh, isOurs: fresh !== prepared)
    state.withLock { state in
      guard state.prepared === prepared else { return }
      enqueue(fresh, composed, of: latest, at: deadline, isChange: true, &state)
    }
  }

  /// The captions of a frame, and whether they were burned in.
  private struct ComposedCaptions {
    /// The overlay; nil if there are no captions, or they are burned in.
    var overlay: CaptionOverlay?
    /// Whether the captions are in the frame's pixels.
    var isBurnedIn = false
  }

  /// Composes the captions of a frame: burned in if the frame is not shared yet, so that it can still bypass GTK's
  /// renderer; else as an overlay, which is reused if nothing changed.
  private func compose(
    of presented: PresentedFrame, at time: CMTime, over prepared: any PreparedFrame, isOurs: Bool
  ) -> ComposedCaptions {
    let scene = presented.captions.scene(at: time)
    guard !scene.layers.isEmpty else { return ComposedCaptions() }
    let (viewport, place) = (prepared.viewport, prepared.place)
    var canvas = CaptionCanvas(
      width: viewport.width, height: viewport.height, storageWidth: presented.frame.width,
      storageHeight: presented.frame.height)
    (canvas.frameX, canvas.frameY) = (place.x, place.y)
    (canvas.frameWidth, canvas.frameHeight) = (place.width, place.height)
    canvas.coveredBelow = state.withLock { $0.coveredBelow }
    if isOurs, let frame = prepared as? HDRFrame {
      guard let overlay = composer.overlay(scene, on: canvas) else { return ComposedCaptions() }
      return frame.blend(overlay) ? ComposedCaptions(isBurnedIn: true) : ComposedCaptions(overlay: overlay)
    }
    switch composer.draw(scene, on: canvas, into: isOurs ? (prepared as? CairoFrame)?.captioned : nil) {
    case .nothing: return ComposedCaptions()
    case .laid: return ComposedCaptions(isBurnedIn: true)
    case .overlay(let overlay): return ComposedCaptions(overlay: overlay)
    }
  }

  /// Discards all frames, and makes the view remove its frame. May be called on any thread.
  func clear() {
    state.withLock { state in
      state.queue.removeAll()
      state.latest = nil
      state.prepared = nil
      state.captionTime = nil
      state.isClearing = true
      timer.set(clock.now)
    }
  }

  // MARK: View side

  /// Sets the presenter and the viewport. If either changed, the frame on the screen is prepared again.
  func setTarget(presenter: (any FramePresenter)?, viewport: Viewport?) {
    let isWorkNeeded = state.withLock { state in
      let isSame = state.presenter === presenter && state.viewport == viewport
      state.presenter = presenter
      state.viewport = viewport
      guard !isSame, Target(state) != nil, state.latest != nil, !state.isPreparingAgain else { return false }
      state.isPreparingAgain = true
      return true
    }
    if isWorkNeeded { again.async { self.prepareAgain() } }
  }

  /// Sets the target before a window of that size exists.
  func expectTarget(presenter: any FramePresenter, viewport: Viewport) {
    setTarget(presenter: presenter, viewport: viewport)
    guard state.withLock({ $0.latest == nil }) else { return }
    again.async { presenter.prewarm(for: viewport) }
  }

  /// Waits until a frame is ready, at most for the given number of milliseconds.
  func awaitFrame(milliseconds: Int) {
    let mustWait = state.withLock { state in
      state.hasWaiter = state.queue.isEmpty
      return state.hasWaiter
    }
    guard mustWait, arrival.wait(timeout: .now() + .milliseconds(milliseconds)) == .timedOut else { return }
    // A frame that arrived just now has signaled the semaphore.
    if state.withLock({ exchange(&$0.hasWaiter, with: false) }) == false { arrival.wait() }
  }

  /// Sets how much of the view's lower part is covered: captions are placed above it.
  func setCoveredBelow(_ pixels: Int) {
    let shown = state.withLock { state -> PresentedFrame? in
      guard state.coveredBelow != pixels else { return nil }
      state.coveredBelow = pixels
      return state.latest
    }
    guard let shown else { return }
    again.async { [self] in
      let time = state.withLock { $0.captionTime } ?? shown.frame.presentationTime
      if !shown.captions.scene(at: time).isEmpty { presentCaptions(shown.captions, at: time, deadline: clock.now) }
    }
  }

  /// Returns the frame whose drawing is due. Nothing is due if it was already taken, or its time has not come.
  func takeDue() -> Due {
    state.withLock { state in
      defer { armTimer(state) }
      if exchange(&state.isClearing, with: false) { return .clear }
      guard let next = state.queue.take(at: clock.now) else { return .nothing }
      return .show(next.frame, next.overlay)
    }
  }

  /// Adds the cost of the last drawing.
  func add(_ cost: DrawingCost) { state.withLock { $0.queue.add(cost) } }

  /// Adds the time at which the display showed a drawing. Later frames are drawn for the refreshes that follow from it.
  func observe(_ observation: RefreshObservation) {
    let now = clock.now
    state.withLock { $0.queue.observe(observation, now: now) }
  }

  // MARK: Shared

  /// Queues a prepared frame with its captions.
  private func enqueue(
    _ prepared: any PreparedFrame, _ composed: ComposedCaptions, of presented: PresentedFrame, at deadline: HostTime,
    isChange: Bool, _ state: inout State
  ) {
    state.prepared = prepared
    state.hasBurnedInCaptions = composed.isBurnedIn
    state.isClearing = false
    state.queue.append(
      QueuedFrame(frame: prepared, overlay: composed.overlay), deadline: deadline,
      in: FrameSequence(generation: presented.generation, rate: presented.rate), isChange: isChange, now: clock.now)
    if exchange(&state.hasWaiter, with: false) { arrival.signal() }
    armTimer(state)
  }

  /// Sets the timer for the next frame.
  private func armTimer(_ state: borrowing State) {
    if let time = state.queue.wakeTime { timer.set(time) }
  }

  /// Prepares the latest frame until target and result match. Runs on `again`.
  private func prepareAgain() {
    while let (latest, target) = takeWork() {
      let prepared = target.presenter.prepare(latest.frame, for: target.viewport)
      let time = state.withLock { $0.captionTime } ?? latest.frame.presentationTime
      let composed = prepared.map { compose(of: latest, at: time, over: $0, isOurs: true) } ?? ComposedCaptions()
      let isDone = state.withLock { state in
        guard Target(state) == target else { return false }
        // Playback continued meanwhile: a later frame already has the new size.
        if let prepared, state.latest?.frame === latest.frame, state.queue.isEmpty {
          enqueue(prepared, composed, of: latest, at: clock.now, isChange: true, &state)
        }
        state.isPreparingAgain = false
        return true
      }
      if isDone { return }
    }
  }

  /// The frame and target to prepare; nil, with the work marked as finished, if there is none.
  private func takeWork() -> (PresentedFrame, Target)? {
    state.withLock { state in
      guard let latest = state.latest, let target = Target(state) else {
        state.isPreparingAgain = false
        return nil
      }
      return (latest, target)
    }
  }
}
