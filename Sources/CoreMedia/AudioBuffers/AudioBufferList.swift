/// Samples of one or more channels that somebody else owns.
public struct AudioBuffer {
  /// Channels in the buffer; their samples follow on each other frame by frame.
  public var mNumberChannels: UInt32

  /// Bytes at `mData`.
  public var mDataByteSize: UInt32

  /// The samples; nil where there are none yet.
  public var mData: UnsafeMutableRawPointer?

  /// No samples.
  public init() { self.init(mNumberChannels: 0, mDataByteSize: 0, mData: nil) }

  /// A buffer over samples.
  public init(mNumberChannels: UInt32, mDataByteSize: UInt32, mData: UnsafeMutableRawPointer?) {
    self.mNumberChannels = mNumberChannels
    self.mDataByteSize = mDataByteSize
    self.mData = mData
  }
}

/// Some buffers, one behind the other in memory: the first is part of the structure, the others follow it. Use
/// `UnsafeMutableAudioBufferListPointer` to get at them.
public struct AudioBufferList {
  /// How many there are.
  public var mNumberBuffers: UInt32

  /// The first.
  public var mBuffers: AudioBuffer

  /// One buffer without samples.
  public init() { self.init(mNumberBuffers: 0, mBuffers: AudioBuffer()) }

  /// A list whose first buffer is this one.
  public init(mNumberBuffers: UInt32, mBuffers: AudioBuffer) {
    self.mNumberBuffers = mNumberBuffers
    self.mBuffers = mBuffers
  }

  /// Bytes that a list of so many buffers takes up.
  public static func sizeInBytes(maximumBuffers: Int) -> Int {
    precondition(maximumBuffers >= 1, "An AudioBufferList has at least one buffer")
    return MemoryLayout<AudioBufferList>.size + (maximumBuffers - 1) * MemoryLayout<AudioBuffer>.stride
  }

  /// Memory for a list of so many buffers, all of them empty. Whoever asks for it frees `unsafeMutablePointer`.
  public static func allocate(maximumBuffers: Int) -> UnsafeMutableAudioBufferListPointer {
    let size = sizeInBytes(maximumBuffers: maximumBuffers)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: MemoryLayout<AudioBufferList>.alignment)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    let list = UnsafeMutableAudioBufferListPointer(memory.assumingMemoryBound(to: AudioBufferList.self))
    list.count = maximumBuffers
    return list
  }
}

/// The buffers of a list as a collection.
public struct UnsafeMutableAudioBufferListPointer {
  /// The list.
  public let unsafeMutablePointer: UnsafeMutablePointer<AudioBufferList>

  /// The buffers of a list.
  public init(_ p: UnsafeMutablePointer<AudioBufferList>) { unsafeMutablePointer = p }

  /// The buffers of a list; nil for none.
  public init?(_ p: UnsafeMutablePointer<AudioBufferList>?) {
    guard let p else { return nil }
    self.init(p)
  }

  /// The list, not to be written to.
  public var unsafePointer: UnsafePointer<AudioBufferList> { UnsafePointer(unsafeMutablePointer) }

  private var first: UnsafeMutablePointer<AudioBuffer> {
    let offset = MemoryLayout<AudioBufferList>.offset(of: \.mBuffers) ?? 0
    return (UnsafeMutableRawPointer(unsafeMutablePointer) + offset).assumingMemoryBound(to: AudioBuffer.self)
  }
}

extension UnsafeMutableAudioBufferListPointer: MutableCollection, RandomAccessCollection {
  public typealias Element = AudioBuffer
  public typealias Index = Int

  /// How many buffers there are.
  public var count: Int {
    get { Int(unsafeMutablePointer.pointee.mNumberBuffers) }
    nonmutating set { unsafeMutablePointer.pointee.mNumberBuffers = UInt32(newValue) }
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { count }

  public subscript(index: Int) -> AudioBuffer {
    get {
      precondition(index >= 0 && index < count, "An AudioBufferList has no such buffer")
      return (first + index).pointee
    }
    nonmutating set {
      precondition(index >= 0 && index < count, "An AudioBufferList has no such buffer")
      (first + index).pointee = newValue
    }
  }
}

extension UnsafeMutableBufferPointer {
  /// The samples of a buffer.
  public init(_ audioBuffer: AudioBuffer) {
    let count = Int(audioBuffer.mDataByteSize) / MemoryLayout<Element>.stride
    self.init(start: audioBuffer.mData?.assumingMemoryBound(to: Element.self), count: count)
  }
}
