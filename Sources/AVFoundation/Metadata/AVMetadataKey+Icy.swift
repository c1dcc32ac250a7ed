// In-stream metadata of internet radio (ICY).
extension AVMetadataKey {
  /// Stream title: the field `StreamTitle`.
  public static let icyMetadataKeyStreamTitle = AVMetadataKey("StreamTitle")
  /// Stream URL: the field `StreamUrl`.
  public static let icyMetadataKeyStreamURL = AVMetadataKey("StreamUrl")
}
