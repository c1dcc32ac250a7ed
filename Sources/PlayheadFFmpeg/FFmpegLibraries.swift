import CPlayheadFFmpeg

/// FFmpeg's libraries, which are loaded when they are first called.
package enum FFmpegLibraries {
  /// Loads them now: for whoever waits for something else anyway. Takes 20 ms the first time; from any thread.
  package static func load() { playhead_load_ffmpeg() }
}
