import CoreMedia
import Foundation
import PlayheadBasics
import PlayheadFFmpeg
import PlayheadMedia

/// Makes audio samples of the buffers of a program. Used by one thread at a time.
package struct AudioSampleReader {
  /// The parameters of the last format, which most buffers share.
  private var last: (format: CMFormatDescription, parameters: StreamParameters)?

  /// Creates a reader.
  package init() {}

  /// The audio of a buffer; nil for one without samples.
  package mutating func sample(of buffer: CMSampleBuffer) -> AudioSample? {
    guard buffer.numSamples > 0 || !buffer.isValid else { return nil }
    guard let format = buffer.formatDescription, buffer.dataReadiness == .ready else { return .failure(.invalidData) }
    guard let basic = format.audioStreamBasicDescription, let parameters = parameters(of: format, basic) else {
      return .failure(.unsupportedFormat("\(format.mediaType) \(format.mediaSubType)"))
    }
    do {
      let isPCM = basic.mFormatID == kAudioFormatLinearPCM
      let packets = isPCM ? [try Self.pcm(buffer, basic)] : try Self.compressed(buffer)
      return .packets(
        packets, parameters, trimStart: Self.trim(buffer, .trimDurationAtStart),
        trimEnd: Self.trim(buffer, .trimDurationAtEnd))
    } catch {
      return .failure(.invalidData)
    }
  }

  private static func trim(_ buffer: CMSampleBuffer, _ key: CMSampleBuffer.AttachmentKey) -> CMTime {
    let time = buffer.trim(key)
    return time.isNumeric ? time : .zero
  }

  // MARK: Packets

  private static func compressed(_ buffer: CMSampleBuffer) throws -> [Packet] {
    var packets: [Packet] = []
    let parts = buffer.numSamples == 1 ? [buffer] : Array(try buffer.singleSampleBuffers())
    guard parts.count == buffer.numSamples else { throw SampleBufferError.invalidData }
    for part in parts {
      guard let data = part.dataBuffer else { throw SampleBufferError.invalidData }
      let size = part.totalSampleSize
      guard size <= data.dataLength else { throw SampleBufferError.invalidData }
      let bytes = size > 0 ? data[0..<size] : data[...]
      let packet = try bytes.withContiguousStorage {
        Packet(
          copying: $0, presentationTime: part.presentationTimeStamp, decodeTime: part.decodeTimeStamp,
          duration: part.duration, isKey: true)
      }
      guard let packet, packet.byteCount > 0 else { throw SampleBufferError.invalidData }
      packets.append(packet)
    }
    return packets
  }

  /// All frames of linear PCM as one packet, interleaved.
  private static func pcm(_ buffer: CMSampleBuffer, _ basic: AudioStreamBasicDescription) throws -> Packet {
    let packet = try buffer.withAudioBufferList { list, data -> Packet? in
      let bytes = list.count > 1 ? interleave(list, basic) : list.first.map { copy($0) } ?? []
      return bytes.withUnsafeBytes {
        Packet(
          copying: $0, presentationTime: buffer.presentationTimeStamp, decodeTime: .invalid, duration: buffer.duration,
          isKey: true)
      }
    }
    guard let packet, packet.byteCount > 0 else { throw SampleBufferError.invalidData }
    return packet
  }

  private static func copy(_ buffer: AudioBuffer) -> [UInt8] {
    Array(UnsafeRawBufferPointer(start: buffer.mData, count: Int(buffer.mDataByteSize)))
  }

  private static func interleave(
    _ list: UnsafeMutableAudioBufferListPointer, _ basic: AudioStreamBasicDescription
  ) -> [UInt8] {
    let size = Int(basic.mBytesPerFrame)
    let planes = list.map { copy($0) }
    let frames = (planes.map(\.count).min() ?? 0) / max(1, size)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(frames * size * planes.count)
    for frame in 0..<frames {
      for plane in planes { bytes.append(contentsOf: plane[frame * size..<(frame + 1) * size]) }
    }
    return bytes
  }

  // MARK: Formats

  private mutating func parameters(
    of format: CMFormatDescription, _ basic: AudioStreamBasicDescription
  ) -> StreamParameters? {
    if let last, last.format === format || last.format == format { return last.parameters }
    let (rate, channels) = (Int(saturating: basic.mSampleRate), Int(basic.mChannelsPerFrame))
    guard Self.sampleRates.contains(rate), (1...Self.channelLimit).contains(channels),
      let codec = Self.codecName(basic)
    else { return nil }
    let made = StreamParameters(
      codecName: codec, configuration: Self.configuration(format, codec, rate: rate, channels: channels),
      audio: TrackInfo.AudioInfo(sampleRate: rate, channels: channels))
    if let made { last = (format, made) }
    return made
  }

  /// The rates that devices and converters support.
  private static let sampleRates = 1000...768_000
  /// FFmpeg's own limit for the number of channels in a layout mask.
  private static let channelLimit = 64

  /// libavcodec's name of a format; nil for one that it cannot decode.
  static func codecName(_ basic: AudioStreamBasicDescription) -> String? {
    guard basic.mFormatID == kAudioFormatLinearPCM else { return MediaSubTypes.codecName(of: basic.mFormatID) }
    let isPlanar = basic.mFormatFlags & kAudioFormatFlagIsNonInterleaved != 0
    let bits = basic.mBitsPerChannel
    // Samples with unused bits have sizes that no decoder of libavcodec expects.
    let (bytes, overflow) = (bits / 8).multipliedReportingOverflow(by: isPlanar ? 1 : basic.mChannelsPerFrame)
    guard !overflow, basic.mBytesPerFrame == bytes else { return nil }
    let order = basic.mFormatFlags & kAudioFormatFlagIsBigEndian != 0 ? "be" : "le"
    if basic.mFormatFlags & kAudioFormatFlagIsFloat != 0 {
      return [32, 64].contains(bits) ? "pcm_f\(bits)\(order)" : nil
    }
    let isSigned = basic.mFormatFlags & kAudioFormatFlagIsSignedInteger != 0
    if bits == 8 { return isSigned ? "pcm_s8" : "pcm_u8" }
    return [16, 24, 32].contains(bits) ? "pcm_\(isSigned ? "s" : "u")\(bits)\(order)" : nil
  }

  private static func configuration(
    _ format: CMFormatDescription, _ codec: String, rate: Int, channels: Int
  ) -> [UInt8] {
    let cookie = format.magicCookie.map { Array($0) } ?? []
    switch codec {
    case "aac":
      return cookie.isEmpty
        ? audioSpecificConfig(rate: rate, channels: channels) : ElementaryStreamDescriptor.configuration(of: cookie)
    case "alac":
      // The configuration, possibly in its atom and after the atom `frma`; libavcodec expects the atom.
      let isWrapped = cookie.count >= 12 && Array(cookie[4..<8]) == Array("frma".utf8)
      let atom = Array(cookie.dropFirst(isWrapped ? 12 : 0))
      return atom.count == 24 ? [0, 0, 0, 36] + Array("alac".utf8) + [0, 0, 0, 0] + atom : Array(atom.prefix(36))
    default: return cookie
    }
  }

  /// The configuration of AAC, low complexity (ISO/IEC 14496-3 §1.6.2.1).
  private static func audioSpecificConfig(rate: Int, channels: Int) -> [UInt8] {
    let rates = [96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350]
    guard let index = rates.firstIndex(of: rate), channels <= 6 else { return [] }
    let bits = 2 << 11 | index << 7 | channels << 3
    return [UInt8(bits >> 8), UInt8(bits & 0xFF)]
  }
}
