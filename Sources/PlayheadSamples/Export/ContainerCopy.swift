import CoreMedia
import Foundation
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia
import PlayheadNetworking

/// Copies the video and the audio of a resource into a local file, for a device that cannot fetch the resource or does
/// not know its container. Nothing is encoded again.
package enum ContainerCopy {
  /// Writes the copy into the first container that can store the tracks. Blocks until it is complete.
  ///
  /// - Parameters:
  ///   - url: The resource: a file, or one of a server.
  ///   - options: The options of requests for it.
  ///   - info: What is known about it.
  ///   - containers: FFmpeg's names of the containers that the device knows, the preferred first.
  ///   - folder: The folder of the copy.
  ///   - isCancelled: Called on the same thread while the copy is written.
  /// - Returns: The copy and its container; nil if no container can store the tracks, the resource cannot be read or
  ///   written, or the copy was cancelled. No file remains then.
  package static func make(
    of url: URL, options: RequestOptions, info: MediaInfo, containers: [String], in folder: URL,
    isCancelled: @escaping () -> Bool
  ) -> (file: URL, container: String)? {
    guard info.duration.isNumeric else { return nil }
    let tracks = [TrackInfo.Kind.video, .audio].compactMap { info.preferredTrack($0) }
    let container = containers.first { name in
      tracks.allSatisfy { isCommon($0.codecName, in: name) && MediaExport.canStore($0, in: name) }
    }
    guard !tracks.isEmpty, let container else { return nil }
    let file = folder.appendingPathComponent("copy")
    let export = MediaExport(
      MediaExport.Request(
        url: url, options: options, tracks: tracks,
        range: CMTimeRange(start: .zero, duration: info.duration), output: file, container: container, metadata: [:],
        isProgressive: true))
    do throws(MediaError) {
      try export.run { _ in if isCancelled() { export.cancel() } }
    } catch {
      return nil
    }
    return (file, container)
  }

  /// Whether devices that know a container expect a codec in it, by libavcodec's name: muxers store more.
  private static func isCommon(_ codec: String, in container: String) -> Bool {
    switch container {
    case "mp4": common.contains(codec) || ["vp9", "av1", "mpeg4", "flac", "opus", "alac"].contains(codec)
    case "mpegts": common.contains(codec) || ["mpeg1video", "mpeg2video", "mp2", "dts"].contains(codec)
    default: true
    }
  }

  /// The codecs of both.
  private static let common: Set<String> = ["h264", "hevc", "aac", "mp3", "ac3", "eac3"]
}
