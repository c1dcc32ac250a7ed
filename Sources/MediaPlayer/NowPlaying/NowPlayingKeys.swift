// The keys of `MPNowPlayingInfoCenter.nowPlayingInfo`. Values have Apple's types: text, or numbers as `NSNumber`,
// `Double`, `Float` or `Int`; times are in seconds.

/// The item's title: text.
public let MPMediaItemPropertyTitle = "title"
/// The performing artist: text.
public let MPMediaItemPropertyArtist = "artist"
/// The title of the album: text.
public let MPMediaItemPropertyAlbumTitle = "albumTitle"
/// The artist of the album: text.
public let MPMediaItemPropertyAlbumArtist = "albumArtist"
/// The position on the album, from 1: a number.
public let MPMediaItemPropertyAlbumTrackNumber = "albumTrackNumber"
/// The number of tracks on the album: a number.
public let MPMediaItemPropertyAlbumTrackCount = "albumTrackCount"
/// The composer: text.
public let MPMediaItemPropertyComposer = "composer"
/// The genre: text.
public let MPMediaItemPropertyGenre = "genre"
/// The artwork: an `MPMediaItemArtwork`.
public let MPMediaItemPropertyArtwork = "artwork"
/// The duration in seconds: a number.
public let MPMediaItemPropertyPlaybackDuration = "playbackDuration"
/// The unique identifier of the item: a number.
public let MPMediaItemPropertyPersistentID = "persistentID"
/// The user's rating: a number from 0 to 5.
public let MPMediaItemPropertyRating = "rating"
/// The media type of the item: a number.
public let MPMediaItemPropertyMediaType = "mediaType"

/// The playback position in seconds: a number. Set it when playback starts, stops or jumps; it is extrapolated with the
/// rate.
public let MPNowPlayingInfoPropertyElapsedPlaybackTime = "MPNowPlayingInfoPropertyElapsedPlaybackTime"
/// The playback rate: a number; 1 if absent.
public let MPNowPlayingInfoPropertyPlaybackRate = "MPNowPlayingInfoPropertyPlaybackRate"
/// The rate of normal playback: a number.
public let MPNowPlayingInfoPropertyDefaultPlaybackRate = "MPNowPlayingInfoPropertyDefaultPlaybackRate"
/// The index of the item in the queue, from 0: a number.
public let MPNowPlayingInfoPropertyPlaybackQueueIndex = "MPNowPlayingInfoPropertyPlaybackQueueIndex"
/// The number of items in the queue: a number.
public let MPNowPlayingInfoPropertyPlaybackQueueCount = "MPNowPlayingInfoPropertyPlaybackQueueCount"
/// The number of the current chapter, from 0: a number.
public let MPNowPlayingInfoPropertyChapterNumber = "MPNowPlayingInfoPropertyChapterNumber"
/// The number of chapters: a number.
public let MPNowPlayingInfoPropertyChapterCount = "MPNowPlayingInfoPropertyChapterCount"
/// Whether the item is a live stream: a Boolean.
public let MPNowPlayingInfoPropertyIsLiveStream = "MPNowPlayingInfoPropertyIsLiveStream"
/// Audio or video: the raw value of an `MPNowPlayingInfoMediaType`.
public let MPNowPlayingInfoPropertyMediaType = "MPNowPlayingInfoPropertyMediaType"
/// The address of the item: a `URL`.
public let MPNowPlayingInfoPropertyAssetURL = "MPNowPlayingInfoPropertyAssetURL"
/// The identifier of the item in the program's own service: text.
public let MPNowPlayingInfoPropertyExternalContentIdentifier = "MPNowPlayingInfoPropertyExternalContentIdentifier"
/// The fraction that has been played, 0 to 1: a number.
public let MPNowPlayingInfoPropertyPlaybackProgress = "MPNowPlayingInfoPropertyPlaybackProgress"
/// The advertisements in the item: an array of `MPAdTimeRange`.
public let MPNowPlayingInfoPropertyAdTimeRanges = "MPNowPlayingInfoPropertyAdTimeRanges"
/// The languages of the item: an array of `MPNowPlayingInfoLanguageOptionGroup`.
public let MPNowPlayingInfoPropertyAvailableLanguageOptions = "MPNowPlayingInfoPropertyAvailableLanguageOptions"
/// The selected languages: an array of `MPNowPlayingInfoLanguageOption`.
public let MPNowPlayingInfoPropertyCurrentLanguageOptions = "MPNowPlayingInfoPropertyCurrentLanguageOptions"
/// The time at which the credits begin, in seconds: a number.
public let MPNowPlayingInfoPropertyCreditsStartTime = "MPNowPlayingInfoPropertyCreditsStartTime"
/// The date of the current position of a live stream: a `Date`.
public let MPNowPlayingInfoPropertyCurrentPlaybackDate = "MPNowPlayingInfoPropertyCurrentPlaybackDate"
/// Whether the desktop must not use the item for suggestions: a Boolean.
public let MPNowPlayingInfoPropertyExcludeFromSuggestions = "MPNowPlayingInfoPropertyExcludeFromSuggestions"
/// The identifier of the user's profile in the program's own service: text.
public let MPNowPlayingInfoPropertyExternalUserProfileIdentifier =
  "MPNowPlayingInfoPropertyExternalUserProfileIdentifier"
/// The International Standard Recording Code of the item: text.
public let MPNowPlayingInfoPropertyInternationalStandardRecordingCode =
  "MPNowPlayingInfoPropertyInternationalStandardRecordingCode"
/// The identifier of the service that provides the item: text.
public let MPNowPlayingInfoPropertyServiceIdentifier = "MPNowPlayingInfoPropertyServiceIdentifier"
