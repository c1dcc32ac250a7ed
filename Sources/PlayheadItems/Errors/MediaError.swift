import Foundation
import PlayheadMedia
import PlayheadNetworking
import PlayheadRoutes

/// The error that prevents opening or playing an item, and its cause. The AVFoundation layer maps it to Apple's domain
/// and code.
package struct MediaError: Error, Sendable {
  /// The kind of failure.
  package enum Kind: Sendable, Equatable {
    /// No file exists at the path.
    case fileNotFound
    /// The path is that of a folder.
    case isDirectory
    /// The permissions of the file, or of a folder above it, do not allow reading.
    case noPermission
    /// The resource has no bytes.
    case emptyFile
    /// libavformat recognizes no container in the data.
    case notMedia
    /// A container, by libavformat's name, that is not read from this kind of source: usually a list of other
    /// resources.
    case refusedContainer(String)
    /// The container's data is damaged, or none of its tracks has a packet.
    case damaged
    /// The container ends before the end that its index declares. `playable` and `promised` are the times in seconds at
    /// which the media and its index end.
    case truncated(playable: Double, promised: Double)
    /// No decoder is installed for a track that has to be decoded. The codec is given by libavcodec's name.
    case noDecoder(codec: String)
    /// The container has neither video nor audio.
    case noPlayableTracks
    /// Frames were requested of an item without video.
    case noVideoTrack
    /// Captions were requested of an item without readable captions.
    case noCaptions
    /// A caption file has text, but no timestamps that its format defines.
    case unreadableCaptions
    /// No frame is within the tolerances of a time, in seconds.
    case noFrame(at: Double)
    /// None of a track's packets could be decoded. `cause` is the decoder's error; nil if it reported none.
    case decodeFailed(codec: String)
    /// Nothing arrived for so many seconds, from a server, a disk or a pipe.
    case timedOut(seconds: Int)
    /// The server sent so few bytes in so many seconds.
    case tooSlow(bytes: Int, seconds: Int)
    /// It was not open after so many seconds, in which so many bytes arrived.
    case openingTooSlow(bytes: Int, seconds: Int)
    /// It exceeds one of the `ResourceLimits`, which the text names.
    case tooLarge(String)
    /// No byte source reads addresses with this scheme.
    case unsupportedScheme(String)
    /// A document or a redirection refers to a resource that it must not use.
    case refused(ReferenceRefusal)
    /// The program's resource loader delegate failed to provide it.
    case delegateFailed(DelegateFailure)
    /// The server responded with this status instead of the resource.
    case http(status: Int)
    /// The host name cannot be resolved to an address.
    case hostNotFound(String)
    /// Nothing listens on the port; the host with its port, if the address names one.
    case connectionRefused(String)
    /// No network, or no route to the host.
    case unreachable(String)
    /// No secure connection could be established: an untrusted certificate, or no common protocol.
    case notSecure(String, reason: String)
    /// The proxy that the environment configures, as host and port, failed.
    case proxy(String, HTTPFailure.ProxyFailure)
    /// The connection ended during a transfer.
    case connectionLost
    /// The server's redirections do not lead to a resource.
    case invalidRedirect
    /// The resource was replaced while it was read.
    case resourceChanged
    /// The required data is at an offset that a server without byte ranges cannot deliver.
    case serverWithoutRanges
    /// Another network failure. The text is its description, as the end of a sentence.
    case networkFailed(String)
    /// libcurl is not installed.
    case noNetworkLibrary
    /// An HLS playlist that must not be played, and the reason.
    case badPlaylist(String)
    /// A live playlist that its server no longer updates.
    case stalePlaylist(seconds: Int)
    /// It is encrypted with an unsupported method, or the key is not available.
    case isProtected(String)
    /// The program's content key session did not provide its key.
    case keyUnavailable(DelegateFailure)
    /// The system reported this `errno` while reading from the disk.
    case readFailed(errno: Int32)
    /// Nothing has failed, but playback makes no progress.
    case stuck(StuckKind)
    /// Fetched data cannot be written to disk.
    case writeFailed(errno: Int32)
    /// A file exists at the address of an export.
    case fileExists
    /// The container of an export does not store a codec, by libavcodec's name.
    case cannotStore(codec: String)
    /// libavformat failed to write a file. `cause` is its error.
    case muxFailed
    /// A codec, by libavcodec's name, cannot be encoded. `cause` is libavcodec's error.
    case encodeFailed(codec: String)
    /// The samples of a program cannot be written. The text is the reason, as a clause.
    case invalidSamples(String)
    /// The device with this name cannot play the item in place of this computer, or has stopped.
    case externalPlayback(String, RemotePlayback.Failure)
    /// The client cancelled the operation, or closed the item during it.
    case cancelled
  }

  /// The kind of failure.
  package var kind: Kind
  /// The address of the resource that failed.
  package var url: URL
  /// FFmpeg's own error, if it reported one.
  package var cause: FFmpegError?

  /// Creates an error.
  package init(_ kind: Kind, url: URL, cause: FFmpegError? = nil) {
    self.kind = kind
    self.url = url
    self.cause = cause
  }

  /// Why it cannot be used, as the end of a sentence about it: “there is no such file”. Contains names from the file
  /// unchanged.
  package var reason: String { MediaErrorText(error: self).both.reason }

  /// The recovery suggestion, in one sentence.
  package var advice: String { MediaErrorText(error: self).both.advice }

  /// Returns the key, or throws the failure of the session that was asked for it.
  package static func unwrap(_ result: Result<ContentKey, DelegateFailure>, url: URL) throws(MediaError) -> ContentKey {
    switch result {
    case .success(let key): return key
    case .failure(let failure): throw MediaError(.keyUnavailable(failure), url: url)
    }
  }
}
