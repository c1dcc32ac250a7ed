// The names of what a program says about what it plays. Values are as Apple's: text, or numbers in `NSNumber`, `Double`, `Float` or
// `Int`; seconds where it is a time.

/// The item's title: text.
public let MPMediaItemPropertyTitle = "title"
/// Who performs: text.
public let MPMediaItemPropertyArtist = "artist"
/// The album: text.
public let MPMediaItemPropertyAlbumTitle = "albumTitle"
/// Whose album it is: text.
public let MPMediaItemPropertyAlbumArtist = "albumArtist"
/// Which piece of the album, from 1: a number.
public let MPMediaItemPropertyAlbumTrackNumber = "albumTrackNumber"
/// How many pieces the album has: a number.
public let MPMediaItemPropertyAlbumTrackCount = "albumTrackCount"
/// Who wrote it: text.
public let MPMediaItemPropertyComposer = "composer"
/// The kind of music or film: text.
public let MPMediaItemPropertyGenre = "genre"
/// The picture: an `MPMediaItemArtwork`.
public let MPMediaItemPropertyArtwork = "artwork"
/// The length in seconds.
public let MPMediaItemPropertyPlaybackDuration = "playbackDuration"
/// What tells this item from all others: a number.
public let MPMediaItemPropertyPersistentID = "persistentID"
/// What kind of item it is: a number.
public let MPMediaItemPropertyMediaType = "mediaType"

/// Where playing is, in seconds. To be set when playing starts, stops or jumps: it is carried on with the rate.
public let MPNowPlayingInfoPropertyElapsedPlaybackTime = "MPNowPlayingInfoPropertyElapsedPlaybackTime"
/// How fast it plays; 1 where it is not said.
public let MPNowPlayingInfoPropertyPlaybackRate = "MPNowPlayingInfoPropertyPlaybackRate"
/// How fast it plays when it plays normally.
public let MPNowPlayingInfoPropertyDefaultPlaybackRate = "MPNowPlayingInfoPropertyDefaultPlaybackRate"
/// Which item of the queue it is, from 0.
public let MPNowPlayingInfoPropertyPlaybackQueueIndex = "MPNowPlayingInfoPropertyPlaybackQueueIndex"
/// How many items the queue has.
public let MPNowPlayingInfoPropertyPlaybackQueueCount = "MPNowPlayingInfoPropertyPlaybackQueueCount"
/// Which chapter plays, from 0.
public let MPNowPlayingInfoPropertyChapterNumber = "MPNowPlayingInfoPropertyChapterNumber"
/// How many chapters there are.
public let MPNowPlayingInfoPropertyChapterCount = "MPNowPlayingInfoPropertyChapterCount"
/// Whether it is a broadcast.
public let MPNowPlayingInfoPropertyIsLiveStream = "MPNowPlayingInfoPropertyIsLiveStream"
/// Sound or picture: the raw value of an `MPNowPlayingInfoMediaType`.
public let MPNowPlayingInfoPropertyMediaType = "MPNowPlayingInfoPropertyMediaType"
/// Where the item is: a `URL`.
public let MPNowPlayingInfoPropertyAssetURL = "MPNowPlayingInfoPropertyAssetURL"
/// What the program's own service calls the item: text.
public let MPNowPlayingInfoPropertyExternalContentIdentifier = "MPNowPlayingInfoPropertyExternalContentIdentifier"
/// How much has been played, 0 to 1.
public let MPNowPlayingInfoPropertyPlaybackProgress = "MPNowPlayingInfoPropertyPlaybackProgress"
