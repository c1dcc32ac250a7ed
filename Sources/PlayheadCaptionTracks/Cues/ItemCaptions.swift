import CoreMedia
import PlayheadClock
import PlayheadText
import Synchronization

/// The captions of one item: those of the selected track, as far as they were read, and those of added files.
///
/// Thread-safe. A viewer requests the scene at a time, and waits at a gate for changes.
package final class ItemCaptions: Sendable {
  /// The cues of one track or file, and their look.
  struct Layer: Sendable {
    /// Unique within the item, and not reused.
    var identifier: Int
    /// The format of the file or track that the cues come from.
    var format: CueDocument.Format
    /// The header of an ASS file or track, with its styles; nil for other formats.
    var header: String?
    var fonts: [CaptionFont] = []
    var regions: [CueRegion] = []
    var list = CueList()
    var appearance = CaptionAppearance()
    /// The delay of the cues in seconds of the item.
    var delay = CMTime.zero
    /// Whether viewers draw the layer. A hidden layer continues to receive cues.
    var isShown = true
  }

  fileprivate struct State {
    /// The layer of the selected track; nil without one.
    var track: Layer?
    /// The layers of files, in the order in which they were added.
    var files: [Layer] = []
    /// The look of the track's captions, whichever track is selected.
    var trackAppearance = CaptionAppearance()
    /// The delay of the track's captions, whichever track is selected.
    var trackDelay = CMTime.zero
    /// Whether the track's captions are drawn, whichever track is selected.
    var isTrackShown = true
    /// The default style rules of the program, for all layers.
    var rules: [CaptionRule] = []
    /// The number of clients that show the captions themselves. Never negative.
    var suppressions = 0
    /// Increases with every change of cues, looks or layers.
    var revision = 0
    /// The number of layers ever created, which is the identifier of the newest.
    var layerCount = 0
    /// Nil while no player has the item.
    var position: Position?
  }

  /// The position of the item in its player.
  struct Position: Sendable {
    /// The clock of the player that has the item.
    var clock: MediaClock
    /// Incremented by every seek.
    var flushes = 0
  }

  /// Not locked while waiters are woken.
  private let state = Mutex(State())
  /// The gates of presenters and notifiers.
  private let waiters = Mutex<[any Gate]>([])

  /// Creates captions without layers.
  package init() {}

  // MARK: Viewers

  /// The captions to draw at a time of the item.
  package func scene(at time: CMTime) -> CaptionScene {
    state.withLock { $0.suppressions > 0 ? CaptionScene() : Self.scene($0, at: time) }
  }

  /// The captions at a time of the item, whether or not they are drawn.
  package func wholeScene(at time: CMTime) -> CaptionScene { state.withLock { Self.scene($0, at: time) } }

  /// The layers that are shown, each with the cues at its own time. Requires the lock.
  private static func scene(_ state: borrowing State, at time: CMTime) -> CaptionScene {
    var scene = CaptionScene()
    scene.revision = state.revision
    guard time.isNumeric else { return scene }
    for layer in state.layers where layer.isShown {
      let own = time - layer.delay
      var shown = CaptionScene.Layer(identifier: layer.identifier, time: own, cues: layer.list.active(at: own))
      (shown.header, shown.fonts, shown.regions, shown.appearance) = (
        layer.header, layer.fonts, layer.regions, layer.appearance
      )
      shown.appearance.rules = state.rules
      scene.layers.append(shown)
    }
    return scene
  }

  /// Differs from an earlier value if other files are shown, with another delay or with more cues.
  package var shownFiles: [Int64] {
    state.withLock { state in
      state.files.filter(\.isShown).flatMap { [Int64($0.identifier), Int64($0.list.cueCount), $0.delay.nanoseconds] }
    }
  }

  /// The cues of the files that are shown, by their times in the item, the earliest first.
  package var fileCues: [Cue] {
    let cues = state.withLock { state in
      state.files.filter(\.isShown).flatMap { layer in
        layer.list.cues.map { cue in
          var cue = cue
          (cue.start, cue.end) = (cue.start + layer.delay, cue.end + layer.delay)
          return cue
        }
      }
    }
    return cues.filter { $0.start > .zero || $0.end > .zero }.sorted { $0.start < $1.start }
  }

  /// The next time after `time` at which cues start or end, as far as known; before `time` for reverse playback.
  package func nextChange(after time: CMTime, isReversed: Bool = false) -> CMTime? {
    guard time.isNumeric else { return nil }
    return state.withLock { state in
      let changes = state.layers.filter(\.isShown).compactMap { layer in
        (isReversed
          ? layer.list.lastChange(before: time - layer.delay) : layer.list.nextChange(after: time - layer.delay))
          .map { $0 + layer.delay }
      }
      return isReversed ? changes.max() : changes.min()
    }
  }

  /// Incremented by every change except that of the time.
  package var revision: Int { state.withLock { $0.revision } }

  /// Opens `gate` whenever the captions change.
  package func addWaiter(_ gate: any Gate) { waiters.withLock { $0.append(gate) } }
  /// Removes a gate added by `addWaiter`.
  package func removeWaiter(_ gate: any Gate) { waiters.withLock { $0.removeAll { $0 === gate } } }

  /// Changes the state, and wakes the waiters if `body` returns true.
  private func change(_ body: (inout State) -> Bool) {
    let hasChanged = state.withLock { state in
      guard body(&state) else { return false }
      state.revision += 1
      return true
    }
    if hasChanged { wake() }
  }

  /// A copy of the position; nil while no player has the item.
  var position: Position? { state.withLock { $0.position } }

  // MARK: Session

  /// Sets the clock of the item's player; nil for none.
  package func setClock(_ clock: MediaClock?) {
    state.withLock { state in
      if state.position?.clock !== clock { state.position = clock.map { Position(clock: $0) } }
    }
    wake()
  }

  /// Notes a seek.
  package func noteSeek() {
    state.withLock { $0.position?.flushes += 1 }
    wake()
  }

  /// Wakes all waiters after a change, also of the clock.
  package func wake() {
    for gate in waiters.withLock({ $0 }) { gate.open() }
  }

  // MARK: Reader

  /// Starts a new track and drops the cues of the previous one. Returns its identifier. The new track adopts the look,
  /// the delay and the visibility of the previous one.
  package func beginTrack(
    _ format: CueDocument.Format, header: String? = nil, fonts: [CaptionFont] = [], regions: [CueRegion] = []
  )
    -> Int
  {
    var identifier = 0
    change { state in
      state.layerCount += 1
      identifier = state.layerCount
      var layer = Layer(identifier: identifier, format: format, header: header, fonts: fonts, regions: regions)
      (layer.appearance, layer.delay, layer.isShown) = (state.trackAppearance, state.trackDelay, state.isTrackShown)
      state.track = layer
      return true
    }
    return identifier
  }

  /// Removes the layer of the track.
  package func endTrack() {
    change { state in
      defer { state.track = nil }
      return state.track != nil
    }
  }

  /// Sets the regions of the track, unless another one was started since.
  package func setRegions(_ regions: [CueRegion], ofTrack identifier: Int) {
    change { state in
      guard state.track?.identifier == identifier else { return false }
      state.track?.regions = regions
      return true
    }
  }

  /// Adds cues to the track, unless another one was started since.
  package func add(_ cues: [Cue], toTrack identifier: Int) {
    guard !cues.isEmpty else { return }
    change { state in
      guard state.track?.identifier == identifier else { return false }
      var hasChanged = false
      for cue in cues where state.track?.list.add(cue) == true { hasChanged = true }
      return hasChanged
    }
  }

  /// Adds cues of a source that reports the end of a cue only when it occurs.
  ///
  /// - Parameter open: All visible cues without an end; nil if unchanged.
  package func add(_ cues: [Cue], open: [Cue]?, toTrack identifier: Int) {
    change { state in
      guard state.track?.identifier == identifier else { return false }
      return state.track?.list.add(cues, open: open) ?? false
    }
  }

  /// Ends a cue that has no end of its own.
  package func endOpenCue(at time: CMTime, inTrack identifier: Int) {
    change { state in
      guard state.track?.identifier == identifier else { return false }
      state.track?.list.endOpenCue(at: time)
      return true
    }
  }

  /// Drops cues of a live stream before a time.
  package func forget(before time: CMTime) { state.withLock { $0.track?.list.forget(before: time) } }

  // MARK: Client

  /// Adds the cues of a file, visible at once unless `isShown` is false. Returns the identifier of the new layer.
  package func add(_ document: CueDocument, isShown: Bool = true) -> Int {
    var list = CueList()
    for cue in document.cues { list.add(cue) }
    var identifier = 0
    change { state in
      state.layerCount += 1
      identifier = state.layerCount
      state.files.append(
        Layer(
          identifier: identifier, format: document.format, header: document.header, regions: document.regions,
          list: list, isShown: isShown))
      return true
    }
    return identifier
  }

  /// Removes the layer of a file.
  package func removeFile(_ identifier: Int) {
    change { state in
      let count = state.files.count
      state.files.removeAll { $0.identifier == identifier }
      return state.files.count != count
    }
  }

  /// Sets the look, delay and visibility of one layer. nil: those of the selected track.
  ///
  /// - Parameters:
  ///   - delay: Positive values show captions later. A delay that is not numeric counts as zero.
  ///   - scale: A factor of the default size.
  ///   - lift: The distance by which captions are moved up, as a fraction of the frame height.
  ///   - isAtTop: Whether captions that default to the bottom are at the top instead.
  package func setAppearance(
    ofFile identifier: Int?, delay: CMTime, scale: Double, lift: Double, isAtTop: Bool, isShown: Bool = true
  ) {
    var appearance = CaptionAppearance()
    (appearance.scale, appearance.lift, appearance.isAtTop) = (scale, lift, isAtTop)
    let newAppearance = appearance
    let delay = delay.isNumeric ? delay : .zero
    change { state in
      guard let identifier else {
        (state.trackAppearance, state.trackDelay, state.isTrackShown) = (newAppearance, delay, isShown)
        state.track?.appearance = newAppearance
        state.track?.delay = delay
        state.track?.isShown = isShown
        return true
      }
      guard let index = state.files.firstIndex(where: { $0.identifier == identifier }) else { return false }
      (state.files[index].appearance, state.files[index].delay, state.files[index].isShown) = (
        newAppearance, delay, isShown
      )
      return true
    }
  }

  /// Sets the default style rules for captions.
  package func setRules(_ rules: [CaptionRule]) {
    change { state in
      defer { state.rules = rules }
      return state.rules != rules
    }
  }

  /// Counts the clients that show the captions themselves: while there is one, viewers draw none.
  package func suppress(_ isSuppressed: Bool) {
    change {
      $0.suppressions = max(0, $0.suppressions + (isSuppressed ? 1 : -1))
      return true
    }
  }
}

extension ItemCaptions.State {
  /// The layer of the track, if any, and those of the files, in the order of the scene's layers.
  fileprivate var layers: [ItemCaptions.Layer] { (track.map { [$0] } ?? []) + files }
}
