/// The place of an audio packet in a buffer of packets whose sizes vary.
public struct AudioStreamPacketDescription: Hashable, Sendable {
  /// The offset of the packet from the start of the buffer, in bytes.
  public var mStartOffset: Int64

  /// The number of frames in the packet; 0 if it is the same for all.
  public var mVariableFramesInPacket: UInt32

  /// The size of the packet in bytes.
  public var mDataByteSize: UInt32

  /// Creates a description with all fields 0.
  public init() { self.init(mStartOffset: 0, mVariableFramesInPacket: 0, mDataByteSize: 0) }

  /// Creates a description from its fields.
  public init(mStartOffset: Int64, mVariableFramesInPacket: UInt32, mDataByteSize: UInt32) {
    self.mStartOffset = mStartOffset
    self.mVariableFramesInPacket = mVariableFramesInPacket
    self.mDataByteSize = mDataByteSize
  }
}
