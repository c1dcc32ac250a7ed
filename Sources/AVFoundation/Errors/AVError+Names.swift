// The codes under the name of the error itself, as `catch AVError.decodeFailed` writes them.
extension AVError {
  /// The cause lies in the underlying error.
  public static var unknown: Code { .unknown }
  /// There was not enough memory.
  public static var outOfMemory: Code { .outOfMemory }
  /// The disk has no room.
  public static var diskFull: Code { .diskFull }
  /// The media changed while it was read.
  public static var mediaChanged: Code { .mediaChanged }
  /// The services that play media were restarted; players and items must be made anew.
  public static var mediaServicesWereReset: Code { .mediaServicesWereReset }
  /// A decoder could not go on.
  public static var decodeFailed: Code { .decodeFailed }
  /// The source has media that does not fit the operation.
  public static var invalidSourceMedia: Code { .invalidSourceMedia }
  /// The file is not of a known media format.
  public static var fileFormatNotRecognized: Code { .fileFormatNotRecognized }
  /// The file is of a known format but damaged.
  public static var fileFailedToParse: Code { .fileFailedToParse }
  /// The content is encrypted.
  public static var contentIsProtected: Code { .contentIsProtected }
  /// There is no picture at the asked time.
  public static var noImageAtTime: Code { .noImageAtTime }
  /// No decoder for a track's codec is installed.
  public static var decoderNotFound: Code { .decoderNotFound }
  /// The content may not be played here.
  public static var contentIsNotAuthorized: Code { .contentIsNotAuthorized }
  /// The program may not play this content.
  public static var applicationIsNotAuthorized: Code { .applicationIsNotAuthorized }
  /// The asset does not support the operation.
  public static var operationNotSupportedForAsset: Code { .operationNotSupportedForAsset }
  /// The decoder is in use.
  public static var decoderTemporarilyUnavailable: Code { .decoderTemporarilyUnavailable }
  /// A video composition contradicts itself.
  public static var invalidVideoComposition: Code { .invalidVideoComposition }
  /// The file refers to data elsewhere, which the asset's options forbid.
  public static var referenceForbiddenByReferencePolicy: Code { .referenceForbiddenByReferencePolicy }
  /// The display is switched off.
  public static var displayWasDisabled: Code { .displayWasDisabled }
  /// The system stopped the operation.
  public static var operationInterrupted: Code { .operationInterrupted }
  /// The asset cannot be used for this.
  public static var incompatibleAsset: Code { .incompatibleAsset }
  /// Media data could not be read.
  public static var failedToLoadMediaData: Code { .failedToLoadMediaData }
  /// The server does not do what playing needs, such as sending parts of a file.
  public static var serverIncorrectlyConfigured: Code { .serverIncorrectlyConfigured }
  /// Media data could not be understood.
  public static var failedToParse: Code { .failedToParse }
  /// A decoder exists, but this media is beyond it.
  public static var undecodableMediaData: Code { .undecodableMediaData }
  /// The operation is not allowed now.
  public static var operationNotAllowed: Code { .operationNotAllowed }
  /// The content is not there.
  public static var contentIsUnavailable: Code { .contentIsUnavailable }
  /// The format is known and not supported.
  public static var formatUnsupported: Code { .formatUnsupported }
  /// A live stream has stopped growing.
  public static var contentNotUpdated: Code { .contentNotUpdated }
  /// The content could be played before and cannot now.
  public static var noLongerPlayable: Code { .noLongerPlayable }
  /// No track can serve the operation.
  public static var noSourceTrack: Code { .noSourceTrack }
  /// Somebody asked to end the operation.
  public static var operationCancelled: Code { .operationCancelled }
  /// The receiver cannot be reached now.
  public static var airPlayReceiverTemporarilyUnavailable: Code { .airPlayReceiverTemporarilyUnavailable }
}
