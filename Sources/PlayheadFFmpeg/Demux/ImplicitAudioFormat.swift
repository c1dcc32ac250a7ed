import CPlayheadFFmpeg

/// Whether the audio of an AAC track may have another sample rate, or more channels, than its header declares.
///
/// Without explicit signalling, a decoder finds spectral band replication and parametric stereo only in the audio
/// itself (ISO/IEC 14496-3 §1.6.5, implicit signalling): the first doubles the rate, the second turns mono into stereo.
enum ImplicitAudioFormat {
  /// Whether packets must be probed to know the format of a stream; false for other codecs than AAC.
  static func mayDiffer(_ stream: UnsafeMutablePointer<AVStream>) -> Bool {
    guard let parameters = stream.pointee.codecpar?.pointee, parameters.codec_id == AV_CODEC_ID_AAC else {
      return false
    }
    let bytes = parameters.extradata.map { data in
      (0..<min(2, max(0, Int(parameters.extradata_size)))).map { data[$0] }
    }
    return mayDiffer(configuration: bytes ?? [], channels: Int(parameters.ch_layout.nb_channels))
  }

  /// - Parameter configuration: The beginning of the AudioSpecificConfig (ISO/IEC 14496-3 §1.6.2.1): five bits of
  ///   object type, four of the index of the sample rate.
  static func mayDiffer(configuration: [UInt8], channels: Int) -> Bool {
    guard configuration.count >= 2 else { return false }
    let objectType = configuration[0] >> 3
    let rateIndex = (configuration[0] & 0x7) << 1 | configuration[1] >> 7
    switch objectType {
    // AAC LC at 24 kHz or less, or at an explicit rate: above that, band replication is never implicit.
    case 2: return rateIndex >= 6
    // Signalled band replication and parametric stereo: whether a mono stream becomes stereo is only in the audio.
    case 5, 29: return channels < 2
    default: return false
    }
  }
}
