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
///  present ─► prepare ─► queue ─► timer at deadline − drawing ─► takeDue ─► widget draws
/// ```
/// A frame is dropped if it has passed its deadline when a later one is ready.
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
  private struct Entry {
    /// The frame to draw.
    var frame: any PreparedFrame
    /// The captions over it; nil if there are none, or they are burned in.
    var overlay: CaptionOverlay?
    /// The time at which the frame should be on the screen.
    var deadline: HostTime
    /// The generation of the session's frames: a frame of another one replaces the queue.
    var generation: Int
  }

  /// The state that is shared between the presenter thread and the main thread.
  private struct State {
    /// The method of presentation; nil while frames cannot be shown.
    var presenter: (any FramePresenter)?
    /// The size that frames are prepared for; nil while frames cannot be shown.
    var viewport: Viewport?
    /// The prepared frames in presentation order.
    var queue: [Entry] = []
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
    /// The duration of drawing, from taking a frame to submitting it to the display.
    var drawing = TypicalCost(initial: .milliseconds(2))
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

  /// The capacity for prepared frames that wait for their deadline. More would only be older.
  private static let queueCapacity = 2
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

  /// The time before its deadline at which a frame should be passed to `present`.
  var lead: HostDuration {
    state.withLock {
      HostDuration(nanoseconds: $0.preparing.value.nanoseconds + $0.drawing.value.nanoseconds + Self.wakeUp.nanoseconds)
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
        enqueue(prepared, composed, of: presented, at: presented.deadline, &state)
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
      enqueue(fresh, composed, of: latest, at: deadline, &state)
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
    switch composer.draw(scene, on: canvas, into: isOurs ? (prepared as? CairoFrame)?.captioned : nil) {
    case .nothing: return ComposedCaptions()
    case .laid: return ComposedCaptions(isBurnedIn: true)
    case .overlay(let overlay): return ComposedCaptions(overlay: overlay)
    }
  }

  /// Discards all frames, and makes the view remove its frame. May be called on any thread.
  func clear() {
    state.withLock { state in
      state.queue = []
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

  /// Returns the frame that is due. Nothing is due if it was already taken, or its deadline has not been reached.
  func takeDue() -> Due {
    state.withLock { state in
      if state.isClearing {
        state.isClearing = false
        armTimer(state)
        return .clear
      }
      // The timer may fire slightly early because of its resolution; waiting again would cost more than it gains.
      let now = clock.now + HostDuration(nanoseconds: 200_000)
      guard let index = state.queue.lastIndex(where: { $0.deadline - state.drawing.value <= now }) else {
        armTimer(state)
        return .nothing
      }
      let entry = state.queue[index]
      state.queue.removeSubrange(...index)
      armTimer(state)
      return .show(entry.frame, entry.overlay)
    }
  }

  /// Adds the duration of the last drawing, from taking the frame to submitting it to the display.
  func addDrawingCost(_ cost: HostDuration) { state.withLock { $0.drawing.add(cost) } }

  // MARK: Shared

  /// Queues a prepared frame with its captions.
  private func enqueue(
    _ prepared: any PreparedFrame, _ composed: ComposedCaptions, of presented: PresentedFrame, at deadline: HostTime,
    _ state: inout State
  ) {
    state.prepared = prepared
    state.hasBurnedInCaptions = composed.isBurnedIn
    enqueue(
      Entry(frame: prepared, overlay: composed.overlay, deadline: deadline, generation: presented.generation), &state)
  }

  /// Queues an entry. Entries of other generations are removed; a full queue drops its first one.
  private func enqueue(_ entry: Entry, _ state: inout State) {
    state.isClearing = false
    state.queue.removeAll { $0.generation != entry.generation }
    if state.queue.count == Self.queueCapacity { state.queue.removeFirst() }
    state.queue.append(entry)
    if exchange(&state.hasWaiter, with: false) { arrival.signal() }
    armTimer(state)
  }

  /// Sets the timer for the first frame, early enough to draw it before its deadline.
  private func armTimer(_ state: borrowing State) {
    guard let first = state.queue.first else { return }
    timer.set(first.deadline - state.drawing.value)
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
          enqueue(prepared, composed, of: latest, at: clock.now, &state)
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
