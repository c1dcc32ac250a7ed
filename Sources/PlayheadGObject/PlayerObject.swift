import CPlayheadGObject
import Glibc

/// Calls the `PlayheadPlayer` in C that owns a controller. Does nothing after `invalidate()`.
@MainActor final class PlayerObject {
  /// The `PlayheadPlayer *`, which is not retained; nil after `invalidate()`.
  private var pointer: UnsafeMutableRawPointer?

  /// Creates the connection to an object.
  init(_ pointer: UnsafeMutableRawPointer) { self.pointer = pointer }

  /// Ends the connection: the object is about to be freed.
  func invalidate() { pointer = nil }

  /// Emits `notify`.
  func notify(_ property: PlayheadEngineProperty) {
    if let pointer { playhead_object_player_changed(pointer, property) }
  }

  /// Emits `ended`.
  func emitEnded() {
    if let pointer { playhead_object_player_ended(pointer) }
  }

  /// Emits `error`.
  func emit(_ failure: PlayerFailure) {
    if let pointer { failure.message.withCString { playhead_object_player_failed(pointer, failure.code.rawValue, $0) } }
  }

  /// Replaces the list of tracks of a kind, which is the value of `PlayheadTrackKind`.
  func setTracks(_ tracks: [(name: String, language: String?)], kind: Int32) {
    guard let pointer else { return }
    let names = tracks.map { strdup($0.name) }
    let languages = tracks.map { $0.language.flatMap { strdup($0) } }
    defer { for text in names + languages { free(text) } }
    let (first, second) = (names.map { UnsafePointer($0) }, languages.map { UnsafePointer($0) })
    first.withUnsafeBufferPointer { names in
      second.withUnsafeBufferPointer { languages in
        playhead_object_player_set_tracks(
          pointer, kind, Int32(tracks.count), names.baseAddress, languages.baseAddress)
      }
    }
  }
}
