import PlayheadMedia

extension TrackInfo {
  /// Adds the properties that libavformat does not expose.
  mutating func add(_ names: MP4TrackNames.Names) {
    title = names.title ?? title
    hasEncryptedSamples = names.isEncrypted
    if kind == .text { textHeader = names.textHeader }
    languageTag = names.language
    taggedCharacteristics = names.characteristics
    if kind == .metadata { metadataKeys = names.metadataKeys }
    // A playable track is never a chapter list, whatever the file declares.
    isChapterList = names.isChapterList && kind != .audio && kind != .video
    isForced = isForced || names.isForced || names.characteristics.contains("public.subtitles.forced-only")
  }
}
