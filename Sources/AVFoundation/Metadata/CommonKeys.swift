/// Maps the keys of each key space to common keys.
enum CommonKeys {
  /// The common key of a key; nil if it is specific to one format.
  static func commonKey(_ key: String, in keySpace: AVMetadataKeySpace) -> AVMetadataKey? {
    if keySpace == .common { return AVMetadataKey(key) }
    return table[keySpace]?[keySpace == .vorbis || keySpace == .matroska ? key.uppercased() : key]
  }

  private static let table: [AVMetadataKeySpace: [String: AVMetadataKey]] = [
    .iTunes: iTunes, .id3: id3, .quickTimeMetadata: quickTime, .quickTimeUserData: userData, .isoUserData: iso,
    .vorbis: vorbis, .matroska: matroska, .audioFile: audioFile,
  ]

  private static let iTunes: [String: AVMetadataKey] = [
    "©nam": .commonKeyTitle, "©ART": .commonKeyArtist, "©alb": .commonKeyAlbumName, "covr": .commonKeyArtwork,
    "©day": .commonKeyCreationDate, "©gen": .commonKeyType, "gnre": .commonKeyType, "©wrt": .commonKeyCreator,
    "©aut": .commonKeyAuthor, "cprt": .commonKeyCopyrights, "©too": .commonKeySoftware, "©pub": .commonKeyPublisher,
    "©des": .commonKeyDescription, "desc": .commonKeyDescription,
  ]

  private static let id3: [String: AVMetadataKey] = [
    "TIT2": .commonKeyTitle, "TPE1": .commonKeyArtist, "TALB": .commonKeyAlbumName, "APIC": .commonKeyArtwork,
    "TDRC": .commonKeyCreationDate, "TCON": .commonKeyType, "TCOM": .commonKeyCreator, "TEXT": .commonKeyAuthor,
    "TCOP": .commonKeyCopyrights, "TSSE": .commonKeySoftware, "TPUB": .commonKeyPublisher, "TLAN": .commonKeyLanguage,
  ]

  private static let quickTime: [String: AVMetadataKey] = {
    let names: [String: AVMetadataKey] = [
      "title": .commonKeyTitle, "displayname": .commonKeyTitle, "artist": .commonKeyArtist,
      "album": .commonKeyAlbumName, "artwork": .commonKeyArtwork, "author": .commonKeyAuthor,
      "creationdate": .commonKeyCreationDate, "copyright": .commonKeyCopyrights,
      "description": .commonKeyDescription, "information": .commonKeyDescription, "genre": .commonKeyType,
      "keywords": .commonKeySubject, "location.ISO6709": .commonKeyLocation, "make": .commonKeyMake,
      "model": .commonKeyModel, "publisher": .commonKeyPublisher, "software": .commonKeySoftware,
      "content.identifier": .commonKeyIdentifier, "director": .commonKeyCreator, "composer": .commonKeyCreator,
      "accessibility.description": .commonKeyAccessibilityDescription,
    ]
    return Dictionary(uniqueKeysWithValues: names.map { ("com.apple.quicktime." + $0, $1) })
  }()

  private static let userData: [String: AVMetadataKey] = [
    "©nam": .commonKeyTitle, "tnam": .commonKeyTitle, "name": .commonKeyTitle, "©ART": .commonKeyArtist,
    "©alb": .commonKeyAlbumName, "©aut": .commonKeyAuthor, "©cpy": .commonKeyCopyrights,
    "©day": .commonKeyCreationDate, "©des": .commonKeyDescription, "©inf": .commonKeyDescription,
    "©gen": .commonKeyType, "©key": .commonKeySubject, "©xyz": .commonKeyLocation, "©mak": .commonKeyMake,
    "©mod": .commonKeyModel, "©swr": .commonKeySoftware, "©pub": .commonKeyPublisher, "©com": .commonKeyCreator,
    "©dir": .commonKeyCreator, "©src": .commonKeySource, "©fmt": .commonKeyFormat,
    "©ade": .commonKeyAccessibilityDescription,
  ]

  private static let iso: [String: AVMetadataKey] = [
    "cprt": .commonKeyCopyrights, "titl": .commonKeyTitle, "auth": .commonKeyAuthor, "perf": .commonKeyArtist,
    "albm": .commonKeyAlbumName, "dscp": .commonKeyDescription, "gnre": .commonKeyType, "kywd": .commonKeySubject,
    "loci": .commonKeyLocation, "yrrc": .commonKeyCreationDate, "date": .commonKeyCreationDate,
    "ades": .commonKeyAccessibilityDescription,
  ]

  private static let vorbis: [String: AVMetadataKey] = [
    "TITLE": .commonKeyTitle, "ARTIST": .commonKeyArtist, "ALBUM": .commonKeyAlbumName,
    "METADATA_BLOCK_PICTURE": .commonKeyArtwork, "DATE": .commonKeyCreationDate, "GENRE": .commonKeyType,
    "COMPOSER": .commonKeyCreator, "COPYRIGHT": .commonKeyCopyrights, "DESCRIPTION": .commonKeyDescription,
    "ENCODER": .commonKeySoftware, "LOCATION": .commonKeyLocation, "ORGANIZATION": .commonKeyPublisher,
    "LANGUAGE": .commonKeyLanguage, "CONTACT": .commonKeySource,
  ]

  private static let matroska: [String: AVMetadataKey] = [
    "TITLE": .commonKeyTitle, "ARTIST": .commonKeyArtist, "ALBUM": .commonKeyAlbumName, "COVER": .commonKeyArtwork,
    "DATE_RELEASED": .commonKeyCreationDate, "DATE_RECORDED": .commonKeyCreationDate, "DATE": .commonKeyCreationDate,
    "GENRE": .commonKeyType, "COMPOSER": .commonKeyCreator, "DIRECTOR": .commonKeyCreator,
    "COPYRIGHT": .commonKeyCopyrights, "DESCRIPTION": .commonKeyDescription, "SUMMARY": .commonKeyDescription,
    "ENCODER": .commonKeySoftware, "PUBLISHER": .commonKeyPublisher, "KEYWORDS": .commonKeySubject,
    "WRITTEN_BY": .commonKeyAuthor, "RECORDING_LOCATION": .commonKeyLocation,
  ]

  private static let audioFile: [String: AVMetadataKey] = [
    "info-title": .commonKeyTitle, "info-artist": .commonKeyArtist, "info-album": .commonKeyAlbumName,
    "info-year": .commonKeyCreationDate, "info-recorded date": .commonKeyCreationDate, "info-genre": .commonKeyType,
    "info-composer": .commonKeyCreator, "info-copyright": .commonKeyCopyrights,
    "info-comments": .commonKeyDescription, "info-encoding application": .commonKeySoftware,
  ]

  /// The names that libavformat uses for the tags of all containers.
  static let libraryNames: [String: AVMetadataKey] = [
    "title": .commonKeyTitle, "artist": .commonKeyArtist, "album": .commonKeyAlbumName, "author": .commonKeyAuthor,
    "date": .commonKeyCreationDate, "creation_time": .commonKeyCreationDate, "genre": .commonKeyType,
    "composer": .commonKeyCreator, "copyright": .commonKeyCopyrights, "description": .commonKeyDescription,
    "comment": .commonKeyDescription, "encoder": .commonKeySoftware, "publisher": .commonKeyPublisher,
    "service_provider": .commonKeyPublisher, "service_name": .commonKeyTitle, "language": .commonKeyLanguage,
    "make": .commonKeyMake, "model": .commonKeyModel, "location": .commonKeyLocation,
  ]
}
