import AVFoundation
import PlayheadFFmpeg
import PlayheadMedia
import PlayheadNetworking
import TestSupport
import Testing

/// The samples of a track of a fixture as sample buffers, as a program makes them that demuxes by itself.
struct SampleFile {
  /// One buffer a packet, in decode order.
  let buffers: [CMSampleBuffer]
  /// The format of the buffers.
  let format: CMFormatDescription

  /// The numbers in the frames of video at 30 frames a second, in presentation order. A part of a file may lack the
  /// frames between the last ones, which are decoded later.
  var numbers: [Int] { buffers.map { Int(($0.presentationTimeStamp.seconds * 30).rounded()) }.sorted() }

  /// Reads a track. `seconds`: the packets before this decode time; nil: all.
  init(_ name: String, _ kind: TrackInfo.Kind, seconds: Double? = nil) throws {
    var demuxer = try Demuxer(source: FileByteSource(path: try Fixtures.url(name).path))
    let index = try #require(demuxer.info.tracks.first { $0.kind == kind }).index
    let details = demuxer.trackFormat(ofStream: index)
    let format = try #require(details)
    let track = demuxer.info.tracks[index]
    self.format =
      kind == .video
      ? try Self.video(track, format.configuration) : try Self.audio(track, format.configuration)
    demuxer.setActiveStreams([index])
    var buffers: [CMSampleBuffer] = []
    while let packet = try demuxer.readPacket() {
      // Packets that were read at the opening, such as a cover, are returned of every stream.
      guard packet.streamIndex == index else { continue }
      if let seconds, packet.decodeTime.seconds >= seconds { break }
      buffers.append(try Self.buffer(packet, self.format))
    }
    self.buffers = buffers
  }

  static func buffer(_ packet: Packet, _ format: CMFormatDescription) throws -> CMSampleBuffer {
    let bytes = packet.bytes
    let data = try CMBlockBuffer(length: bytes.count)
    try bytes.withUnsafeBytes { try data.replaceDataBytes(with: $0) }
    let buffer = try CMSampleBuffer(
      dataBuffer: data, formatDescription: format, numSamples: 1,
      sampleTimings: [
        CMSampleTimingInfo(
          duration: packet.duration, presentationTimeStamp: packet.presentationTime,
          decodeTimeStamp: packet.decodeTime)
      ], sampleSizes: [bytes.count])
    buffer.sampleAttachments[0][.notSync] = !packet.isKey
    return buffer
  }

  /// Parameter sets only, as a program has them that receives a stream.
  private static func video(_ track: TrackInfo, _ configuration: [UInt8]) throws -> CMFormatDescription {
    let isHEVC = track.codecName == "hevc"
    let stored = try CMFormatDescription(
      videoCodecType: isHEVC ? .hevc : .h264, width: 0, height: 0,
      extensions: .init(base: [
        kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms: [isHEVC ? "hvcC" : "avcC": Data(configuration)]
      ]))
    let sets = Array(stored.parameterSets)
    return isHEVC
      ? try CMFormatDescription(hevcParameterSets: sets) : try CMFormatDescription(h264ParameterSets: sets)
  }

  private static func audio(_ track: TrackInfo, _ configuration: [UInt8]) throws -> CMFormatDescription {
    var basic = AudioStreamBasicDescription()
    basic.mFormatID = kAudioFormatMPEG4AAC
    basic.mSampleRate = Double(try #require(track.audio).sampleRate)
    basic.mChannelsPerFrame = UInt32(try #require(track.audio).channels)
    basic.mFramesPerPacket = 1024
    return try CMFormatDescription(audioStreamBasicDescription: basic, magicCookie: Data(configuration))
  }
}
