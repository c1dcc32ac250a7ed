import AVFoundation
import AVKit
import CPlayheadGObject
import Foundation
import Glibc

// The functions of engine.h for players. C calls them on the main thread.

/// The controller of a player; nil for NULL.
@MainActor private func player(_ engine: UnsafeMutableRawPointer?) -> PlayerController? {
  EngineReference.get(engine)
}

/// A string for C, which releases it with `free()`; NULL for nil.
private func copy(_ text: String?) -> UnsafeMutablePointer<CChar>? { text.flatMap { strdup($0) } }

/// Creates the implementation of a `PlayheadPlayer`.
@MainActor @_cdecl("playhead_engine_player_new")
public func enginePlayerNew(_ object: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
  EngineReference.make(PlayerController(object))
}

/// Stops playback and releases the implementation.
@MainActor @_cdecl("playhead_engine_player_close")
public func enginePlayerClose(_ engine: UnsafeMutableRawPointer?) {
  EngineReference.take(engine, as: PlayerController.self)?.close()
}

/// Replaces the item and the queue; NULL removes them.
@MainActor @_cdecl("playhead_engine_player_set_uri")
public func enginePlayerSetUri(_ engine: UnsafeMutableRawPointer?, _ uri: UnsafePointer<CChar>?) {
  player(engine)?.setURI(uri.map { String(cString: $0) })
}

/// The URI of the current item; NULL without one.
@MainActor @_cdecl("playhead_engine_player_copy_uri")
public func enginePlayerCopyUri(_ engine: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<CChar>? {
  copy(player(engine)?.snapshot.uri)
}

/// Appends an item to the queue.
@MainActor @_cdecl("playhead_engine_player_enqueue")
public func enginePlayerEnqueue(_ engine: UnsafeMutableRawPointer?, _ uri: UnsafePointer<CChar>) {
  player(engine)?.enqueue(String(cString: uri))
}

/// Continues with the next item of the queue.
@MainActor @_cdecl("playhead_engine_player_next")
public func enginePlayerNext(_ engine: UnsafeMutableRawPointer?) {
  player(engine)?.advance()
}

/// Removes the items that follow the current one.
@MainActor @_cdecl("playhead_engine_player_clear_queue")
public func enginePlayerClearQueue(_ engine: UnsafeMutableRawPointer?) {
  player(engine)?.clearQueue()
}

/// The number of items that follow the current one.
@MainActor @_cdecl("playhead_engine_player_queue_length")
public func enginePlayerQueueLength(_ engine: UnsafeMutableRawPointer?) -> UInt32 {
  player(engine)?.snapshot.queueLength ?? 0
}

/// Starts or pauses playback.
@MainActor @_cdecl("playhead_engine_player_set_playing")
public func enginePlayerSetPlaying(_ engine: UnsafeMutableRawPointer?, _ isPlaying: Bool) {
  player(engine)?.setPlaying(isPlaying)
}

/// Whether the player plays, or does so as soon as it can.
@MainActor @_cdecl("playhead_engine_player_is_playing")
public func enginePlayerIsPlaying(_ engine: UnsafeMutableRawPointer?) -> Bool {
  player(engine).map { $0.player.rate != 0 } ?? false
}

/// Sets the speed of playback.
@MainActor @_cdecl("playhead_engine_player_set_rate")
public func enginePlayerSetRate(_ engine: UnsafeMutableRawPointer?, _ rate: Double) {
  player(engine)?.setRate(rate)
}

/// The speed of playback.
@MainActor @_cdecl("playhead_engine_player_rate")
public func enginePlayerRate(_ engine: UnsafeMutableRawPointer?) -> Double {
  player(engine).map { Double($0.player.defaultRate) } ?? 1
}

/// The state of playback, a `PlayheadState`.
@MainActor @_cdecl("playhead_engine_player_state")
public func enginePlayerState(_ engine: UnsafeMutableRawPointer?) -> Int32 {
  (player(engine)?.snapshot.state ?? .empty).rawValue
}

/// The position in microseconds.
@MainActor @_cdecl("playhead_engine_player_position")
public func enginePlayerPosition(_ engine: UnsafeMutableRawPointer?) -> Int64 {
  player(engine)?.position ?? 0
}

/// The duration in microseconds; −1 if it is unknown or unlimited.
@MainActor @_cdecl("playhead_engine_player_duration")
public func enginePlayerDuration(_ engine: UnsafeMutableRawPointer?) -> Int64 {
  player(engine)?.snapshot.duration ?? -1
}

/// Whether the item can be seeked.
@MainActor @_cdecl("playhead_engine_player_is_seekable")
public func enginePlayerIsSeekable(_ engine: UnsafeMutableRawPointer?) -> Bool {
  player(engine)?.snapshot.isSeekable ?? false
}

/// Seeks to a position in microseconds. `end` is called once, with `data`.
@MainActor @_cdecl("playhead_engine_player_seek")
public func enginePlayerSeek(
  _ engine: UnsafeMutableRawPointer?, _ position: Int64, _ isExact: Bool,
  _ end: @escaping @convention(c) (UnsafeMutableRawPointer?, Bool) -> Void, _ data: UnsafeMutableRawPointer?
) {
  guard let player = player(engine) else { return end(data, false) }
  // C passes the pointer through; it is used on the main thread only.
  nonisolated(unsafe) let data = data
  player.seek(to: position, isExact: isExact) { end(data, $0) }
}

/// Cancels seeks in progress.
@MainActor @_cdecl("playhead_engine_player_cancel_seeks")
public func enginePlayerCancelSeeks(_ engine: UnsafeMutableRawPointer?) {
  player(engine)?.cancelSeeks()
}

/// Moves the item by frames.
@MainActor @_cdecl("playhead_engine_player_step")
public func enginePlayerStep(_ engine: UnsafeMutableRawPointer?, _ frames: Int32) {
  player(engine)?.step(Int(frames))
}

/// Sets the volume from 0 to 1.
@MainActor @_cdecl("playhead_engine_player_set_volume")
public func enginePlayerSetVolume(_ engine: UnsafeMutableRawPointer?, _ volume: Double) {
  player(engine)?.setVolume(volume)
}

/// The volume from 0 to 1.
@MainActor @_cdecl("playhead_engine_player_volume")
public func enginePlayerVolume(_ engine: UnsafeMutableRawPointer?) -> Double {
  player(engine).map { Double($0.player.volume) } ?? 1
}

/// Mutes audio.
@MainActor @_cdecl("playhead_engine_player_set_muted")
public func enginePlayerSetMuted(_ engine: UnsafeMutableRawPointer?, _ isMuted: Bool) {
  player(engine)?.setMuted(isMuted)
}

/// Whether audio is muted.
@MainActor @_cdecl("playhead_engine_player_is_muted")
public func enginePlayerIsMuted(_ engine: UnsafeMutableRawPointer?) -> Bool {
  player(engine)?.player.isMuted ?? false
}

/// Sets whether the current item starts again at its end.
@MainActor @_cdecl("playhead_engine_player_set_loops")
public func enginePlayerSetLoops(_ engine: UnsafeMutableRawPointer?, _ loops: Bool) {
  player(engine)?.setLoops(loops)
}

/// Whether the current item starts again at its end.
@MainActor @_cdecl("playhead_engine_player_loops")
public func enginePlayerLoops(_ engine: UnsafeMutableRawPointer?) -> Bool {
  player(engine)?.loops ?? false
}

/// The title of the item; NULL without one.
@MainActor @_cdecl("playhead_engine_player_copy_title")
public func enginePlayerCopyTitle(_ engine: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<CChar>? {
  copy(player(engine)?.snapshot.title)
}

/// The width of the video in square pixels; 0 without video.
@MainActor @_cdecl("playhead_engine_player_width")
public func enginePlayerWidth(_ engine: UnsafeMutableRawPointer?) -> Int32 {
  player(engine)?.snapshot.size.width ?? 0
}

/// The height of the video in square pixels; 0 without video.
@MainActor @_cdecl("playhead_engine_player_height")
public func enginePlayerHeight(_ engine: UnsafeMutableRawPointer?) -> Int32 {
  player(engine)?.snapshot.size.height ?? 0
}

/// The code of the current error, with its message; −1 without one.
@MainActor @_cdecl("playhead_engine_player_copy_error")
public func enginePlayerCopyError(
  _ engine: UnsafeMutableRawPointer?, _ message: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> Int32 {
  guard let failure = player(engine)?.snapshot.failure else { return -1 }
  message.pointee = copy(failure.message)
  return failure.code.rawValue
}

/// The index of the selected track of a kind; −1 if there is none.
@MainActor @_cdecl("playhead_engine_player_selected_track")
public func enginePlayerSelectedTrack(_ engine: UnsafeMutableRawPointer?, _ kind: Int32) -> Int32 {
  guard let snapshot = player(engine)?.snapshot, let kind = PlayerController.TrackKind(rawValue: kind) else {
    return -1
  }
  let list = kind == .audio ? snapshot.audio : snapshot.subtitles
  return list.selected.map { Int32($0) } ?? -1
}

/// Selects a track of a kind by its index; −1 for none.
@MainActor @_cdecl("playhead_engine_player_select_track")
public func enginePlayerSelectTrack(_ engine: UnsafeMutableRawPointer?, _ kind: Int32, _ index: Int32) {
  guard let kind = PlayerController.TrackKind(rawValue: kind) else { return }
  player(engine)?.select(kind, index >= 0 ? Int(index) : nil)
}

/// Adds a subtitle file to the current item and selects it.
@MainActor @_cdecl("playhead_engine_player_add_subtitles")
public func enginePlayerAddSubtitles(_ engine: UnsafeMutableRawPointer?, _ uri: UnsafePointer<CChar>) {
  player(engine)?.addSubtitles(String(cString: uri))
}
