import CoreMedia
import PlayheadText

/// Support for cues that are shown before their end is known: closed captions.
extension CueList {
  /// Adds finished cues. One that was open retains its number, so that the display does not change.
  ///
  /// - Parameter open: All open cues; nil if unchanged.
  /// - Returns: Whether anything changed.
  mutating func add(_ cues: [Cue], open: [Cue]?) -> Bool {
    var hasChanged = false
    for cue in cues where close(cue) || add(cue) { hasChanged = true }
    guard let open else { return hasChanged }
    let identities = Set(open.map(Identity.init))
    if removeOpen(except: identities) { hasChanged = true }
    for cue in open where add(cue, isOpen: true) { hasChanged = true }
    return hasChanged
  }
}
