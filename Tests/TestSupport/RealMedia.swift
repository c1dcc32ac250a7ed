import Foundation

/// Media that others made, which are not in the repository; see Docs/Testing.md.
public enum RealMedia {
  /// `PLAYHEAD_CORPUS`, else the folder beside the checkout; nil where there is none.
  public static let folder: URL? = {
    let folder =
      ProcessInfo.processInfo.environment["PLAYHEAD_CORPUS"].map { URL(fileURLWithPath: $0) }
      ?? Fixtures.package.deletingLastPathComponent().appendingPathComponent("shared/media")
    return FileManager.default.fileExists(atPath: folder.appendingPathComponent("files/manifest.tsv").path)
      ? folder : nil
  }()

  /// The folder of what others say of playlists and captions; nil where there is none.
  public static let manifests: URL? = folder?.appendingPathComponent("manifests")
}
