// The codes as members of the error type, for `catch AVError.decodeFailed`.
extension AVError {
  /// The cause is in the underlying error.
  public static var unknown: Code { .unknown }
  /// Insufficient memory.
  public static var outOfMemory: Code { .outOfMemory }
  /// The disk is full.
  public static var diskFull: Code { .diskFull }
  /// The media changed while it was being read.
  public static var mediaChanged: Code { .mediaChanged }
  /// The media services were restarted; create new players and items.
  public static var mediaServicesWereReset: Code { .mediaServicesWereReset }
  /// The asset could not be exported.
  public static var exportFailed: Code { .exportFailed }
  /// A decoder failed.
  public static var decodeFailed: Code { .decodeFailed }
  /// The source media is invalid for the operation.
  public static var invalidSourceMedia: Code { .invalidSourceMedia }
  /// A file exists at the URL of the output.
  public static var fileAlreadyExists: Code { .fileAlreadyExists }
  /// The segments of a composition track leave gaps or overlap.
  public static var compositionTrackSegmentsNotContiguous: Code { .compositionTrackSegmentsNotContiguous }
  /// A segment of a composition track has no usable duration.
  public static var invalidCompositionTrackSegmentDuration: Code { .invalidCompositionTrackSegmentDuration }
  /// The source of a composition track's segment has no usable start.
  public static var invalidCompositionTrackSegmentSourceStartTime: Code {
    .invalidCompositionTrackSegmentSourceStartTime
  }
  /// The source of a composition track's segment has no usable duration.
  public static var invalidCompositionTrackSegmentSourceDuration: Code { .invalidCompositionTrackSegmentSourceDuration }
  /// The file format is not recognized.
  public static var fileFormatNotRecognized: Code { .fileFormatNotRecognized }
  /// The file format is recognized, but the file is damaged.
  public static var fileFailedToParse: Code { .fileFailedToParse }
  /// The content is encrypted.
  public static var contentIsProtected: Code { .contentIsProtected }
  /// The asset has no image at the requested time.
  public static var noImageAtTime: Code { .noImageAtTime }
  /// No decoder is installed for a track's codec.
  public static var decoderNotFound: Code { .decoderNotFound }
  /// No encoder is installed for a codec.
  public static var encoderNotFound: Code { .encoderNotFound }
  /// The content is not authorized for playback here.
  public static var contentIsNotAuthorized: Code { .contentIsNotAuthorized }
  /// The program is not authorized to play the content.
  public static var applicationIsNotAuthorized: Code { .applicationIsNotAuthorized }
  /// The asset does not support the operation.
  public static var operationNotSupportedForAsset: Code { .operationNotSupportedForAsset }
  /// The decoder is in use.
  public static var decoderTemporarilyUnavailable: Code { .decoderTemporarilyUnavailable }
  /// The video composition is inconsistent.
  public static var invalidVideoComposition: Code { .invalidVideoComposition }
  /// The file refers to external data, which the asset's options forbid.
  public static var referenceForbiddenByReferencePolicy: Code { .referenceForbiddenByReferencePolicy }
  /// The display is disabled.
  public static var displayWasDisabled: Code { .displayWasDisabled }
  /// The system interrupted the operation.
  public static var operationInterrupted: Code { .operationInterrupted }
  /// The asset is incompatible with the operation.
  public static var incompatibleAsset: Code { .incompatibleAsset }
  /// Media data could not be read.
  public static var failedToLoadMediaData: Code { .failedToLoadMediaData }
  /// The server lacks a feature that playback requires, such as byte ranges.
  public static var serverIncorrectlyConfigured: Code { .serverIncorrectlyConfigured }
  /// Media data could not be parsed.
  public static var failedToParse: Code { .failedToParse }
  /// A decoder exists, but does not support this media.
  public static var undecodableMediaData: Code { .undecodableMediaData }
  /// No data to request a content key could be created.
  public static var createContentKeyRequestFailed: Code { .createContentKeyRequestFailed }
  /// The operation is not currently allowed.
  public static var operationNotAllowed: Code { .operationNotAllowed }
  /// The content is unavailable.
  public static var contentIsUnavailable: Code { .contentIsUnavailable }
  /// The format is recognized but not supported.
  public static var formatUnsupported: Code { .formatUnsupported }
  /// A live playlist has stopped updating.
  public static var contentNotUpdated: Code { .contentNotUpdated }
  /// The content was playable before and no longer is.
  public static var noLongerPlayable: Code { .noLongerPlayable }
  /// No track is suitable for the operation.
  public static var noSourceTrack: Code { .noSourceTrack }
  /// The operation was cancelled.
  public static var operationCancelled: Code { .operationCancelled }
  /// The request for a content key was cancelled.
  public static var contentKeyRequestCancelled: Code { .contentKeyRequestCancelled }
  /// The receiver is temporarily unavailable.
  public static var airPlayReceiverTemporarilyUnavailable: Code { .airPlayReceiverTemporarilyUnavailable }
}
