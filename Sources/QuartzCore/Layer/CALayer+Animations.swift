import Foundation

/// An animation that was added to a layer.
struct AttachedAnimation {
  /// The key; empty if the animation was added without one.
  let key: String
  /// Whether the animation was added without a key. It can be removed only together with all others.
  let isNameless: Bool
  /// The layer's copy, which is notified to the delegate.
  let animation: CAAnimation
  /// The timing with the resolved begin time and duration.
  let timing: TimingParameters
  /// The completion blocks of transactions that depend on the end of the animation.
  let completions: [TransactionCompletion]
}

extension CALayer {
  /// The implicit animation of a property change.
  func implicitAnimation(forKey key: String) -> CAAnimation? {
    guard hasBeenShown, LayerKeyPath.isAnimatable(key), let path = LayerKeyPath(key) else { return nil }
    let animation = CABasicAnimation(keyPath: key)
    let now = LayerTime.clock.now
    animation.fromValue = presentedValues(at: localTime(at: now))[path]
    animation.duration = CATransaction.animationDuration()
    animation.timingFunction = CATransaction.animationTimingFunction() ?? CAMediaTimingFunction(name: .default)
    return animation.duration > 0 ? animation : nil
  }

  // MARK: Presentation

  /// The values that the layer presents at a time of its own.
  package func presentedValues(at local: Double) -> LayerValues {
    var presented = values
    for entry in attached {
      guard case .active(let time, let run, _) = entry.timing.moment(at: local) else { continue }
      entry.animation.apply(to: &presented, at: time, of: entry.timing.runDuration, run: run)
    }
    return presented
  }

  /// Whether an animation may change the presentation after a time.
  func isAnimating(at local: Double) -> Bool {
    attached.contains { entry in
      guard local.isFinite, entry.timing.speed != 0 else { return false }
      return entry.timing.parentEndTime.map { local <= $0 } ?? true
    }
  }

  // MARK: Start and end

  /// Removes the animations that have ended at a media time.
  package func finishAnimations(at mediaTime: Double) {
    guard !attached.isEmpty else { return }
    let local = localTime(at: mediaTime)
    remove(finished: true) { entry in
      guard entry.animation.isRemovedOnCompletion, let end = entry.timing.parentEndTime else { return false }
      return local >= end
    }
  }

  /// Removes animations and notifies their delegates and transactions.
  func remove(finished: Bool, where predicate: (AttachedAnimation) -> Bool) {
    let gone = attached.filter(predicate)
    guard !gone.isEmpty else { return }
    attached.removeAll(where: predicate)
    treeChanged()
    for entry in gone { notify(entry, finished: finished) }
  }

  /// Notifies the transactions at once, and the delegate on the main queue.
  private func notify(_ entry: AttachedAnimation, finished: Bool) {
    for completion in entry.completions { completion.animationEnded() }
    guard let delegate = entry.animation.delegate else { return }
    let bound = TreeBound(content: (delegate, entry.animation))
    let clock = LayerTime.clock
    clock.call(at: clock.now) { bound.content.0.animationDidStop(bound.content.1, finished: finished) }
  }

  /// Schedules the notification of the start, and the check for the end, which must occur even if the layer is not
  /// drawn.
  func schedule(_ entry: AttachedAnimation, now: Double) {
    let clock = LayerTime.clock
    let start = max(now, mediaTime(fromLocal: entry.timing.beginTime))
    if let delegate = entry.animation.delegate, start.isFinite {
      let bound = TreeBound(content: (delegate, entry.animation))
      clock.call(at: start) {
        bound.content.0.animationDidStart(bound.content.1)
      }
    }
    scheduleEnd(entry, clock: clock)
  }

  /// Schedules the check for the end. If the layer's time has been changed meanwhile, the check is scheduled again.
  private func scheduleEnd(_ entry: AttachedAnimation, clock: any LayerClock) {
    guard entry.animation.delegate != nil || !entry.completions.isEmpty, let end = entry.timing.parentEndTime else {
      return
    }
    let media = mediaTime(fromLocal: end)
    // In a layer with a stopped or reversed time the end is unknown; it is detected when the layer is drawn.
    guard media > clock.now, media.isFinite else { return }
    let layer = WeakTreeBound(self)
    let animation = TreeBound(content: entry)
    clock.call(at: media) {
      guard let layer = layer.object else { return }
      layer.finishAnimations(at: max(clock.now, media))
      if layer.attached.contains(where: { $0.animation === animation.content.animation }) {
        layer.scheduleEnd(animation.content, clock: clock)
      }
    }
  }
}
