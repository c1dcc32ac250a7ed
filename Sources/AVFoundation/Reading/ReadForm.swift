import AVFAudio
import Foundation
import PlayheadBasics
import PlayheadPipeline
import PlayheadSamples

/// The form of the samples of an output, from its settings.
enum ReadForm {
  /// As stored in the file.
  case compressed
  /// Decoded frames.
  case frames(PixelBufferConverter.Request)
  /// Linear PCM.
  case audio(PCMFormat)

  /// Reads settings. Those that do not fit the media type are a programmer error.
  init(_ settings: [String: Any]?, mediaType: AVMediaType) {
    guard let settings else {
      self = .compressed
      return
    }
    switch mediaType {
    case .video: self = .frames(PixelBufferConverter.Request(attributes: settings))
    case .audio:
      guard let format = PCMFormat(settings: settings) else {
        preconditionFailure("The output settings are not those of linear PCM")
      }
      self = .audio(format)
    default: preconditionFailure("Samples of the media type \(mediaType.rawValue) have no output settings")
    }
  }
}

extension PCMFormat {
  /// The format of audio settings; nil for compressed audio and for impossible values.
  init?(settings: [String: Any]) {
    func number(_ key: String) -> Double? {
      (settings[key] as? NSNumber)?.doubleValue ?? (settings[key] as? any BinaryInteger).map { Double($0) }
        ?? (settings[key] as? Double)
    }
    func integer(_ key: String) -> Int? { number(key).map { Int(saturating: $0) } }
    func truth(_ key: String) -> Bool { (settings[key] as? Bool) ?? (number(key) == 1) }
    guard let identifier = number(AVFormatIDKey), identifier == Double(kAudioFormatLinearPCM) else { return nil }
    self.init(
      sampleRate: integer(AVSampleRateKey), channelCount: integer(AVNumberOfChannelsKey),
      bitDepth: integer(AVLinearPCMBitDepthKey), isFloat: truth(AVLinearPCMIsFloatKey),
      isBigEndian: truth(AVLinearPCMIsBigEndianKey), isPlanar: truth(AVLinearPCMIsNonInterleaved))
  }
}
