import Dispatch
import Foundation
import Glibc
import PlayheadItems
import PlayheadMedia
import PlayheadRoutes
import PlayheadSamples

/// The copy of an item for an external device that cannot fetch it, or does not play its format.
enum ExternalPlaybackCopy {
  /// Where large files belong: the usual folder for temporary files may be in memory (Filesystem Hierarchy Standard
  /// §5.15).
  private static let parents = ["/var/tmp", NSTemporaryDirectory()]
  /// The interval in which a cancellation is noticed.
  private static let interval = 0.2

  /// Copies an item into a new folder, which the caller removes with it. If no container of the device can store its
  /// tracks, they are encoded again. Nil for streams, compositions and endless resources.
  static func make(
    of item: EngineItem, containers: [String], isCancelled: @escaping () -> Bool
  ) -> (path: String, container: String)? {
    guard item.composition == nil, let info = item.snapshot.info, info.duration.isNumeric,
      let folder = makeFolder()
    else { return nil }
    let copy = ContainerCopy.make(
      of: item.url, options: item.options, info: info, containers: containers, in: folder, isCancelled: isCancelled)
    if let copy { return (copy.file.path, copy.container) }
    if containers.contains("mp4"), !isCancelled(), let file = transcode(item, in: folder, isCancelled) {
      return (file.path, "mp4")
    }
    rmdir(folder.path)
    return nil
  }

  private static func makeFolder() -> URL? {
    for parent in parents {
      var template = Array("\(parent)/playhead-XXXXXX".utf8CString)
      if let made = mkdtemp(&template) { return URL(fileURLWithPath: String(cString: made)) }
    }
    return nil
  }

  /// Encodes a file as H.264 and AAC, or as AAC alone. Nil if that fails, and for resources of servers: a film would be
  /// fetched and encoded for minutes before it starts.
  private static func transcode(_ item: EngineItem, in folder: URL, _ isCancelled: () -> Bool) -> URL? {
    guard item.url.isFileURL else { return nil }
    let preset = item.snapshot.videoTrack == nil ? AVAssetExportPresetAppleM4A : AVAssetExportPresetHighestQuality
    guard let export = AVAssetExportSession(asset: AVURLAsset(url: item.url), presetName: preset) else { return nil }
    let file = folder.appendingPathComponent("copy")
    export.outputURL = file
    export.outputFileType = item.snapshot.videoTrack == nil ? .m4a : .mp4
    export.shouldOptimizeForNetworkUse = true
    let end = DispatchSemaphore(value: 0)
    export.exportAsynchronously { end.signal() }
    while end.wait(timeout: .now() + interval) == .timedOut { if isCancelled() { export.cancelExport() } }
    return export.status == .completed ? file : nil
  }
}
