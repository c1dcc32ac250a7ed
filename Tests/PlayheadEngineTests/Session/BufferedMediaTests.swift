import CoreMedia
import PlayheadNetworking
import Testing

@testable import PlayheadEngine

/// Estimates for a file of 100 s and 1 000 000 bytes: 80 000 bits per second.
@Suite struct BufferedMediaTests {
  private func file(bytesAhead: Int64 = 0, throughput: Double? = nil, isFull: Bool = false) -> TransferSnapshot {
    var transfer = TransferSnapshot()
    transfer.size = 1_000_000
    transfer.bytesAhead = bytesAhead
    transfer.throughput = throughput
    transfer.isFull = isFull
    return transfer
  }

  private func stream(loadedEnd: Double) -> TransferSnapshot {
    var transfer = TransferSnapshot()
    transfer.stream = StreamSnapshot()
    transfer.stream?.loadedEnd = loadedEnd
    return transfer
  }

  private func media(
    _ decoded: Double, _ transfer: TransferSnapshot?, rate: Float = 1, isFull: Bool = false, isRead: Bool = false,
    duration: CMTime = CMTime(value: 100, timescale: 1)
  ) -> BufferedMedia {
    BufferedMedia(
      decodedSeconds: decoded, transfer: transfer, position: 40, duration: duration, rate: rate, areQueuesFull: isFull,
      hasReadEverything: isRead)
  }

  @Test func bytesCountAtTheAverageBitRate() {
    // 50 000 bytes are a twentieth of the file.
    #expect(media(0.5, file(bytesAhead: 50_000)).secondsAhead == 5.5)
    #expect(media(0.5, file(bytesAhead: 50_000), duration: .indefinite).secondsAhead == 0.5)
    #expect(media(0.5, nil).secondsAhead == 0.5)
  }

  @Test func streamCountsToTheEndOfLoadedSegments() {
    #expect(media(0.5, stream(loadedEnd: 47)).secondsAhead == 7)
    #expect(media(0.5, stream(loadedEnd: 40.1)).secondsAhead == 0.5)
  }

  @Test func mediaLastsHalfAsLongAtDoubleRate() {
    #expect(media(3, nil, rate: 2).playingTime == 1.5)
    #expect(media(3, nil, rate: 0.5).playingTime == 3)
    #expect(media(3, nil, rate: -2).playingTime == 3)
  }

  @Test func isCompleteWhenReadOrWithoutCapacity() {
    #expect(media(0, file(), isRead: true).isComplete)
    #expect(!media(0, file()).isComplete)
    // The queues are full, and the bytes are not.
    #expect(!media(0, file(), isFull: true).isComplete)
    #expect(media(0, file(isFull: true), isFull: true).isComplete)
    #expect(!media(0, file(isFull: true), isFull: false).isComplete)
    // Bytes without a size cannot be counted.
    #expect(media(0, TransferSnapshot(), isFull: true).isComplete)
    #expect(media(0, nil, isFull: true).isComplete)
    #expect(!media(0, stream(loadedEnd: 40), isFull: true).isComplete)
  }

  @Test func keepsUpWhenBytesArriveFasterThanTheyPlay() {
    #expect(media(0, file(throughput: 80_001)).isLikelyToKeepUp)
    #expect(!media(0, file(throughput: 80_000)).isLikelyToKeepUp)
    #expect(!media(0, file(throughput: 120_000), rate: 2).isLikelyToKeepUp)
    #expect(media(0, file(throughput: 170_000), rate: 2).isLikelyToKeepUp)
    // Without a measured throughput, a second of decoded media.
    #expect(media(1, file()).isLikelyToKeepUp && !media(0.9, file()).isLikelyToKeepUp)
    #expect(media(0, file(), isRead: true).isLikelyToKeepUp)
    #expect(media(0, file(isFull: true)).isLikelyToKeepUp)
  }

  @Test func streamKeepsUpWithFourSeconds() {
    #expect(media(0, stream(loadedEnd: 44)).isLikelyToKeepUp)
    #expect(!media(0, stream(loadedEnd: 43.9)).isLikelyToKeepUp)
    #expect(!media(0, stream(loadedEnd: 47), rate: 2).isLikelyToKeepUp)
    #expect(media(0, stream(loadedEnd: 48), rate: 2).isLikelyToKeepUp)
  }

  @Test func requestedForwardBufferIsConvertedToBytes() {
    #expect(media(0, file()).readAheadBytes(for: 30) == 300_000)
    #expect(media(0, file()).readAheadBytes(for: nil) == nil)
    #expect(media(0, file(), duration: .indefinite).readAheadBytes(for: 30) == nil)
    #expect(media(0, TransferSnapshot()).readAheadBytes(for: 30) == nil)
  }
}
