import CPlayheadFFmpeg

/// FFmpeg's libraries, loaded on first use.
package enum FFmpegLibraries {
  /// Loads them now, for use while the caller waits for something else. Takes 20 ms the first time; callable from any
  /// thread.
  package static func load() { playhead_load_ffmpeg() }
}
