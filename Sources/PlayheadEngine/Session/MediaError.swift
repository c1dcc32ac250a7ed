import Foundation
import PlayheadFFmpeg
import PlayheadNetworking

/// Why an item cannot be opened or played on: what failed and what lies beneath. The face maps it to Apple's domain and code.
package struct MediaError: Error, Sendable {
  package enum Kind: Sendable, Equatable {
    case fileNotFound
    case isDirectory
    case noPermission
    case emptyFile
    case notMedia
    /// A container, by libavformat's name, that is not read from this kind of source: a list of other resources, as a
    /// rule.
    case refusedContainer(String)
    case damaged
    /// The container ends before what its index promises.
    case truncated(playable: Double, promised: Double)
    case noDecoder(codec: String)
    case noPlayableTracks
    /// Pictures are wanted of something that has none.
    case noPictureTrack
    /// Captions are wanted of something that has none that can be read.
    case noCaptions
    /// A file of captions has text, but no times that its format knows.
    case unreadableCaptions
    /// No picture lies within the tolerances of a time, in seconds.
    case noPicture(at: Double)
    case decodeFailed(codec: String)
    case timedOut(seconds: Int)
    /// The server sent so few bytes in so many seconds.
    case tooSlow(bytes: Int, seconds: Int)
    /// It was not open after so many seconds, in which so many bytes came.
    case openingTooSlow(bytes: Int, seconds: Int)
    /// It exceeds one of the `ResourceLimits`, which the text names.
    case tooLarge(String)
    case unsupportedScheme(String)
    /// A document or a redirection leads where it may not.
    case refused(ReferenceRefusal)
    /// The program that was to give it did not.
    case notGiven(DelegateFailure)
    /// The server has answered, with this status instead of the resource.
    case http(status: Int)
    case hostNotFound(String)
    /// Nothing listens there; the host with its port, if the address names one.
    case connectionRefused(String)
    /// No network, or no way to the host.
    case unreachable(String)
    /// No secure connection could be made: a certificate that is not trusted, or no common protocol.
    case notSecure(String, reason: String)
    /// The proxy that the environment names, its host with its port, stands in the way.
    case proxy(String, HTTPFailure.ProxyFailure)
    case connectionLost
    case redirectedNowhere
    /// The resource was replaced while it was read.
    case resourceChanged
    /// What is needed lies where a server that gives no parts of a file lets nobody look.
    case serverWithoutRanges
    case networkFailed(String)
    /// libcurl is not installed.
    case noNetworkLibrary
    /// A playlist of HTTP Live Streaming that must not be played, and why.
    case badPlaylist(String)
    /// A live playlist that its server has stopped to renew.
    case stalePlaylist(seconds: Int)
    /// It is encrypted in a way that nothing here can undo, or the key is not to be had.
    case isProtected(String)
    case readFailed(errno: Int32)
    /// Nothing has failed, and yet nothing goes on.
    case stuck(StuckKind)
    /// What was fetched cannot be kept.
    case writeFailed(errno: Int32)
    case cancelled
  }

  package var kind: Kind
  package var url: URL
  /// FFmpeg's own report, where it made one.
  package var cause: FFmpegError?

  package init(_ kind: Kind, url: URL, cause: FFmpegError? = nil) {
    self.kind = kind
    self.url = url
    self.cause = cause
  }
}
