import Foundation
import PlayheadItems
import PlayheadNetworking

extension MediaError {
  /// The error with the domain and the code of Apple's audio players: the four-character codes of Audio File Services.
  var forAudioClients: NSError {
    NSError(
      domain: NSOSStatusErrorDomain, code: Int(audioFileCode),
      userInfo: [
        NSLocalizedDescriptionKey: "“\(url.lastPathComponent)” cannot be played: \(reason).",
        NSLocalizedFailureReasonErrorKey: reason, NSLocalizedRecoverySuggestionErrorKey: advice,
        NSURLErrorKey: url.withoutSecrets,
      ])
  }

  /// The code of Audio File Services for the kind of failure.
  private var audioFileCode: UInt32 {
    switch kind {
    case .emptyFile, .notMedia, .refusedContainer: AudioFileError.unsupportedFileType
    case .damaged, .truncated, .decodeFailed: AudioFileError.invalidFile
    case .noDecoder, .noPlayableTracks, .isProtected: AudioFileError.unsupportedDataFormat
    case .noPermission: AudioFileError.permissions
    // A missing file and an address on the network are unspecified errors, as on Apple's systems.
    default: AudioFileError.unspecified
    }
  }
}

/// The error codes of Audio File Services (`AudioFile.h`), four characters each.
enum AudioFileError {
  /// `wht?`
  static let unspecified: UInt32 = 0x7768_743F
  /// `typ?`
  static let unsupportedFileType: UInt32 = 0x7479_703F
  /// `fmt?`
  static let unsupportedDataFormat: UInt32 = 0x666D_743F
  /// `prm?`
  static let permissions: UInt32 = 0x7072_6D3F
  /// `dta?`
  static let invalidFile: UInt32 = 0x6474_613F
}
