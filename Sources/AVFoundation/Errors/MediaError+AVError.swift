import Foundation
import PlayheadItems
import PlayheadRoutes
import PlayheadMedia
import PlayheadNetworking

extension MediaError {
  /// The error with Apple's domain and code, user-facing sentences, and the chain of causes.
  ///
  /// The mapping is the table in Docs/KnownDifferences.md.
  var forClients: any Error {
    var userInfo: [String: Any] = [
      NSLocalizedDescriptionKey: sentence,
      NSLocalizedRecoverySuggestionErrorKey: advice,
      NSURLErrorKey: url.withoutSecrets,
    ]
    if url.isFileURL { userInfo[NSFilePathErrorKey] = SystemPath.shown(url.systemPath) }
    if let underlyingError { userInfo[NSUnderlyingErrorKey] = underlyingError }
    switch kind {
    case .fileNotFound: return URLError(.fileDoesNotExist, userInfo: userInfo)
    case .isDirectory: return URLError(.fileIsDirectory, userInfo: userInfo)
    case .noPermission: return URLError(.noPermissionsToReadFile, userInfo: userInfo)
    case .timedOut, .tooSlow, .openingTooSlow: return URLError(.timedOut, userInfo: userInfo)
    case .delegateFailed(let failure):
      if let cause = failure.cause { userInfo[NSUnderlyingErrorKey] = cause as NSError }
      return AVError(.unknown, userInfo: userInfo)
    case .unsupportedScheme: return URLError(.unsupportedURL, userInfo: userInfo)
    case .refused(.unknownScheme): return URLError(.unsupportedURL, userInfo: userInfo)
    case .refused(.insecure): return URLError(.appTransportSecurityRequiresSecureConnection, userInfo: userInfo)
    case .refused(.network(let refusal)):
      userInfo["NSURLErrorNetworkUnavailableReasonKey"] = refusal.reason
      return URLError(.notConnectedToInternet, userInfo: userInfo)
    case .refused: return AVError(.referenceForbiddenByReferencePolicy, userInfo: userInfo)
    case .emptyFile, .notMedia, .refusedContainer: return AVError(.fileFormatNotRecognized, userInfo: userInfo)
    case .damaged, .truncated, .unreadableCaptions: return AVError(.fileFailedToParse, userInfo: userInfo)
    case .noDecoder: return AVError(.decoderNotFound, userInfo: userInfo)
    case .noPlayableTracks, .noVideoTrack, .noCaptions: return AVError(.noSourceTrack, userInfo: userInfo)
    case .noFrame: return AVError(.noImageAtTime, userInfo: userInfo)
    case .decodeFailed: return AVError(.decodeFailed, userInfo: userInfo)
    // RFC 9110 §15.5: Apple's codes for a missing resource, missing authentication, and a forbidden resource.
    case .http(status: 404), .http(status: 410): return URLError(.fileDoesNotExist, userInfo: userInfo)
    case .http(status: 401), .http(status: 407): return URLError(.userAuthenticationRequired, userInfo: userInfo)
    case .http(status: 403): return URLError(.noPermissionsToReadFile, userInfo: userInfo)
    case .http, .networkFailed: return URLError(.badServerResponse, userInfo: userInfo)
    case .tooLarge: return URLError(.dataLengthExceedsMaximum, userInfo: userInfo)
    case .hostNotFound: return URLError(.cannotFindHost, userInfo: userInfo)
    case .connectionRefused: return URLError(.cannotConnectToHost, userInfo: userInfo)
    case .unreachable: return URLError(.notConnectedToInternet, userInfo: userInfo)
    case .notSecure: return URLError(.secureConnectionFailed, userInfo: userInfo)
    case .proxy(_, .credentials): return URLError(.userAuthenticationRequired, userInfo: userInfo)
    case .proxy(_, .notFound), .proxy(_, .refused), .proxy(_, .unreachable):
      return URLError(.cannotConnectToHost, userInfo: userInfo)
    case .proxy: return URLError(.badServerResponse, userInfo: userInfo)
    case .connectionLost: return URLError(.networkConnectionLost, userInfo: userInfo)
    case .invalidRedirect: return URLError(.httpTooManyRedirects, userInfo: userInfo)
    case .resourceChanged: return AVError(.contentIsUnavailable, userInfo: userInfo)
    case .serverWithoutRanges: return AVError(.serverIncorrectlyConfigured, userInfo: userInfo)
    case .noNetworkLibrary: return URLError(.unsupportedURL, userInfo: userInfo)
    case .badPlaylist: return AVError(.fileFailedToParse, userInfo: userInfo)
    case .stalePlaylist: return AVError(.contentIsUnavailable, userInfo: userInfo)
    case .isProtected: return AVError(.contentIsProtected, userInfo: userInfo)
    case .keyUnavailable(let failure):
      if let cause = failure.cause { userInfo[NSUnderlyingErrorKey] = cause as NSError }
      let isCancelled = (failure.cause as? AVError)?.code == .contentKeyRequestCancelled
      return AVError(isCancelled ? .contentKeyRequestCancelled : .contentIsNotAuthorized, userInfo: userInfo)
    case .fileExists: return AVError(.fileAlreadyExists, userInfo: userInfo)
    case .cannotStore, .muxFailed: return AVError(.exportFailed, userInfo: userInfo)
    case .encodeFailed:
      let isMissing = cause?.operation == .openEncoder
      return AVError(isMissing ? .encoderNotFound : .unknown, userInfo: userInfo)
    case .invalidSamples: return AVError(.invalidSourceMedia, userInfo: userInfo)
    case .writeFailed(errno: ENOSPC): return AVError(.diskFull, userInfo: userInfo)
    case .writeFailed: return CocoaError(.fileWriteUnknown, userInfo: userInfo)
    case .readFailed: return AVError(.failedToLoadMediaData, userInfo: userInfo)
    case .stuck: return AVError(.operationInterrupted, userInfo: userInfo)
    case .externalPlayback(_, .unsupportedFormat): return AVError(.fileFormatNotRecognized, userInfo: userInfo)
    case .externalPlayback: return AVError(.operationInterrupted, userInfo: userInfo)
    case .cancelled: return AVError(.operationCancelled, userInfo: userInfo)
    }
  }

  /// FFmpeg's error, above the system's error if FFmpeg only passed that on.
  private var underlyingError: NSError? {
    let system = systemCode.map { posixError($0) } ?? coreMediaError
    guard let cause else { return system }
    var userInfo: [String: Any] = [NSLocalizedDescriptionKey: cause.description]
    if let system = cause.posixCode.map({ posixError($0) }) ?? system { userInfo[NSUnderlyingErrorKey] = system }
    return NSError(domain: "FFmpegErrorDomain", code: Int(cause.code), userInfo: userInfo)
  }

  /// The CoreMedia error by which programs recognize a server's response.
  private var coreMediaError: NSError? {
    guard let code = coreMediaCode else { return nil }
    return NSError(domain: "CoreMediaErrorDomain", code: code, userInfo: [NSLocalizedDescriptionKey: sentence])
  }

  /// The CoreMedia code that Apple's player reports for the situation; nil if there is none.
  var coreMediaCode: Int? {
    switch kind {
    case .http(status: 401), .http(status: 407): -12937
    case .http(status: 403): -12660
    case .http(status: 404), .http(status: 410): -12938
    case .http(status: 503): -12661
    case .timedOut, .tooSlow, .openingTooSlow: -12889
    case .stalePlaylist: -12642
    default: nil
    }
  }

  private var systemCode: Int32? {
    switch kind {
    case .fileNotFound: ENOENT
    case .isDirectory: EISDIR
    case .noPermission: EACCES
    case .readFailed(let errno), .writeFailed(let errno): errno
    default: nil
    }
  }
}

extension NetworkRefusal {
  /// The raw value of Foundation's `URLError.NetworkUnavailableReason`.
  fileprivate var reason: Int {
    switch self {
    case .cellular: 0
    case .expensive: 1
    case .constrained: 2
    }
  }
}

private func posixError(_ code: Int32) -> NSError {
  NSError(
    domain: NSPOSIXErrorDomain, code: Int(code), userInfo: [NSLocalizedDescriptionKey: String(cString: strerror(code))])
}
