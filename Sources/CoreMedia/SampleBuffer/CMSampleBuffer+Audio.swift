import Foundation

extension CMSampleBuffer {
  /// Options for the access to audio.
  public struct Flags: OptionSet, Sendable {
    /// The raw value.
    public let rawValue: UInt32

    /// Creates options from their raw value.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Every buffer of the list begins at a multiple of 16 bytes.
    public static let audioBufferListAssure16ByteAlignment = Flags(rawValue: 1)
  }

  /// The places of the packets in the data; empty for linear PCM and packets of one size.
  public func audioStreamPacketDescriptions() throws -> [AudioStreamPacketDescription] {
    guard isValid else { throw Error.invalidated }
    guard formatDescription?.mediaType == .audio else { throw Error.invalidMediaTypeForOperation }
    return table.packets
  }

  /// Copies the buffers of a list, one after the other, and makes them the data of this buffer.
  ///
  /// Throws `Error.invalidSampleData` if a list of linear PCM has too few bytes, and `Error.alreadyHasDataBuffer`.
  public func setDataBuffer(
    fromAudioBufferList bufferList: UnsafePointer<AudioBufferList>,
    blockBufferMemoryAllocator: CFAllocator? = kCFAllocatorDefault, flags: Flags = []
  ) throws {
    guard let basic = formatDescription?.audioStreamBasicDescription else { throw Error.invalidMediaTypeForOperation }
    let list = UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: bufferList))
    let bytes = try PCMLayout(basic, frames: table.count)
    let data = try CMBlockBuffer()
    for buffer in list {
      guard let memory = buffer.mData else { throw Error.requiredParameterMissing }
      let count = min(Int(buffer.mDataByteSize), bytes?.bytesPerBuffer ?? .max)
      if let bytes, count < bytes.bytesPerBuffer { throw Error.invalidSampleData }
      guard count > 0 else { continue }
      let part = try CMBlockBuffer(length: count, flags: .assureMemoryNow)
      try part.replaceDataBytes(with: UnsafeRawBufferPointer(start: memory, count: count))
      try data.append(bufferReference: part)
    }
    if let bytes, list.count != bytes.bufferCount { throw Error.invalidMediaFormat }
    try setDataBuffer(data)
    try setDataReadiness(.ready)
  }

  /// Calls `body` with the audio as a list of buffers, which are valid until it returns: one for interleaved audio and
  /// packets, one for each channel otherwise.
  ///
  /// Throws `Error.invalidSampleData` if there are too few bytes, and `Error.bufferNotReady`.
  public func withAudioBufferList<R>(
    blockBufferMemoryAllocator: CFAllocator? = kCFAllocatorDefault, flags: Flags = [],
    body: (UnsafeMutableAudioBufferListPointer, CMBlockBuffer) throws -> R
  ) throws -> R {
    guard isValid else { throw Error.invalidated }
    guard let basic = formatDescription?.audioStreamBasicDescription else { throw Error.invalidMediaTypeForOperation }
    guard let dataBuffer else { throw Error.bufferNotReady }
    // Memory of malloc is aligned to 16 bytes, but the planes in it are not.
    let data = try dataBuffer.makeContiguous(flags: flags.isEmpty ? [] : .alwaysCopyData)
    let layout = try PCMLayout(basic, frames: table.count)
    if let layout, data.dataLength < layout.totalBytes { throw Error.invalidSampleData }
    let list = AudioBufferList.allocate(maximumBuffers: layout?.bufferCount ?? 1)
    defer { free(list.unsafeMutablePointer) }
    return try data.withUnsafeMutableBytes { bytes in
      for index in 0..<list.count {
        let start = index * (layout?.bytesPerBuffer ?? 0)
        list[index] = AudioBuffer(
          mNumberChannels: layout == nil || list.count == 1 ? basic.mChannelsPerFrame : 1,
          mDataByteSize: UInt32(clamping: layout?.bytesPerBuffer ?? bytes.count),
          mData: bytes.baseAddress.map { $0 + start })
      }
      return try body(list, data)
    }
  }

  /// Copies frames of linear PCM to the buffers of a list, whose sizes must be those of the frames.
  ///
  /// Throws `Error.invalidMediaTypeForOperation` for other audio, `Error.sampleIndexOutOfRange`, and
  /// `Error.arrayTooSmall` for a list that does not match.
  public func copyPCMData(fromRange range: Range<Int>, into bufferList: UnsafeMutablePointer<AudioBufferList>) throws {
    guard let basic = formatDescription?.audioStreamBasicDescription,
      let part = try PCMLayout(basic, frames: range.count)
    else { throw Error.invalidMediaTypeForOperation }
    guard range.lowerBound >= 0, range.upperBound <= numSamples else { throw Error.sampleIndexOutOfRange }
    let target = UnsafeMutableAudioBufferListPointer(bufferList)
    guard target.count == part.bufferCount, target.allSatisfy({ Int($0.mDataByteSize) >= part.bytesPerBuffer }) else {
      throw Error.arrayTooSmall
    }
    try withAudioBufferList { list, _ in
      for index in 0..<list.count {
        guard let source = list[index].mData, let destination = target[index].mData else { continue }
        destination.copyMemory(
          from: source + range.lowerBound * part.bytesPerFrame, byteCount: part.bytesPerBuffer)
        target[index].mDataByteSize = UInt32(clamping: part.bytesPerBuffer)
      }
    }
  }
}

/// The sizes of frames of linear PCM in buffers.
struct PCMLayout {
  /// The number of buffers: one, or one for each channel.
  let bufferCount: Int
  /// The size of a frame in one buffer.
  let bytesPerFrame: Int
  /// The size of all frames in one buffer.
  let bytesPerBuffer: Int

  /// The size of all buffers.
  var totalBytes: Int { bytesPerBuffer * bufferCount }

  /// The layout of a number of frames; nil for compressed audio.
  ///
  /// Throws `CMSampleBuffer.Error.invalidMediaFormat` for sizes that are impossible.
  init?(_ basic: AudioStreamBasicDescription, frames: Int) throws {
    guard basic.mFormatID == kAudioFormatLinearPCM else { return nil }
    let isPlanar = basic.mFormatFlags & kAudioFormatFlagIsNonInterleaved != 0
    let (channels, frame) = (Int(basic.mChannelsPerFrame), Int(basic.mBytesPerFrame))
    guard (1...Self.channelLimit).contains(channels), frame > 0 else { throw CMSampleBuffer.Error.invalidMediaFormat }
    let (bytes, overflow) = frame.multipliedReportingOverflow(by: frames)
    guard frames >= 0, !overflow, bytes <= Int(Int32.max) else { throw CMSampleBuffer.Error.invalidSampleData }
    bufferCount = isPlanar ? channels : 1
    bytesPerFrame = frame
    bytesPerBuffer = bytes
  }

  /// FFmpeg's own limit for the number of channels in a layout mask.
  private static let channelLimit = 64
}
