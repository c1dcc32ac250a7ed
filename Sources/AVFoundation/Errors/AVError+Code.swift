extension AVError {
  /// What went wrong, by number. The raw values are Apple's.
  public enum Code: Int, Sendable {
    /// The cause lies in the underlying error.
    case unknown = -11800
    /// There was not enough memory.
    case outOfMemory = -11801
    /// The disk has no room.
    case diskFull = -11807
    /// The media changed while it was read.
    case mediaChanged = -11809
    /// The services that play media were restarted; players and items must be made anew.
    case mediaServicesWereReset = -11819
    /// A decoder could not go on.
    case decodeFailed = -11821
    /// The source has media that does not fit the operation.
    case invalidSourceMedia = -11822
    /// The file is not of a known media format.
    case fileFormatNotRecognized = -11828
    /// The file is of a known format but damaged.
    case fileFailedToParse = -11829
    /// The content is encrypted.
    case contentIsProtected = -11831
    /// There is no picture at the asked time.
    case noImageAtTime = -11832
    /// No decoder for a track's codec is installed.
    case decoderNotFound = -11833
    /// The content may not be played here.
    case contentIsNotAuthorized = -11835
    /// The program may not play this content.
    case applicationIsNotAuthorized = -11836
    /// The asset does not support the operation.
    case operationNotSupportedForAsset = -11838
    /// The decoder is in use.
    case decoderTemporarilyUnavailable = -11839
    /// A video composition contradicts itself.
    case invalidVideoComposition = -11841
    /// The file refers to data elsewhere, which the asset's options forbid.
    case referenceForbiddenByReferencePolicy = -11842
    /// The display is switched off.
    case displayWasDisabled = -11845
    /// The system stopped the operation.
    case operationInterrupted = -11847
    /// The asset cannot be used for this.
    case incompatibleAsset = -11848
    /// Media data could not be read.
    case failedToLoadMediaData = -11849
    /// The server does not do what playing needs, such as sending parts of a file.
    case serverIncorrectlyConfigured = -11850
    /// Media data could not be understood.
    case failedToParse = -11853
    /// A decoder exists, but this media is beyond it.
    case undecodableMediaData = -11855
    /// The operation is not allowed now.
    case operationNotAllowed = -11862
    /// The content is not there.
    case contentIsUnavailable = -11863
    /// The format is known and not supported.
    case formatUnsupported = -11864
    /// A live stream has stopped growing.
    case contentNotUpdated = -11866
    /// The content could be played before and cannot now.
    case noLongerPlayable = -11867
    /// No track can serve the operation.
    case noSourceTrack = -11869
    /// Somebody asked to end the operation.
    case operationCancelled = -11878
    /// The receiver cannot be reached now.
    case airPlayReceiverTemporarilyUnavailable = -11882
  }
}

extension AVError.Code {
  /// Lets `catch AVError.decodeFailed` and `case AVError.decodeFailed` match any error of this domain and code.
  public static func ~= (code: AVError.Code, error: any Error) -> Bool {
    (error as? AVError)?.code == code
  }
}
