// In-stream metadata of internet radio (ICY).
extension AVMetadataIdentifier {
  /// Stream title: the field `StreamTitle`.
  public static let icyMetadataStreamTitle = AVMetadataIdentifier("icy/StreamTitle")
  /// Stream URL: the field `StreamUrl`.
  public static let icyMetadataStreamURL = AVMetadataIdentifier("icy/StreamUrl")
}
