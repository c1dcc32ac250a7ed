import CPlayheadGTK
import CoreMedia

/// A drag over the video, with a touch or a pressed pointer button: seeks, or changes the volume.
@MainActor final class VideoDrag {
  /// Called after each seek.
  var onSeek: (() -> Void)?
  private let driver: PlayerDriver
  private let view: ViewWidget
  private let indicator: IndicatorOverlay
  /// The drag in progress; nil if there is none.
  private var current: State?

  /// A drag in progress.
  private struct State {
    var reader: GestureReader
    /// The playback position at the start; not numeric if it is unknown.
    var position: CMTime
    /// The volume at the start, 0 to 1.
    var volume: Double
  }

  /// - Parameter indicator: Shows the target of a seek, and the volume.
  init(driver: PlayerDriver, view: ViewWidget, indicator: IndicatorOverlay) {
    (self.driver, self.view, self.indicator) = (driver, view, indicator)
  }

  /// Begins a drag: records the position and volume to which its changes are relative.
  func begin(at place: (x: Double, y: Double)) {
    let playback = PlaybackSnapshot(driver)
    let position = driver.position
    let reach = playback.reach.map { $0.upperBound - $0.lowerBound }
    current = State(
      reader: GestureReader(
        startX: place.x, width: Double(gtk_widget_get_width(view.widget)),
        height: Double(gtk_widget_get_height(view.widget)),
        reach: position.isNumeric && !playback.isLinear ? reach : nil),
      position: position, volume: playback.volume)
  }

  /// Carries out a movement; `offset` is from the start. Returns whether the drag has a meaning, so that it is not a
  /// click as well.
  func move(to offset: (x: Double, y: Double)) -> Bool {
    apply(offset)
    return current.map { $0.reader.meaning == .seek || $0.reader.meaning == .volume } ?? false
  }

  /// Seeks or changes the volume according to the movement so far.
  private func apply(_ offset: (x: Double, y: Double)) {
    guard let reading = current?.reader.moved(x: offset.x, y: offset.y), let current else { return }
    switch reading {
    case .none: break
    case .seek(let seconds): seek(current, by: seconds, isHeld: true)
    case .volume(let change):
      let volume = max(0, min(Double(driver.maximumVolume), current.volume + change))
      driver.setVolume(volume)
      indicator.show(IndicatorText.volume(volume), stays: true)
    }
  }

  /// Ends the drag with an exact seek to its last position.
  func end(at offset: (x: Double, y: Double)) {
    guard var current else { return }
    self.current = nil
    if case .seek(let seconds) = current.reader.moved(x: offset.x, y: offset.y) {
      seek(current, by: seconds, isHeld: false)
    }
    indicator.hide()
  }

  /// Seeks relative to the start of the drag, and shows the target over the video.
  private func seek(_ drag: State, by seconds: Double, isHeld: Bool) {
    let time = drag.position + CMTime(seconds: seconds, preferredTimescale: 1000)
    if isHeld { driver.drag(to: time) } else { driver.seek(to: time) }
    let (target, difference) = IndicatorText.seek(
      to: driver.position, from: drag.position, duration: driver.duration)
    indicator.show(target, detail: difference, stays: true)
    onSeek?()
  }
}
