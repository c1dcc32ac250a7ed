import AVFoundation
import CPlayheadGTK
import Foundation

/// A small image that stands for a file in lists.
package enum MediaThumbnail {
  /// The fraction of the duration whose frame is shown: after titles and fades from black.
  private static let fraction = 0.1

  /// A frame of the video, or else the cover; nil if there is neither. Runs on the threads of the asset.
  ///
  /// - Parameters:
  ///   - side: The largest width and height in pixels.
  ///   - duration: The duration of the asset in seconds; nil if it is unknown.
  package static func image(of asset: AVURLAsset, side: Int, duration: Double?) async -> CGImage? {
    if let tracks = try? await asset.loadTracks(withMediaType: .video), !tracks.isEmpty {
      let generator = AVAssetImageGenerator(asset: asset)
      generator.appliesPreferredTrackTransform = true
      generator.maximumSize = CGSize(width: side, height: side)
      let time = CMTime(seconds: (duration ?? 0) * fraction, preferredTimescale: 1000)
      if let image = try? await generator.image(at: time).image { return image }
    }
    let items = (try? await asset.load(.commonMetadata)) ?? []
    let artwork = items.first { $0.commonKey == .commonKeyArtwork }
    return CoverImage.load(embedded: try? await artwork?.load(.dataValue), url: asset.url, side: side)
  }
}

extension PNGFile {
  /// The image as the bytes of a PNG file; nil if its pixel format is not supported.
  package static func data(of image: CGImage) -> Data? {
    guard let texture = ImageTexture.make(image) else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
    guard let bytes = gdk_texture_save_to_png_bytes(texture) else { return nil }
    defer { g_bytes_unref(bytes) }
    var count: gsize = 0
    return g_bytes_get_data(bytes, &count).map { Data(bytes: $0, count: Int(count)) }
  }
}
