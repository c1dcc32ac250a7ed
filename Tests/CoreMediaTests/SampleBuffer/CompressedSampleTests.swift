import CoreMedia
import Foundation
import Testing

/// Buffers with several samples of compressed data.
@Suite struct CompressedSampleTests {
  private func data(_ bytes: [UInt8]) throws -> CMBlockBuffer {
    let buffer = try CMBlockBuffer(length: bytes.count)
    try bytes.withUnsafeBytes { try buffer.replaceDataBytes(with: $0) }
    return buffer
  }

  private func timing(_ presentation: Int64, _ decode: Int64) -> CMSampleTimingInfo {
    CMSampleTimingInfo(
      duration: CMTime(value: 1, timescale: 25), presentationTimeStamp: CMTime(value: presentation, timescale: 25),
      decodeTimeStamp: CMTime(value: decode, timescale: 25))
  }

  @Test func separatesSamples() throws {
    let buffer = try CMSampleBuffer(
      dataBuffer: data([1, 2, 2, 3, 3, 3]), formatDescription: nil, numSamples: 3,
      sampleTimings: [timing(2, 0), timing(0, 1), timing(1, 2)], sampleSizes: [1, 2, 3])
    buffer.sampleAttachments[1][.notSync] = true
    #expect(buffer.numSamples == 3 && buffer.totalSampleSize == 6 && buffer.sampleSize(at: 2) == 3)
    #expect(buffer.presentationTimeStamp == .zero && buffer.decodeTimeStamp == .zero)
    #expect(buffer.duration == CMTime(value: 3, timescale: 25))
    let singles = Array(try buffer.singleSampleBuffers())
    let bytes = try singles.map { try $0.dataBuffer?.dataBytes() }
    #expect(bytes == [Data([1]), Data([2, 2]), Data([3, 3, 3])])
    #expect(singles.map(\.presentationTimeStamp.value) == [2, 0, 1])
    #expect(singles.map { $0.sampleAttachments[0][.notSync] as? Bool } == [nil, true, nil])
    #expect(buffer.sampleSize(at: 3) == 0)
    #expect(throws: CMSampleBuffer.Error.sampleIndexOutOfRange) { try buffer.sampleTimingInfo(at: 3) }
    #expect(throws: CMSampleBuffer.Error.sampleIndexOutOfRange) { try CMSampleBuffer(copying: buffer, forRange: 2..<4) }
  }

  @Test func singleEntriesHoldForAllSamples() throws {
    let buffer = try CMSampleBuffer(
      dataBuffer: data(Array(0..<8)), formatDescription: nil, numSamples: 4, sampleTimings: [timing(10, 9)],
      sampleSizes: [2])
    #expect(try buffer.sampleTimingInfo(at: 3).presentationTimeStamp == CMTime(value: 13, timescale: 25))
    #expect(try buffer.sampleTimingInfo(at: 3).decodeTimeStamp == CMTime(value: 12, timescale: 25))
    let last = try CMSampleBuffer(copying: buffer, forRange: 2..<4)
    #expect(try last.dataBuffer?.dataBytes() == Data([4, 5, 6, 7]))
    #expect(last.presentationTimeStamp == CMTime(value: 12, timescale: 25) && last.totalSampleSize == 4)
  }

  @Test func rejectsImpossibleCounts() throws {
    func make(_ count: Int, _ timings: Int, _ sizes: [Int]) throws -> CMSampleBuffer {
      try CMSampleBuffer(
        dataBuffer: nil, formatDescription: nil, numSamples: count,
        sampleTimings: Array(repeating: timing(0, 0), count: timings), sampleSizes: sizes)
    }
    #expect(throws: CMSampleBuffer.Error.invalidEntryCount) { try make(3, 2, []) }
    #expect(throws: CMSampleBuffer.Error.invalidEntryCount) { try make(3, 1, [1, 2]) }
    #expect(throws: CMSampleBuffer.Error.invalidEntryCount) { try make(-1, 1, []) }
    #expect(throws: CMSampleBuffer.Error.invalidSampleData) { try make(1, 1, [-4]) }
    let huge = try make(.max, 1, [2])
    #expect(huge.totalSampleSize == .max && huge.duration.seconds > 1e9)
    #expect(throws: CMSampleBuffer.Error.bufferHasNoSampleSizes) { try make(1, 1, []).sampleSizes() }
    #expect(throws: CMSampleBuffer.Error.bufferHasNoSampleTimingInfo) { try make(1, 0, []).sampleTimingInfos() }
    #expect(throws: CMSampleBuffer.Error.cannotSubdivide) {
      _ = try CMSampleBuffer(
        dataBuffer: data([1, 2]), formatDescription: nil, numSamples: 2, sampleTimings: [timing(0, 0)],
        sampleSizes: []
      ).singleSampleBuffers()
    }
    // Sizes beyond the data end the sequence.
    let short = try CMSampleBuffer(
      dataBuffer: data([1, 2]), formatDescription: nil, numSamples: 2, sampleTimings: [timing(0, 0)], sampleSizes: [2])
    #expect(Array(try short.singleSampleBuffers()).count == 1)
  }

  @Test func makesDataReadyLater() throws {
    let later = try data([1, 2])
    let buffer = try CMSampleBuffer(
      dataBuffer: nil, dataReady: false, formatDescription: nil, numSamples: 1, sampleTimings: [timing(0, 0)],
      sampleSizes: [2], makeDataReadyHandler: { try $0.setDataBuffer(later) })
    #expect(!CMSampleBufferDataIsReady(buffer) && buffer.dataBuffer == nil)
    try buffer.makeDataReady()
    #expect(buffer.dataReadiness == .ready && buffer.dataBuffer == later)
    #expect(throws: CMSampleBuffer.Error.alreadyHasDataBuffer) { try buffer.setDataBuffer(later) }
    let failed = try CMSampleBuffer(
      dataBuffer: nil, dataReady: false, formatDescription: nil, numSamples: 1, sampleTimings: [], sampleSizes: [])
    #expect(throws: CMSampleBuffer.Error.bufferNotReady) { try failed.makeDataReady() }
    try failed.setDataReadiness(.failed(-5))
    var status: OSStatus = 0
    #expect(CMSampleBufferHasDataFailed(failed, statusOut: &status) && status == -5)
  }

  @Test func functionsSetAttachments() throws {
    let buffer = try CMSampleBuffer(
      dataBuffer: nil, formatDescription: nil, numSamples: 1, sampleTimings: [timing(0, 0)], sampleSizes: [])
    #expect(CMSampleBufferGetSampleAttachmentsArray(buffer, createIfNecessary: false) == nil)
    let list = try #require(CMSampleBufferGetSampleAttachmentsArray(buffer, createIfNecessary: true))
    let first = try #require(list.first as? NSMutableDictionary)
    first[kCMSampleAttachmentKey_DisplayImmediately] = true
    #expect(buffer.sampleAttachments[0][.displayImmediately] as? Bool == true)
    CMSetAttachment(
      buffer, key: kCMSampleBufferAttachmentKey_TrimDurationAtStart, value: CMTime(value: 1, timescale: 50),
      attachmentMode: kCMAttachmentMode_ShouldPropagate)
    #expect(buffer.outputPresentationTimeStamp == CMTime(value: 1, timescale: 50))
    #expect(buffer.outputDuration == CMTime(value: 1, timescale: 50))
    let copy = try CMSampleBuffer(copying: buffer, withNewTiming: [timing(5, 5)])
    #expect(copy.attachments[.trimDurationAtStart]?.mode == .shouldPropagate)
    #expect(copy.sampleAttachments[0][.displayImmediately] as? Bool == true)
    var mode: CMAttachmentMode = 9
    #expect(CMGetAttachment("text", key: "key", attachmentModeOut: &mode) == nil && mode == 9)
  }

  @Test func callsInvalidateHandler() throws {
    let buffer = try CMSampleBuffer(
      dataBuffer: data([1]), formatDescription: nil, numSamples: 1, sampleTimings: [timing(0, 0)], sampleSizes: [1])
    nonisolated(unsafe) var calls = 0
    #expect(CMSampleBufferSetInvalidateHandler(buffer) { _ in calls += 1 } == noErr)
    try buffer.invalidate()
    #expect(calls == 1 && buffer.dataBuffer == nil && buffer.numSamples == 0)
    #expect(throws: CMSampleBuffer.Error.invalidated) { try CMSampleBuffer(copying: buffer) }
  }
}
