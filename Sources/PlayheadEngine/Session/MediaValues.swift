import PlayheadFFmpeg

// The values of the layer below that appear in this module's interface, under this module's name: whoever stands above the
// engine imports only the engine.
package typealias MediaInfo = PlayheadFFmpeg.MediaInfo
package typealias TrackInfo = PlayheadFFmpeg.TrackInfo
package typealias DisplayTransform = PlayheadFFmpeg.DisplayTransform
package typealias VideoFrame = PlayheadFFmpeg.VideoFrame
package typealias PixelFormat = PlayheadFFmpeg.PixelFormat

extension PlayheadFFmpeg.MediaInfo {
  /// Whether the container states how long it is and where its pictures lie. Streams without an index are measured by their size and data rate.
  package var hasIndex: Bool {
    let measured: Set = ["mp3", "aac", "ac3", "eac3", "dts", "mpeg", "mpegts", "mpegvideo", "h264", "hevc", "m4v", "amr"]
    return measured.isDisjoint(with: containerName.split(separator: ",").map(String.init))
  }
}
