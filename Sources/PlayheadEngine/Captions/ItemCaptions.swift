import CoreMedia
import PlayheadText
import Synchronization

/// The captions of one item: those of the track that is selected, as far as they were read, and those of files that were added.
///
/// Any thread. Whoever shows captions asks for the scene of a moment, and waits at a gate for what changes it.
package final class ItemCaptions: Sendable {
  struct Layer: Sendable {
    var identifier: Int
    var format: CueDocument.Format
    var header: String?
    var fonts: [CaptionFont] = []
    var regions: [CueRegion] = []
    var list = CueList()
    var look = CaptionLook()
    /// Seconds of the item by which the cues come later.
    var delay = CMTime.zero
    var isShown = true
  }

  fileprivate struct State {
    /// Of the selected track; nil without one.
    var track: Layer?
    var files: [Layer] = []
    /// How the track's captions are shown, whichever it is.
    var trackLook = CaptionLook()
    var trackDelay = CMTime.zero
    var isTrackShown = true
    var rules: [CaptionRule] = []
    var suppressions = 0
    var revision = 0
    var layerCount = 0
    var position: Position?
  }

  /// Where the item stands, while a player plays it.
  struct Position: Sendable {
    var clock: MediaClock
    /// Grows with every jump.
    var flushes = 0
  }

  private let state = Mutex(State())
  private let waiters = Mutex<[any Gate]>([])

  package init() {}

  // MARK: The viewers' side

  /// What is to be seen at a moment of the item.
  package func scene(at time: CMTime) -> CaptionScene {
    state.withLock { $0.suppressions > 0 ? CaptionScene() : Self.scene($0, at: time) }
  }

  /// What is to be read at a moment of the item, whether or not it is drawn.
  package func wholeScene(at time: CMTime) -> CaptionScene { state.withLock { Self.scene($0, at: time) } }

  private static func scene(_ state: borrowing State, at time: CMTime) -> CaptionScene {
    var scene = CaptionScene()
    scene.revision = state.revision
    guard time.isNumeric else { return scene }
    for layer in state.layers where layer.isShown {
      let own = time - layer.delay
      var shown = CaptionScene.Layer(identifier: layer.identifier, time: own, cues: layer.list.active(at: own))
      (shown.header, shown.fonts, shown.regions, shown.look) = (layer.header, layer.fonts, layer.regions, layer.look)
      shown.look.rules = state.rules
      scene.layers.append(shown)
    }
    return scene
  }

  /// The next moment after `time` at which cues come or go, as far as is known; before it when time runs backward.
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

  /// Grows with every change of anything but the time.
  package var revision: Int { state.withLock { $0.revision } }

  /// Opens `gate` whenever the captions change.
  package func addWaiter(_ gate: any Gate) { waiters.withLock { $0.append(gate) } }
  package func removeWaiter(_ gate: any Gate) { waiters.withLock { $0.removeAll { $0 === gate } } }

  private func change(_ body: (inout State) -> Bool) {
    let hasChanged = state.withLock { state in
      guard body(&state) else { return false }
      state.revision += 1
      return true
    }
    if hasChanged { wake() }
  }

  var position: Position? { state.withLock { $0.position } }

  // MARK: The session's side

  /// The item is played by this clock now; nil: by none.
  func setClock(_ clock: MediaClock?) {
    state.withLock { state in
      if state.position?.clock !== clock { state.position = clock.map { Position(clock: $0) } }
    }
    wake()
  }

  func jumped() {
    state.withLock { $0.position?.flushes += 1 }
    wake()
  }

  /// The clock runs otherwise, or something else has changed.
  func wake() {
    for gate in waiters.withLock({ $0 }) { gate.open() }
  }

  // MARK: The reader's side

  /// Another track's cues follow; what was read of the one before is let go.
  func beginTrack(
    _ format: CueDocument.Format, header: String? = nil, fonts: [CaptionFont] = [], regions: [CueRegion] = []
  )
    -> Int
  {
    var identifier = 0
    change { state in
      state.layerCount += 1
      identifier = state.layerCount
      var layer = Layer(identifier: identifier, format: format, header: header, fonts: fonts, regions: regions)
      (layer.look, layer.delay, layer.isShown) = (state.trackLook, state.trackDelay, state.isTrackShown)
      state.track = layer
      return true
    }
    return identifier
  }

  func endTrack() {
    change { state in
      defer { state.track = nil }
      return state.track != nil
    }
  }

  func setRegions(_ regions: [CueRegion], ofTrack identifier: Int) {
    change { state in
      guard state.track?.identifier == identifier else { return false }
      state.track?.regions = regions
      return true
    }
  }

  func add(_ cues: [Cue], toTrack identifier: Int) {
    guard !cues.isEmpty else { return }
    change { state in
      guard state.track?.identifier == identifier else { return false }
      var hasChanged = false
      for cue in cues where state.track?.list.add(cue) == true { hasChanged = true }
      return hasChanged
    }
  }

  /// Adds cues of a source that learns when a cue ends only when it does.
  ///
  /// - Parameter open: All that stand now without an end; nil where those are the same as before.
  func add(_ cues: [Cue], open: [Cue]?, toTrack identifier: Int) {
    change { state in
      guard state.track?.identifier == identifier else { return false }
      return state.track?.list.add(cues, open: open) ?? false
    }
  }

  /// Nothing more is seen of a cue without an end of its own.
  func endOpenCue(at time: CMTime, inTrack identifier: Int) {
    change { state in
      guard state.track?.identifier == identifier else { return false }
      state.track?.list.endOpenCue(at: time)
      return true
    }
  }

  /// A live stream does not hold anything before this time any more: what was to be read there is let go.
  func forget(before time: CMTime) { state.withLock { $0.track?.list.forget(before: time) } }

  // MARK: The program's side

  /// Shows the cues of a file as well, at once. Returns the number by which it is changed and taken away.
  package func add(_ document: CueDocument) -> Int {
    var list = CueList()
    for cue in document.cues { list.add(cue) }
    var identifier = 0
    change { state in
      state.layerCount += 1
      identifier = state.layerCount
      state.files.append(
        Layer(
          identifier: identifier, format: document.format, header: document.header, regions: document.regions,
          list: list))
      return true
    }
    return identifier
  }

  package func removeFile(_ identifier: Int) {
    change { state in
      let count = state.files.count
      state.files.removeAll { $0.identifier == identifier }
      return state.files.count != count
    }
  }

  /// Size and place of one layer's captions, and when they come. nil: those of the selected track.
  package func setLook(
    ofFile identifier: Int?, delay: CMTime, scale: Double, lift: Double, isAtTop: Bool, isShown: Bool = true
  ) {
    var look = CaptionLook()
    (look.scale, look.lift, look.isAtTop) = (scale, lift, isAtTop)
    let wanted = look
    let delay = delay.isNumeric ? delay : .zero
    change { state in
      guard let identifier else {
        (state.trackLook, state.trackDelay, state.isTrackShown) = (wanted, delay, isShown)
        state.track?.look = wanted
        state.track?.delay = delay
        state.track?.isShown = isShown
        return true
      }
      guard let index = state.files.firstIndex(where: { $0.identifier == identifier }) else { return false }
      (state.files[index].look, state.files[index].delay, state.files[index].isShown) = (wanted, delay, isShown)
      return true
    }
  }

  /// What captions look like where their files say nothing.
  package func setRules(_ rules: [CaptionRule]) {
    change { state in
      defer { state.rules = rules }
      return state.rules != rules
    }
  }

  /// Counts those who show the captions themselves: while there is one, no viewer draws any.
  package func suppress(_ isSuppressed: Bool) {
    change {
      $0.suppressions = max(0, $0.suppressions + (isSuppressed ? 1 : -1))
      return true
    }
  }
}

extension ItemCaptions.State {
  fileprivate var layers: [ItemCaptions.Layer] { (track.map { [$0] } ?? []) + files }
}
