import Foundation
import Synchronization

/// Samples of one medium with their times and format: compressed packets or PCM audio in a block buffer, or a decoded
/// video frame.
///
/// A buffer may be used from any thread. Attachments of samples must not be changed while another thread reads them.
///
/// `@unchecked Sendable`: everything that changes is behind mutexes; handlers are called by one thread at a time.
public final class CMSampleBuffer: Hashable, @unchecked Sendable {
  /// Everything that changes.
  private struct State {
    var imageBuffer: CVImageBuffer?
    var dataBuffer: CMBlockBuffer?
    var readiness = DataReadiness.ready
    var isValid = true
    var outputPresentationTimeStamp = CMTime.invalid
    var makeDataReady: ((CMSampleBuffer) throws -> Void)?
    var invalidate: ((CMSampleBuffer) throws -> Void)?
  }

  /// Whether the data of a buffer is there.
  public enum DataReadiness: Equatable, Sendable {
    /// The data is not there yet.
    case notReady

    /// The data is there.
    case ready

    /// Loading the data has failed with a status.
    case failed(OSStatus)
  }

  /// The format of the samples.
  public let formatDescription: CMFormatDescription?

  let table: SampleTable
  let attachmentTable = AttachmentTable()
  let sampleAttachmentTable = SampleAttachmentTable()
  private let state: LockedState

  /// A mutex around values that are not `Sendable`.
  private final class LockedState: @unchecked Sendable {
    // Sendable: used only by `with`, which holds the lock.
    private var state: State
    private let lock = NSLock()
    init(_ state: State) { self.state = state }
    func with<R>(_ body: (inout State) throws -> R) rethrows -> R {
      lock.lock()
      defer { lock.unlock() }
      return try body(&state)
    }
  }

  private init(_ format: CMFormatDescription?, _ table: SampleTable, _ state: State) {
    formatDescription = format
    self.table = table
    self.state = LockedState(state)
  }

  // MARK: Creation

  /// Creates a buffer of samples in a block buffer.
  ///
  /// - Parameters:
  ///   - dataBuffer: The bytes of the samples, one after the other; nil for samples without data.
  ///   - formatDescription: The format of the samples.
  ///   - numSamples: The number of samples.
  ///   - sampleTimings: A timing for each sample, a single one for samples that follow each other, or none.
  ///   - sampleSizes: The size of each sample in bytes, a single one for all, or none.
  ///
  /// Throws `Error.invalidEntryCount` for other numbers of timings and sizes.
  public convenience init(
    dataBuffer: CMBlockBuffer?, formatDescription: CMFormatDescription?, numSamples: CMItemCount,
    sampleTimings: [CMSampleTimingInfo], sampleSizes: [Int]
  ) throws {
    let table = try SampleTable(count: numSamples, timings: sampleTimings, sizes: sampleSizes)
    self.init(formatDescription, table, State(dataBuffer: dataBuffer))
  }

  /// Creates a buffer of samples whose data may be added or made ready later.
  ///
  /// `makeDataReadyHandler` is called by `makeDataReady()`; it calls `setDataBuffer(_:)` or fails.
  public convenience init(
    dataBuffer: CMBlockBuffer?, dataReady: Bool, formatDescription: CMFormatDescription?, numSamples: CMItemCount,
    sampleTimings: [CMSampleTimingInfo], sampleSizes: [Int],
    makeDataReadyHandler: @escaping (CMSampleBuffer) throws -> Void = { _ in throw Error.bufferNotReady }
  ) throws {
    let table = try SampleTable(count: numSamples, timings: sampleTimings, sizes: sampleSizes)
    self.init(
      formatDescription, table,
      State(
        dataBuffer: dataBuffer, readiness: dataReady ? .ready : .notReady, makeDataReady: makeDataReadyHandler))
  }

  /// Creates a buffer of audio: frames of linear PCM, or packets with descriptions.
  ///
  /// Throws `Error.invalidMediaTypeForOperation` for other media, and `Error.invalidEntryCount` unless there is a
  /// description for each packet.
  public convenience init(
    dataBuffer: CMBlockBuffer, formatDescription: CMFormatDescription, numSamples: CMItemCount,
    presentationTimeStamp: CMTime, packetDescriptions: [AudioStreamPacketDescription]
  ) throws {
    let table = try AudioSampleTable.make(
      formatDescription, count: numSamples, start: presentationTimeStamp, packets: packetDescriptions)
    self.init(formatDescription, table, State(dataBuffer: dataBuffer))
  }

  /// Creates a buffer for a frame.
  ///
  /// Throws `Error.invalidMediaFormat` if the description does not match the image buffer.
  public convenience init(
    imageBuffer: CVImageBuffer, formatDescription: CMVideoFormatDescription, sampleTiming: CMSampleTimingInfo
  ) throws {
    guard formatDescription.matchesImageBuffer(imageBuffer) else { throw Error.invalidMediaFormat }
    let table = try SampleTable(count: 1, timings: [sampleTiming], sizes: [])
    self.init(formatDescription, table, State(imageBuffer: imageBuffer))
  }

  /// Creates a buffer with the data and attachments of another one and new timings.
  ///
  /// Throws `Error.invalidEntryCount` unless the timings match the number of samples, and `Error.invalidated` if the
  /// other buffer has been invalidated.
  public convenience init(copying originalSBuf: CMSampleBuffer, withNewTiming timing: [CMSampleTimingInfo]) throws {
    guard timing.count > 0 || originalSBuf.table.count == 0 else { throw Error.invalidEntryCount }
    try self.init(originalSBuf, table: originalSBuf.table, timings: timing, data: nil)
    sampleAttachmentTable.replace(by: originalSBuf.sampleAttachmentTable)
  }

  /// Creates a buffer with the data, timings and attachments of another one.
  public convenience init(copying originalSBuf: CMSampleBuffer) throws {
    try self.init(originalSBuf, table: originalSBuf.table, timings: originalSBuf.table.timings, data: nil)
    sampleAttachmentTable.replace(by: originalSBuf.sampleAttachmentTable)
  }

  /// Creates a buffer with some samples of another one, whose bytes are shared.
  ///
  /// Throws `Error.sampleIndexOutOfRange`, and `Error.cannotSubdivide` if the sizes are unknown.
  public convenience init(copying originalSBuf: CMSampleBuffer, forRange range: Range<Int>) throws {
    guard range.lowerBound >= 0, range.upperBound <= originalSBuf.table.count, !range.isEmpty else {
      throw Error.sampleIndexOutOfRange
    }
    let part = try originalSBuf.table.part(range)
    let bytes = originalSBuf.dataBuffer == nil ? nil : try originalSBuf.table.bytes(of: range)
    let data = try bytes.flatMap { bytes in
      try originalSBuf.dataBuffer.map { try CMBlockBuffer(bufferReference: $0[bytes], flags: .permitEmptyReference) }
    }
    try self.init(originalSBuf, table: part, timings: part.timings, data: data)
    sampleAttachmentTable.replace(by: originalSBuf.sampleAttachmentTable, range: range)
  }

  private convenience init(
    _ original: CMSampleBuffer, table: SampleTable, timings: [CMSampleTimingInfo], data: CMBlockBuffer?
  ) throws {
    guard original.isValid else { throw Error.invalidated }
    var copied = try SampleTable(count: table.count, timings: timings, sizes: table.sizes)
    copied.packets = table.packets
    self.init(
      original.formatDescription, copied,
      State(
        imageBuffer: original.imageBuffer, dataBuffer: data ?? original.dataBuffer, readiness: original.dataReadiness))
    attachmentTable.replace(by: original.attachmentTable)
  }

  // MARK: Data

  /// The frame; nil for other samples, and once the buffer is invalidated.
  public var imageBuffer: CVImageBuffer? { state.with { $0.imageBuffer } }

  /// The bytes of the samples; nil without them, and once the buffer is invalidated.
  public var dataBuffer: CMBlockBuffer? { state.with { $0.dataBuffer } }

  /// Whether the buffer has not been invalidated.
  public var isValid: Bool { state.with { $0.isValid } }

  /// Whether the data is there.
  public var dataReadiness: DataReadiness {
    state.with { $0.isValid ? $0.readiness : .failed(kCMSampleBufferError_Invalidated) }
  }

  /// Adds the data of a buffer that was made without.
  ///
  /// Throws `Error.alreadyHasDataBuffer` and `Error.invalidated`.
  public func setDataBuffer(_ dataBuffer: CMBlockBuffer) throws {
    try state.with { state in
      guard state.isValid else { throw Error.invalidated }
      guard state.dataBuffer == nil, state.imageBuffer == nil else { throw Error.alreadyHasDataBuffer }
      state.dataBuffer = dataBuffer
    }
  }

  /// Sets whether the data is there. Failures are final.
  public func setDataReadiness(_ newValue: DataReadiness) throws {
    try state.with { state in
      guard state.isValid else { throw Error.invalidated }
      if case .failed = state.readiness { throw Error.dataFailed }
      state.readiness = newValue
    }
  }

  /// Makes the data ready with the handler of the buffer's creation, unless it is ready already.
  ///
  /// Throws the handler's error, `Error.bufferNotReady` without a handler, and `Error.invalidated`.
  public func makeDataReady() throws {
    guard isValid else { throw Error.invalidated }
    switch dataReadiness {
    case .ready: return
    case .failed(let status): throw mediaError(status)
    case .notReady:
      guard let handler = state.with({ $0.makeDataReady }) else { throw Error.bufferNotReady }
      try handler(self)
      try setDataReadiness(.ready)
    }
  }

  /// Releases the data even if the buffer is still referenced. Later uses of the data fail. Calls the handler.
  public func invalidate() throws {
    let handler = state.with { state in
      defer {
        state = State(imageBuffer: nil, dataBuffer: nil, readiness: state.readiness, isValid: false)
      }
      return state.invalidate
    }
    try handler?(self)
  }

  /// Sets a closure to be called when the buffer is invalidated.
  public func setInvalidateHandler(_ body: @escaping (CMSampleBuffer) throws -> Void) throws {
    try state.with { state in
      guard state.isValid else { throw Error.invalidated }
      guard state.invalidate == nil else { throw Error.requiredParameterMissing }
      state.invalidate = body
    }
  }

  // MARK: Samples

  /// The number of samples; 0 once the buffer is invalidated.
  public var numSamples: Int { isValid ? table.count : 0 }

  /// The size of all samples in bytes; 0 where it is unknown.
  public var totalSampleSize: Int { isValid ? table.totalSize : 0 }

  /// The size of a sample in bytes; 0 where it is unknown.
  public func sampleSize(at sampleIndex: Int) -> Int { isValid ? table.size(at: sampleIndex) : 0 }

  /// The sizes in bytes: one for each sample, or a single one for all.
  ///
  /// Throws `Error.bufferHasNoSampleSizes` and `Error.invalidated`.
  public func sampleSizes() throws -> [Int] {
    guard isValid else { throw Error.invalidated }
    guard !table.sizes.isEmpty else { throw Error.bufferHasNoSampleSizes }
    return table.sizes
  }

  /// The buffers of single samples, which share the bytes.
  ///
  /// Throws `Error.cannotSubdivide` if the sizes are unknown, and `Error.invalidated`.
  public func singleSampleBuffers() throws -> SingleSampleBuffers {
    guard isValid else { throw Error.invalidated }
    if dataBuffer != nil, table.count > 0 { _ = try table.bytes(of: 0..<1) }
    return SingleSampleBuffers(buffer: self)
  }

  // MARK: Times

  /// The presentation time (PTS) of the first sample to be presented; invalid if unknown.
  public var presentationTimeStamp: CMTime { table.start }

  /// The decode time (DTS) of the first sample; invalid if it is unknown or the same as the PTS.
  public var decodeTimeStamp: CMTime { table.decodeStart }

  /// The duration of all samples; invalid if unknown.
  public var duration: CMTime { table.duration }

  /// The presentation time on the output's timeline: the PTS unless another one was set. Without the part that
  /// `trimDurationAtStart` removes.
  public var outputPresentationTimeStamp: CMTime {
    let time = state.with { $0.outputPresentationTimeStamp }
    if time.isValid { return time }
    let trimmed = trim(.trimDurationAtStart)
    return trimmed > .zero ? presentationTimeStamp + trimmed : presentationTimeStamp
  }

  /// The duration on the output's timeline, without what `trimDurationAtStart` and `trimDurationAtEnd` remove.
  public var outputDuration: CMTime {
    let trimmed = trim(.trimDurationAtStart) + trim(.trimDurationAtEnd)
    return trimmed > .zero ? duration - trimmed : duration
  }

  /// The positive duration in an attachment; zero without one.
  package func trim(_ key: AttachmentKey) -> CMTime {
    let time = CMTime.attached(attachments[key]?.value)
    return time.isNumeric && time > .zero ? time : .zero
  }

  /// Sets the presentation time on the output's timeline; an invalid time restores the PTS.
  ///
  /// Throws `Error.invalidated`.
  public func setOutputPresentationTimeStamp(_ pts: CMTime) throws {
    try state.with { state in
      guard state.isValid else { throw Error.invalidated }
      state.outputPresentationTimeStamp = pts
    }
  }

  /// The timing of a sample.
  ///
  /// Throws `Error.sampleIndexOutOfRange`, `Error.bufferHasNoSampleTimingInfo` and `Error.invalidated`.
  public func sampleTimingInfo(at sampleIndex: CMItemIndex) throws -> CMSampleTimingInfo {
    guard isValid else { throw Error.invalidated }
    return try table.timing(at: sampleIndex)
  }

  /// The timings: one for each sample, or a single one for samples that follow each other.
  ///
  /// Throws `Error.bufferHasNoSampleTimingInfo` and `Error.invalidated`.
  public func sampleTimingInfos() throws -> [CMSampleTimingInfo] {
    guard isValid else { throw Error.invalidated }
    guard !table.timings.isEmpty else { throw Error.bufferHasNoSampleTimingInfo }
    return table.timings
  }

  /// Whether both are the same object.
  public static func == (left: CMSampleBuffer, right: CMSampleBuffer) -> Bool { left === right }

  /// Hashes the identity of the object.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension CMSampleBuffer: CMAttachmentBearerProtocol {
  /// The attachments of the buffer; those of single samples are in `sampleAttachments`.
  public var attachments: CMAttachmentBearerAttachments {
    CMAttachmentBearerAttachments(storage: .table(attachmentTable))
  }
}

extension CMTime {
  /// The time in an attachment: a time, a boxed one or a dictionary; invalid for anything else.
  static func attached(_ value: Any?) -> CMTime {
    if let time = value as? CMTime { return time }
    if let box = value as? NSValue { return box.timeValue }
    return (value as? CFDictionary).map { CMTimeMakeFromDictionary($0) } ?? .invalid
  }
}
