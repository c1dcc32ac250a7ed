/// The reason for which a track is decoded although the user permits its codec to pass through.
package enum PassthroughRefusal: Error, Equatable, Sendable {
  /// Another rate than 1 is requested.
  case rate
  /// Another volume than 1 is requested.
  case volume
  /// A mix, a tap or an effect changes the samples.
  case processing
  /// IEC 61937 does not define bursts for the track's sample rate, in hertz.
  case sampleRate(Int)
  /// No server or device, or libpulse is not installed.
  case noDevice
  /// The device does not offer the format.
  case notOffered
  /// Another program uses the device.
  case busy
  /// The device refuses the stream; the code is libpulse's.
  case refused(code: Int32)
  /// The device was lost, or played nothing.
  case deviceLost
  /// The packets are no frames of the codec.
  case invalidPackets
  /// The codec or the sample rate has changed within the track.
  case otherFormat

  /// The reason as a clause for users.
  package var text: String {
    switch self {
    case .rate: "the speed is not 1"
    case .volume: "the volume of the player is not 100 percent"
    case .processing: "a mix or an effect changes the audio"
    case .sampleRate(let hertz): "the format has no sample rate of \(hertz) Hz"
    case .noDevice: "there is no sound server with such devices"
    case .notOffered: "the device does not offer the format"
    case .busy: "another program uses the device"
    case .refused(let code): "the device refused the stream (\(code))"
    case .deviceLost: "the device has stopped playing"
    case .invalidPackets: "the data is damaged"
    case .otherFormat: "the format changes within the track"
    }
  }
}

/// The decision about a track whose codec the user permits to pass through.
package enum PassthroughEvent: Equatable, Sendable {
  /// The device decodes.
  case passing(PassthroughCodec)
  /// The player decodes, for this reason.
  case decoding(PassthroughCodec, PassthroughRefusal)
}
