/// Makes the table of audio samples.
enum AudioSampleTable {
  /// Frames of linear PCM, or packets with descriptions.
  static func make(
    _ format: CMFormatDescription, count: Int, start: CMTime, packets: [AudioStreamPacketDescription]
  ) throws -> SampleTable {
    guard format.mediaType == .audio, let basic = format.audioStreamBasicDescription else {
      throw CMSampleBuffer.Error.invalidMediaTypeForOperation
    }
    guard count >= 0 else { throw CMSampleBuffer.Error.invalidEntryCount }
    guard let scale = CMTimeScale(exactly: basic.mSampleRate.rounded()), scale > 0 else {
      throw CMSampleBuffer.Error.invalidMediaFormat
    }
    guard !packets.isEmpty else {
      let timing = CMSampleTimingInfo(
        duration: CMTime(value: CMTimeValue(max(1, basic.mFramesPerPacket)), timescale: scale),
        presentationTimeStamp: start, decodeTimeStamp: .invalid)
      let size = Int(basic.mBytesPerPacket > 0 ? basic.mBytesPerPacket : basic.mBytesPerFrame)
      return try SampleTable(count: count, timings: [timing], sizes: size > 0 ? [size] : [])
    }
    guard packets.count == count else { throw CMSampleBuffer.Error.invalidEntryCount }
    var (next, timings) = (start, [CMSampleTimingInfo]())
    let isVariable = basic.mFramesPerPacket == 0
    for packet in isVariable ? packets[...] : packets.prefix(1) {
      let frames = isVariable ? packet.mVariableFramesInPacket : basic.mFramesPerPacket
      let duration = CMTime(value: CMTimeValue(frames), timescale: scale)
      timings.append(
        CMSampleTimingInfo(duration: duration, presentationTimeStamp: next, decodeTimeStamp: .invalid))
      next = next + duration
    }
    var table = try SampleTable(count: count, timings: timings, sizes: packets.map { Int($0.mDataByteSize) })
    table.packets = packets
    return table
  }
}
