import CoreMedia
import Foundation
import Testing

@Suite struct AudioSampleTests {
  private func pcm(isPlanar: Bool) throws -> CMFormatDescription {
    var basic = AudioStreamBasicDescription()
    basic.mSampleRate = 48000
    basic.mFormatID = kAudioFormatLinearPCM
    basic.mFormatFlags = kAudioFormatFlagIsFloat | (isPlanar ? kAudioFormatFlagIsNonInterleaved : 0)
    basic.mChannelsPerFrame = 2
    basic.mBitsPerChannel = 32
    basic.mFramesPerPacket = 1
    basic.mBytesPerFrame = isPlanar ? 4 : 8
    basic.mBytesPerPacket = basic.mBytesPerFrame
    return try CMFormatDescription(audioStreamBasicDescription: basic)
  }

  @Test func copiesPlanarAudio() throws {
    let buffer = try CMSampleBuffer(
      dataBuffer: nil, dataReady: false, formatDescription: pcm(isPlanar: true), numSamples: 3,
      sampleTimings: [
        CMSampleTimingInfo(
          duration: CMTime(value: 1, timescale: 48000), presentationTimeStamp: .zero, decodeTimeStamp: .invalid)
      ], sampleSizes: [])
    let list = AudioBufferList.allocate(maximumBuffers: 2)
    defer { free(list.unsafeMutablePointer) }
    var (left, right): ([Float], [Float]) = ([1, 2, 3], [-1, -2, -3])
    try left.withUnsafeMutableBytes { left in
      try right.withUnsafeMutableBytes { right in
        list[0] = AudioBuffer(mNumberChannels: 1, mDataByteSize: 12, mData: left.baseAddress)
        list[1] = AudioBuffer(mNumberChannels: 1, mDataByteSize: 12, mData: right.baseAddress)
        try buffer.setDataBuffer(fromAudioBufferList: list.unsafePointer)
      }
    }
    #expect(buffer.dataReadiness == .ready && buffer.dataBuffer?.dataLength == 24)
    let read = try buffer.withAudioBufferList { list, _ in
      list.map {
        $0.mData.map { UnsafeRawBufferPointer(start: $0, count: 12) }.map { Array($0.bindMemory(to: Float.self)) }
      }
    }
    #expect(read == [[1, 2, 3], [-1, -2, -3]])
    var part: [Float] = [0, 0, 0, 0]
    try part.withUnsafeMutableBytes { bytes in
      list[0] = AudioBuffer(mNumberChannels: 1, mDataByteSize: 8, mData: bytes.baseAddress)
      list[1] = AudioBuffer(mNumberChannels: 1, mDataByteSize: 8, mData: bytes.baseAddress.map { $0 + 8 })
      try buffer.copyPCMData(fromRange: 1..<3, into: list.unsafeMutablePointer)
    }
    #expect(part == [2, 3, -2, -3])
    #expect(throws: CMSampleBuffer.Error.sampleIndexOutOfRange) {
      try buffer.copyPCMData(fromRange: 2..<4, into: list.unsafeMutablePointer)
    }
  }

  @Test func packetsHavePlacesAndTimes() throws {
    var basic = AudioStreamBasicDescription()
    basic.mSampleRate = 44100
    basic.mFormatID = kAudioFormatMPEG4AAC
    basic.mFramesPerPacket = 1024
    basic.mChannelsPerFrame = 2
    let cookie = Data([0x12, 0x10])
    let format = try CMFormatDescription(audioStreamBasicDescription: basic, magicCookie: cookie)
    var size = 0
    let bytes = CMAudioFormatDescriptionGetMagicCookie(format, sizeOut: &size)
    #expect(bytes.map { Data(bytes: $0, count: size) } == cookie)
    let data = try CMBlockBuffer(length: 9, flags: .assureMemoryNow)
    let packets = [
      AudioStreamPacketDescription(mStartOffset: 0, mVariableFramesInPacket: 0, mDataByteSize: 4),
      AudioStreamPacketDescription(mStartOffset: 6, mVariableFramesInPacket: 0, mDataByteSize: 3),
    ]
    let buffer = try CMSampleBuffer(
      dataBuffer: data, formatDescription: format, numSamples: 2, presentationTimeStamp: CMTime(value: 1, timescale: 1),
      packetDescriptions: packets)
    #expect(try buffer.sampleTimingInfo(at: 1).presentationTimeStamp == CMTime(value: 45124, timescale: 44100))
    #expect(try buffer.audioStreamPacketDescriptions() == packets)
    #expect(Array(try buffer.singleSampleBuffers()).map { $0.dataBuffer?.dataLength } == [4, 3])
    #expect(throws: CMSampleBuffer.Error.invalidEntryCount) {
      try CMSampleBuffer(
        dataBuffer: data, formatDescription: format, numSamples: 3, presentationTimeStamp: .zero,
        packetDescriptions: packets)
    }
    #expect(throws: CMSampleBuffer.Error.invalidMediaTypeForOperation) {
      try CMSampleBuffer(
        dataBuffer: data, formatDescription: CMFormatDescription(videoCodecType: .h264, width: 1, height: 1),
        numSamples: 1, presentationTimeStamp: .zero, packetDescriptions: [])
    }
  }

  @Test func rejectsDataThatIsTooShort() throws {
    let data = try CMBlockBuffer(length: 20, flags: .assureMemoryNow)
    let buffer = try CMSampleBuffer(
      dataBuffer: data, formatDescription: pcm(isPlanar: false), numSamples: 3, presentationTimeStamp: .zero,
      packetDescriptions: [])
    #expect(throws: CMSampleBuffer.Error.invalidSampleData) { try buffer.withAudioBufferList { _, _ in } }
    let huge = try CMSampleBuffer(
      dataBuffer: data, formatDescription: pcm(isPlanar: false), numSamples: .max, presentationTimeStamp: .zero,
      packetDescriptions: [])
    #expect(throws: CMSampleBuffer.Error.invalidSampleData) { try huge.withAudioBufferList { _, _ in } }
  }
}
