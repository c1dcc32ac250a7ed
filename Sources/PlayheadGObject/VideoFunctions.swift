import AVFoundation
import AVKit
import CPlayheadGObject

// The functions of engine.h for widgets and paintables. C calls them on the main thread.

/// The view of a widget; nil for NULL.
@MainActor private func view(_ engine: UnsafeMutableRawPointer?) -> AVPlayerView? { EngineReference.get(engine) }

/// The video of a paintable; nil for NULL.
@MainActor private func video(_ engine: UnsafeMutableRawPointer?) -> PaintableVideo? { EngineReference.get(engine) }

/// The player of a `PlayheadPlayer`'s implementation; nil for NULL.
@MainActor private func player(_ engine: UnsafeMutableRawPointer?) -> AVPlayer? {
  EngineReference.get(engine, as: PlayerController.self)?.player
}

/// Creates the implementation of a `PlayheadVideo`, and returns its `GtkWidget *` in `widget`.
@MainActor @_cdecl("playhead_engine_video_new")
public func engineVideoNew(_ widget: UnsafeMutablePointer<UnsafeMutableRawPointer?>) -> UnsafeMutableRawPointer {
  let view = AVPlayerView()
  widget.pointee = view.gtkWidget
  return EngineReference.make(view)
}

/// Releases the implementation of a `PlayheadVideo`.
@MainActor @_cdecl("playhead_engine_video_close")
public func engineVideoClose(_ engine: UnsafeMutableRawPointer?) {
  EngineReference.take(engine, as: AVPlayerView.self)?.player = nil
}

/// Sets the player whose video is shown.
@MainActor @_cdecl("playhead_engine_video_set_player")
public func engineVideoSetPlayer(_ engine: UnsafeMutableRawPointer?, _ other: UnsafeMutableRawPointer?) {
  view(engine)?.player = player(other)
}

/// Shows or hides the controls.
@MainActor @_cdecl("playhead_engine_video_set_shows_controls")
public func engineVideoSetShowsControls(_ engine: UnsafeMutableRawPointer?, _ shows: Bool) {
  view(engine)?.controlsStyle = shows ? .default : .none
}

/// Sets how the video fills the widget, a `GtkContentFit`.
@MainActor @_cdecl("playhead_engine_video_set_fit")
public func engineVideoSetFit(_ engine: UnsafeMutableRawPointer?, _ fit: Int32) {
  view(engine)?.videoGravity = WidgetFit.gravity(of: fit)
}

/// Connects the player with the desktop's media keys, or disconnects it.
@MainActor @_cdecl("playhead_engine_video_set_media_keys")
public func engineVideoSetMediaKeys(_ engine: UnsafeMutableRawPointer?, _ isEnabled: Bool) {
  view(engine)?.updatesNowPlayingInfoCenter = isEnabled
}

/// Creates the implementation of a `PlayheadPaintable`.
@MainActor @_cdecl("playhead_engine_paintable_new")
public func enginePaintableNew(_ object: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
  let video = PaintableVideo()
  // The object closes the video before it is freed, which ends the calls.
  video.onFrame = { playhead_object_paintable_changed(object, $0) }
  return EngineReference.make(video)
}

/// Releases the implementation of a `PlayheadPaintable`.
@MainActor @_cdecl("playhead_engine_paintable_close")
public func enginePaintableClose(_ engine: UnsafeMutableRawPointer?) {
  let video = EngineReference.take(engine, as: PaintableVideo.self)
  video?.onFrame = nil
  video?.player = nil
}

/// Sets the player whose frames are drawn.
@MainActor @_cdecl("playhead_engine_paintable_set_player")
public func enginePaintableSetPlayer(_ engine: UnsafeMutableRawPointer?, _ other: UnsafeMutableRawPointer?) {
  video(engine)?.player = player(other)
}

/// Draws the current frame into a `GtkSnapshot *`.
@MainActor @_cdecl("playhead_engine_paintable_snapshot")
public func enginePaintableSnapshot(
  _ engine: UnsafeMutableRawPointer?, _ snapshot: UnsafeMutableRawPointer, _ width: Double, _ height: Double
) {
  video(engine)?.append(to: snapshot, width: width, height: height)
}

/// The width of the current frame in square pixels; 0 without one.
@MainActor @_cdecl("playhead_engine_paintable_width")
public func enginePaintableWidth(_ engine: UnsafeMutableRawPointer?) -> Int32 { Int32(video(engine)?.size.width ?? 0) }

/// The height of the current frame in square pixels; 0 without one.
@MainActor @_cdecl("playhead_engine_paintable_height")
public func enginePaintableHeight(_ engine: UnsafeMutableRawPointer?) -> Int32 {
  Int32(video(engine)?.size.height ?? 0)
}

/// The values of `GtkContentFit`.
enum WidgetFit {
  /// The corresponding gravity. Unknown values and `GTK_CONTENT_FIT_SCALE_DOWN` contain the video.
  static func gravity(of fit: Int32) -> AVLayerVideoGravity {
    switch fit {
    case 0: .resize
    case 2: .resizeAspectFill
    default: .resizeAspect
    }
  }
}
