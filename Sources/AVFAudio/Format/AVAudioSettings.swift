/// The key of the audio format as a number, such as `kAudioFormatMPEG4AAC`.
public let AVFormatIDKey = "AVFormatIDKey"
/// The key of the sample rate in hertz as a number.
public let AVSampleRateKey = "AVSampleRateKey"
/// The key of the number of channels.
public let AVNumberOfChannelsKey = "AVNumberOfChannelsKey"
/// The key of the bits per sample of linear PCM as a number.
public let AVLinearPCMBitDepthKey = "AVLinearPCMBitDepthKey"
/// The key of a Boolean: whether linear PCM is big-endian.
public let AVLinearPCMIsBigEndianKey = "AVLinearPCMIsBigEndianKey"
/// The key of a Boolean: whether linear PCM has floating-point samples.
public let AVLinearPCMIsFloatKey = "AVLinearPCMIsFloatKey"
/// The key of a Boolean: whether the channels of linear PCM are separate buffers.
public let AVLinearPCMIsNonInterleaved = "AVLinearPCMIsNonInterleaved"
/// The key of the bit rate of compressed audio in bits per second as a number.
public let AVEncoderBitRateKey = "AVEncoderBitRateKey"
/// The key of the bits per sample of lossless compression, 8 to 32, as a number.
public let AVEncoderBitDepthHintKey = "AVEncoderBitDepthHintKey"
