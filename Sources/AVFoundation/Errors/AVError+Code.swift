extension AVError {
  /// The error codes. The raw values are Apple's.
  public enum Code: Int, Sendable {
    /// The cause is in the underlying error.
    case unknown = -11800
    /// Insufficient memory.
    case outOfMemory = -11801
    /// The disk is full.
    case diskFull = -11807
    /// The media changed while it was being read.
    case mediaChanged = -11809
    /// The media services were restarted; create new players and items.
    case mediaServicesWereReset = -11819
    /// The asset could not be exported.
    case exportFailed = -11820
    /// A decoder failed.
    case decodeFailed = -11821
    /// The source media is invalid for the operation.
    case invalidSourceMedia = -11822
    /// A file exists at the URL of the output.
    case fileAlreadyExists = -11823
    /// The segments of a composition track leave gaps or overlap.
    case compositionTrackSegmentsNotContiguous = -11824
    /// A segment of a composition track has no usable duration.
    case invalidCompositionTrackSegmentDuration = -11825
    /// The source of a composition track's segment has no usable start.
    case invalidCompositionTrackSegmentSourceStartTime = -11826
    /// The source of a composition track's segment has no usable duration.
    case invalidCompositionTrackSegmentSourceDuration = -11827
    /// The file format is not recognized.
    case fileFormatNotRecognized = -11828
    /// The file format is recognized, but the file is damaged.
    case fileFailedToParse = -11829
    /// The content is encrypted.
    case contentIsProtected = -11831
    /// The asset has no image at the requested time.
    case noImageAtTime = -11832
    /// No decoder is installed for a track's codec.
    case decoderNotFound = -11833
    /// No encoder is installed for a codec.
    case encoderNotFound = -11834
    /// The content is not authorized for playback here.
    case contentIsNotAuthorized = -11835
    /// The program is not authorized to play the content.
    case applicationIsNotAuthorized = -11836
    /// The asset does not support the operation.
    case operationNotSupportedForAsset = -11838
    /// The decoder is in use.
    case decoderTemporarilyUnavailable = -11839
    /// The video composition is inconsistent.
    case invalidVideoComposition = -11841
    /// The file refers to external data, which the asset's options forbid.
    case referenceForbiddenByReferencePolicy = -11842
    /// The display is disabled.
    case displayWasDisabled = -11845
    /// The system interrupted the operation.
    case operationInterrupted = -11847
    /// The asset is incompatible with the operation.
    case incompatibleAsset = -11848
    /// Media data could not be read.
    case failedToLoadMediaData = -11849
    /// The server lacks a feature that playback requires, such as byte ranges.
    case serverIncorrectlyConfigured = -11850
    /// Media data could not be parsed.
    case failedToParse = -11853
    /// A decoder exists, but does not support this media.
    case undecodableMediaData = -11855
    /// No data to request a content key could be created.
    case createContentKeyRequestFailed = -11860
    /// The operation is not currently allowed.
    case operationNotAllowed = -11862
    /// The content is unavailable.
    case contentIsUnavailable = -11863
    /// The format is recognized but not supported.
    case formatUnsupported = -11864
    /// A live playlist has stopped updating.
    case contentNotUpdated = -11866
    /// The content was playable before and no longer is.
    case noLongerPlayable = -11867
    /// No track is suitable for the operation.
    case noSourceTrack = -11869
    /// The operation was cancelled.
    case operationCancelled = -11878
    /// The request for a content key was cancelled.
    case contentKeyRequestCancelled = -11879
    /// The receiver is temporarily unavailable.
    case airPlayReceiverTemporarilyUnavailable = -11882
  }
}

extension AVError.Code {
  /// Lets `catch AVError.decodeFailed` and `case AVError.decodeFailed` match errors of this domain and code.
  public static func ~= (code: AVError.Code, error: any Error) -> Bool {
    (error as? AVError)?.code == code
  }
}
