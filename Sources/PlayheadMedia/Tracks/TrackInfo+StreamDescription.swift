import CoreMedia

extension TrackInfo {
  /// The Core Audio description of an audio track's compressed or linear audio.
  ///
  /// - Parameters:
  ///   - audio: The track's sample rate and channels.
  ///   - format: The details of the track; fields that it does not know are 0 in the description.
  package func streamDescription(_ audio: AudioInfo, _ format: TrackFormat) -> AudioStreamBasicDescription {
    var description = AudioStreamBasicDescription()
    description.mSampleRate = Double(audio.sampleRate)
    description.mFormatID = MediaSubTypes.code(of: self)
    description.mChannelsPerFrame = UInt32(clamping: audio.channels)
    description.mFramesPerPacket = UInt32(clamping: format.framesPerPacket)
    guard description.mFormatID == kAudioFormatLinearPCM else { return description }
    // The codec name encodes the format: pcm_s16le, pcm_f32be, pcm_u8.
    let name = codecName.dropFirst(4)
    let bits = UInt32(name.drop { !$0.isNumber }.prefix { $0.isNumber }) ?? UInt32(clamping: format.bitsPerSample)
    var flags = kAudioFormatFlagIsPacked
    if name.hasPrefix("f") { flags |= kAudioFormatFlagIsFloat }
    if name.hasPrefix("s") { flags |= kAudioFormatFlagIsSignedInteger }
    if name.hasSuffix("be") { flags |= kAudioFormatFlagIsBigEndian }
    description.mFormatFlags = flags
    description.mBitsPerChannel = bits
    description.mFramesPerPacket = 1
    description.mBytesPerFrame = (bits + 7) / 8 * description.mChannelsPerFrame
    description.mBytesPerPacket = description.mBytesPerFrame
    return description
  }
}
