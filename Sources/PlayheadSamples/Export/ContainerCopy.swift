import CoreMedia
import Foundation
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia
import PlayheadNetworking

/// Copies the video and the audio of a local file into another container, for a device that does not know the file's
/// own. Nothing is encoded again.
package enum ContainerCopy {
  /// Writes the copy into the first container that can store the tracks. Blocks until it is complete.
  ///
  /// - Parameters:
  ///   - url: A local file.
  ///   - containers: FFmpeg's names of the containers that the device knows, the preferred first.
  ///   - folder: The folder of the copy.
  ///   - isCancelled: Called on the same thread while the copy is written.
  /// - Returns: The copy and its container; nil if no container can store the tracks, the file cannot be read or
  ///   written, or the copy was cancelled. No file remains then.
  package static func make(
    of url: URL, containers: [String], in folder: URL, isCancelled: @escaping () -> Bool
  ) -> (file: URL, container: String)? {
    guard url.isFileURL, let info = info(of: url), info.duration.isNumeric else { return nil }
    let tracks = [TrackInfo.Kind.video, .audio].compactMap { info.preferredTrack($0) }
    let container = containers.first { name in tracks.allSatisfy { MediaExport.canStore($0, in: name) } }
    guard !tracks.isEmpty, let container else { return nil }
    let file = folder.appendingPathComponent("copy")
    let export = MediaExport(
      MediaExport.Request(
        url: url, options: RequestOptions(), tracks: tracks,
        range: CMTimeRange(start: .zero, duration: info.duration), output: file, container: container, metadata: [:],
        isProgressive: true))
    do throws(MediaError) {
      try export.run { _ in if isCancelled() { export.cancel() } }
    } catch {
      return nil
    }
    return (file, container)
  }

  /// The tracks of a file; nil if it cannot be opened.
  private static func info(of url: URL) -> MediaInfo? {
    guard let demuxer = try? Demuxer(source: FileByteSource(path: url.path), probesFully: true) else { return nil }
    return demuxer.info
  }
}
