import CoreMedia
import PlayheadText

/// Cues that stand on the screen while nobody knows yet until when: closed captions of television.
extension CueList {
  /// Adds cues that have ended. Where one of them stood open it keeps its number, so that nobody sees anything change.
  ///
  /// - Parameter open: All that stand open now; nil where those are the same as before.
  /// - Returns: Whether anything changed.
  mutating func add(_ cues: [Cue], open: [Cue]?) -> Bool {
    var hasChanged = false
    for cue in cues where close(cue) || add(cue) { hasChanged = true }
    guard let open else { return hasChanged }
    let wanted = Set(open.map(Identity.init))
    if forgetOpen(but: wanted) { hasChanged = true }
    for cue in open where add(cue, isOpen: true) { hasChanged = true }
    return hasChanged
  }
}
