import CoreMedia
import Dispatch
import PlayheadCaptions
import PlayheadEngine
import Synchronization

/// Takes a session's pictures, has them prepared off the main thread, and wakes the main thread when each is due.
///
/// ```
///  presenter thread              main thread
///  present ─► prepare ─► queue ─► timer at deadline − drawing ─► takeDue ─► widget draws
/// ```
/// A picture whose moment has passed when a later one is ready is left out.
final class FrameSink: VideoSink {
  /// What the main thread has to do now.
  enum Due {
    case nothing
    /// The picture, and what is to be read over it.
    case show(any PreparedFrame, CaptionOverlay?)
    /// There is no picture any more.
    case clear
  }

  private struct Entry {
    var picture: any PreparedFrame
    var overlay: CaptionOverlay?
    var deadline: HostTime
    var generation: Int
  }

  private struct State {
    var presenter: (any FramePresenter)?
    var viewport: Viewport?
    var queue: [Entry] = []
    /// What was presented last, to prepare again when the view changes its size.
    var latest: PresentedFrame?
    /// What became of it, for captions that come without another picture.
    var prepared: (any PreparedFrame)?
    /// Whether captions were drawn into it.
    var hasWords = false
    /// When the captions are shown that are shown now; nil: at the picture's own time.
    var captionTime: CMTime?
    /// How many device pixels at the lower edge of the view are covered.
    var coveredBelow = 0
    var isClearing = false
    var isPreparingAgain = false
    var isAwaited = false
    var preparing = CostEstimate(initial: .milliseconds(8), ceiling: .milliseconds(60))
    var drawing = UsualCost(initial: .milliseconds(2))
  }

  /// How pictures are prepared, and for which area.
  private struct Target: Equatable {
    var presenter: any FramePresenter
    var viewport: Viewport

    init?(_ state: borrowing State) {
      guard let presenter = state.presenter, let viewport = state.viewport else { return nil }
      self.presenter = presenter
      self.viewport = viewport
    }

    static func == (a: Target, b: Target) -> Bool { a.presenter === b.presenter && a.viewport == b.viewport }
  }

  /// Ready pictures that wait for their moment. More would only be older.
  private static let queueCapacity = 2
  /// How long threads take to wake, measured on a busy machine: nine of ten wake sooner.
  private static let wakeUp = HostDuration.milliseconds(2)

  private let state = Mutex(State())
  private let composer = CaptionComposer()
  private let timer: DeadlineTimer
  private let clock = SystemClock()
  private let again = DispatchQueue(label: "playhead.picture", qos: .userInteractive)
  private let arrival = DispatchSemaphore(value: 0)

  init(timer: DeadlineTimer) { self.timer = timer }

  // MARK: Engine's side

  var lead: HostDuration {
    state.withLock {
      HostDuration(nanoseconds: $0.preparing.value.nanoseconds + $0.drawing.value.nanoseconds + Self.wakeUp.nanoseconds)
    }
  }

  func present(_ picture: PresentedFrame) {
    var target = state.withLock { state in
      state.latest = picture
      state.captionTime = nil
      return Target(state)
    }
    while let current = target {
      let start = clock.now
      guard let prepared = current.presenter.prepare(picture.frame, for: current.viewport) else { return }
      let words = compose(of: picture, at: picture.frame.presentationTime, over: prepared, isOurs: true)
      let cost = clock.now - start
      target = state.withLock { state in
        let next = Target(state)
        // The view changed meanwhile: once more, for what it is now.
        guard let next, next == current else { return next }
        state.preparing.add(cost)
        enqueue(prepared, words, of: picture, at: picture.deadline, &state)
        return nil
      }
    }
  }

  func presentCaptions(_ captions: ItemCaptions, at time: CMTime, deadline: HostTime) {
    let shown = state.withLock { state -> (PresentedFrame, any PreparedFrame, Target?)? in
      state.captionTime = time
      guard let latest = state.latest, latest.captions === captions, let prepared = state.prepared else { return nil }
      return (latest, prepared, state.hasWords ? Target(state) : nil)
    }
    guard let (latest, prepared, target) = shown else { return }
    // What has words in it is made anew for others.
    let fresh = target.flatMap { $0.presenter.prepare(latest.frame, for: $0.viewport) } ?? prepared
    let words = compose(of: latest, at: time, over: fresh, isOurs: fresh !== prepared)
    state.withLock { state in
      guard state.prepared === prepared else { return }
      enqueue(fresh, words, of: latest, at: deadline, &state)
    }
  }

  /// What is to be read, and whether the picture has it in itself.
  private struct Words {
    var overlay: CaptionOverlay?
    var isLaid = false
  }

  /// What is to be read over a picture: drawn into it where that can be and nobody else has it yet, so that the way past GTK's
  /// renderer stays open; else the same overlay as the last time where nothing of it changed.
  private func compose(
    of picture: PresentedFrame, at time: CMTime, over prepared: any PreparedFrame, isOurs: Bool
  ) -> Words {
    let scene = picture.captions.scene(at: time)
    guard !scene.layers.isEmpty else { return Words() }
    let (viewport, place) = (prepared.viewport, prepared.place)
    var canvas = CaptionCanvas(
      width: viewport.width, height: viewport.height, storageWidth: picture.frame.width,
      storageHeight: picture.frame.height)
    (canvas.pictureX, canvas.pictureY) = (place.x, place.y)
    (canvas.pictureWidth, canvas.pictureHeight) = (place.width, place.height)
    canvas.coveredBelow = state.withLock { $0.coveredBelow }
    switch composer.draw(scene, on: canvas, into: isOurs ? (prepared as? CairoFrame)?.captioned : nil) {
    case .nothing: return Words()
    case .laid: return Words(isLaid: true)
    case .overlay(let overlay): return Words(overlay: overlay)
    }
  }

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

  // MARK: View's side

  /// Says how pictures are prepared and for which area. Where that has changed, what is on the screen is prepared again.
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

  /// The same before there is a window of that size.
  func expectTarget(presenter: any FramePresenter, viewport: Viewport) {
    setTarget(presenter: presenter, viewport: viewport)
    guard state.withLock({ $0.latest == nil }) else { return }
    again.async { presenter.getReady(for: viewport) }
  }

  /// Waits until a picture is ready, at the most so many milliseconds.
  func awaitPicture(milliseconds: Int) {
    let mustWait = state.withLock { state in
      state.isAwaited = state.queue.isEmpty
      return state.isAwaited
    }
    guard mustWait, arrival.wait(timeout: .now() + .milliseconds(milliseconds)) == .timedOut else { return }
    // One that came just now has said so.
    if state.withLock({ exchange(&$0.isAwaited, with: false) }) == false { arrival.wait() }
  }

  /// Says how much of the view's lower part something covers: captions stand above it.
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

  /// What is due, with the reasons why it may be nothing: it was taken already, or the moment has not come.
  func takeDue() -> Due {
    state.withLock { state in
      if state.isClearing {
        state.isClearing = false
        armTimer(state)
        return .clear
      }
      // The timer may fire a little early by its own resolution; waiting again for that would cost more than it brings.
      let now = clock.now + HostDuration(nanoseconds: 200_000)
      guard let index = state.queue.lastIndex(where: { $0.deadline - state.drawing.value <= now }) else {
        armTimer(state)
        return .nothing
      }
      let entry = state.queue[index]
      state.queue.removeSubrange(...index)
      armTimer(state)
      return .show(entry.picture, entry.overlay)
    }
  }

  /// How long the last drawing took, from taking the picture to having given it to the display.
  func addDrawingCost(_ cost: HostDuration) { state.withLock { $0.drawing.add(cost) } }

  // MARK: Both

  private func enqueue(
    _ prepared: any PreparedFrame, _ words: Words, of picture: PresentedFrame, at deadline: HostTime,
    _ state: inout State
  ) {
    state.prepared = prepared
    state.hasWords = words.isLaid
    enqueue(
      Entry(picture: prepared, overlay: words.overlay, deadline: deadline, generation: picture.generation), &state)
  }

  private func enqueue(_ entry: Entry, _ state: inout State) {
    state.isClearing = false
    state.queue.removeAll { $0.generation != entry.generation }
    if state.queue.count == Self.queueCapacity { state.queue.removeFirst() }
    state.queue.append(entry)
    if exchange(&state.isAwaited, with: false) { arrival.signal() }
    armTimer(state)
  }

  private func armTimer(_ state: borrowing State) {
    guard let first = state.queue.first else { return }
    timer.set(first.deadline - state.drawing.value)
  }

  private func prepareAgain() {
    while let (latest, target) = takeWork() {
      let prepared = target.presenter.prepare(latest.frame, for: target.viewport)
      let time = state.withLock { $0.captionTime } ?? latest.frame.presentationTime
      let words = prepared.map { compose(of: latest, at: time, over: $0, isOurs: true) } ?? Words()
      let isDone = state.withLock { state in
        guard Target(state) == target else { return false }
        // Playing went on meanwhile: a later picture already has the new size.
        if let prepared, state.latest?.frame === latest.frame, state.queue.isEmpty {
          enqueue(prepared, words, of: latest, at: clock.now, &state)
        }
        state.isPreparingAgain = false
        return true
      }
      if isDone { return }
    }
  }

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
