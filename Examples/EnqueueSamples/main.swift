// Plays samples that the program makes itself: a tone of two seconds and a frame that becomes brighter every half
// second. A demuxer or a network protocol of one's own delivers samples in the same way.
//
//     swift run EnqueueSamples
import AVFoundation

let synchronizer = AVSampleBufferRenderSynchronizer()
let (layer, audio) = (AVSampleBufferDisplayLayer(), AVSampleBufferAudioRenderer())
synchronizer.addRenderer(layer)
synchronizer.addRenderer(audio)

/// A frame of one brightness.
func frame(_ brightness: Int32, at time: CMTime) throws -> CMSampleBuffer {
  var made: CVPixelBuffer?
  CVPixelBufferCreate(kCFAllocatorDefault, 320, 180, kCVPixelFormatType_32BGRA, nil, &made)
  guard let image = made else { throw CMSampleBuffer.Error.allocationFailed }
  CVPixelBufferLockBaseAddress(image, [])
  if let pixels = CVPixelBufferGetBaseAddress(image) {
    memset(pixels, brightness, CVPixelBufferGetBytesPerRow(image) * 180)
  }
  CVPixelBufferUnlockBaseAddress(image, [])
  let timing = CMSampleTimingInfo(
    duration: CMTime(value: 1, timescale: 2), presentationTimeStamp: time, decodeTimeStamp: .invalid)
  return try CMSampleBuffer(
    imageBuffer: image, formatDescription: CMFormatDescription(imageBuffer: image), sampleTiming: timing)
}

/// A tenth of a second of a tone: 32-bit float, one channel.
func tone(_ tenth: Int) throws -> CMSampleBuffer {
  let samples = (0..<4800).map { Float(0.2 * sin(2 * .pi * 440 * Double(tenth * 4800 + $0) / 48000)) }
  let data = try CMBlockBuffer(length: samples.count * 4)
  try samples.withUnsafeBytes { try data.replaceDataBytes(with: $0) }
  let format = AudioStreamBasicDescription(
    mSampleRate: 48000, mFormatID: kAudioFormatLinearPCM,
    mFormatFlags: kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked, mBytesPerPacket: 4, mFramesPerPacket: 1,
    mBytesPerFrame: 4, mChannelsPerFrame: 1, mBitsPerChannel: 32, mReserved: 0)
  return try CMSampleBuffer(
    dataBuffer: data, formatDescription: CMFormatDescription(audioStreamBasicDescription: format),
    numSamples: samples.count, presentationTimeStamp: CMTime(value: Int64(tenth), timescale: 10),
    packetDescriptions: [])
}

for tenth in 0..<20 { audio.enqueue(try tone(tenth)) }
for half in 0..<4 { layer.enqueue(try frame(Int32(half) * 60, at: CMTime(value: Int64(half), timescale: 2))) }
let times = (1...3).map { NSValue(time: CMTime(value: $0 * 4 + 1, timescale: 8)) }
let observer = synchronizer.addBoundaryTimeObserver(forTimes: times, queue: nil) {
  guard let image = layer.sampleBufferRenderer.displayedPixelBuffer(),
    let brightness = CVPixelBufferGetBaseAddress(image)?.load(as: UInt8.self)
  else { return }
  print("brightness \(brightness)")
  if brightness == 180 { exit(0) }
}
synchronizer.rate = 1
dispatchMain()
