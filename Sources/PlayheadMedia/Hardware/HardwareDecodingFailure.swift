/// The reason for which software decodes a track in place of hardware.
package enum HardwareDecodingFailure: Error, Equatable, Sendable {
  /// The device cannot be opened; the library's text.
  case noDevice(String)
  /// Decoders on the device have failed too often in this process.
  case unreliableDevice
  /// FFmpeg has no decoder of this codec for the interface.
  case noDecoder
  /// The decoder cannot be opened; the library's text.
  case opening(String)
  /// The driver does not decode this profile, level or size.
  case unsupported
  /// The data is damaged, or the decoder takes it for damaged.
  case damagedData
  /// The decoder refused a packet; the library's text.
  case sending(String)
  /// The decoder returned an error in place of a frame; the library's text.
  case receiving(String)
  /// A frame could not be copied from the device; the library's text.
  case copying(String)
  /// The decoder accepts no packet and returns no frame.
  case packetsRefused
  /// Many packets went in, and no frame came out.
  case noOutput
  /// A frame came out twice, or with a time that no packet has.
  case unexpectedTime
  /// A frame did not come out.
  case missingFrame
  /// The size of a frame is not that of the track.
  case unexpectedSize
  /// The pixel format of a frame is not that of the track.
  case unexpectedFormat
  /// A packet has no presentation time, so that software could not take over at the right frame.
  case missingTime
  /// The packets since the last sync sample need too much memory for software to take over.
  case longGroup

  /// Whether the failure counts against the device, so that it is not used any more after some of them.
  package var concernsDevice: Bool {
    switch self {
    case .opening, .sending, .receiving, .copying, .packetsRefused, .noOutput, .unexpectedTime, .missingFrame: true
    case .noDevice, .unreliableDevice, .noDecoder, .unsupported, .damagedData, .unexpectedSize, .unexpectedFormat,
      .missingTime, .longGroup:
      false
    }
  }

  /// The reason as a clause for users.
  package var text: String {
    switch self {
    case .noDevice(let text): "no device can be opened (\(text))"
    case .unreliableDevice: "the device has failed repeatedly"
    case .noDecoder: "FFmpeg has no such decoder for the codec"
    case .opening(let text): "the decoder cannot be opened (\(text))"
    case .unsupported: "the driver does not decode this kind of video"
    case .damagedData: "the decoder rejects the data as damaged"
    case .sending(let text): "the decoder refused a packet (\(text))"
    case .receiving(let text): "the decoder failed (\(text))"
    case .copying(let text): "a frame could not be copied from the device (\(text))"
    case .packetsRefused: "the decoder has stopped working"
    case .noOutput: "the decoder returned no frames"
    case .unexpectedTime: "the decoder returned a frame with a wrong time"
    case .missingFrame: "the decoder left out a frame"
    case .unexpectedSize: "the frames do not have the size of the video track"
    case .unexpectedFormat: "the frames do not have the pixel format of the video track"
    case .missingTime: "the packets have no presentation times"
    case .longGroup: "keyframes are too far apart"
    }
  }
}

/// A change of the decoder of a video track.
package enum VideoDecoderEvent: Equatable, Sendable {
  /// Hardware decodes from here on.
  case hardware(HardwareInterface)
  /// Software decodes in place of hardware, for this reason.
  case software(HardwareInterface, HardwareDecodingFailure)
}
