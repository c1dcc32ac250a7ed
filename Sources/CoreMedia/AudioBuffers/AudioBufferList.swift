/// Samples of one or more channels in memory that the structure does not own.
public struct AudioBuffer {
  /// The number of channels in the buffer, which are interleaved.
  public var mNumberChannels: UInt32

  /// The size of `mData` in bytes.
  public var mDataByteSize: UInt32

  /// The samples; nil if there are none yet.
  public var mData: UnsafeMutableRawPointer?

  /// Creates a buffer without samples.
  public init() { self.init(mNumberChannels: 0, mDataByteSize: 0, mData: nil) }

  /// Creates a buffer for existing samples.
  public init(mNumberChannels: UInt32, mDataByteSize: UInt32, mData: UnsafeMutableRawPointer?) {
    self.mNumberChannels = mNumberChannels
    self.mDataByteSize = mDataByteSize
    self.mData = mData
  }
}

/// A variable-length list of buffers: the first is part of the structure, and the others follow it in memory. Use
/// `UnsafeMutableAudioBufferListPointer` to access them.
public struct AudioBufferList {
  /// The number of buffers.
  public var mNumberBuffers: UInt32

  /// The first buffer.
  public var mBuffers: AudioBuffer

  /// Creates a list of one buffer without samples.
  public init() { self.init(mNumberBuffers: 0, mBuffers: AudioBuffer()) }

  /// Creates a list with its first buffer.
  public init(mNumberBuffers: UInt32, mBuffers: AudioBuffer) {
    self.mNumberBuffers = mNumberBuffers
    self.mBuffers = mBuffers
  }

  /// The size in bytes of a list with `maximumBuffers` buffers.
  public static func sizeInBytes(maximumBuffers: Int) -> Int {
    precondition(maximumBuffers >= 1, "An AudioBufferList has at least one buffer")
    return MemoryLayout<AudioBufferList>.size + (maximumBuffers - 1) * MemoryLayout<AudioBuffer>.stride
  }

  /// Allocates a list of empty buffers. The caller frees `unsafeMutablePointer`.
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

  /// Creates a collection of the buffers of a list.
  public init(_ p: UnsafeMutablePointer<AudioBufferList>) { unsafeMutablePointer = p }

  /// Creates a collection of the buffers of a list; nil for a null pointer.
  public init?(_ p: UnsafeMutablePointer<AudioBufferList>?) {
    guard let p else { return nil }
    self.init(p)
  }

  /// The list as an immutable pointer.
  public var unsafePointer: UnsafePointer<AudioBufferList> { UnsafePointer(unsafeMutablePointer) }

  private var first: UnsafeMutablePointer<AudioBuffer> {
    let offset = MemoryLayout<AudioBufferList>.offset(of: \.mBuffers) ?? 0
    return (UnsafeMutableRawPointer(unsafeMutablePointer) + offset).assumingMemoryBound(to: AudioBuffer.self)
  }
}

extension UnsafeMutableAudioBufferListPointer: MutableCollection, RandomAccessCollection {
  /// A buffer of the list.
  public typealias Element = AudioBuffer
  /// The index of a buffer.
  public typealias Index = Int

  /// The number of buffers.
  public var count: Int {
    get { Int(unsafeMutablePointer.pointee.mNumberBuffers) }
    nonmutating set { unsafeMutablePointer.pointee.mNumberBuffers = UInt32(newValue) }
  }

  /// The index of the first buffer: 0.
  public var startIndex: Int { 0 }
  /// The index after the last buffer.
  public var endIndex: Int { count }

  /// The buffer at an index, which must be valid.
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
  /// Creates a pointer to the samples of a buffer.
  public init(_ audioBuffer: AudioBuffer) {
    let count = Int(audioBuffer.mDataByteSize) / MemoryLayout<Element>.stride
    self.init(start: audioBuffer.mData?.assumingMemoryBound(to: Element.self), count: count)
  }
}
