import Foundation

/// Third-party media, which are not in the repository; see Docs/Testing.md.
public enum RealMedia {
  /// `PLAYHEAD_CORPUS`, else the folder next to the checkout; nil if there is none.
  public static let folder: URL? = {
    let folder =
      ProcessInfo.processInfo.environment["PLAYHEAD_CORPUS"].map { URL(fileURLWithPath: $0) }
      ?? Fixtures.package.deletingLastPathComponent().appendingPathComponent("shared/media")
    return FileManager.default.fileExists(atPath: folder.appendingPathComponent("files/manifest.tsv").path)
      ? folder : nil
  }()

  /// The folder of the references for playlists and captions; nil if there is none.
  public static let manifests: URL? = folder?.appendingPathComponent("manifests")
}
