import CoreMedia
import PlayheadBasics
import PlayheadClock
import PlayheadFFmpeg
import PlayheadMedia

/// Decodes the audio of a program into a timeline in the output's format. Used by one thread.
final class SampleAudioDecoder {
  /// A decoder and its parameters.
  private struct Opened: ~Copyable {
    var decoder: AudioDecoder
    let parameters: StreamParameters
  }

  private var opened: Opened?
  private var resampler: AudioResampler
  private let sampleRate: Int
  private let channelCount: Int

  /// Creates a decoder for an output format.
  init(sampleRate: Int, channelCount: Int) {
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    resampler = AudioResampler(sampleRate: sampleRate, channelCount: channelCount)
  }

  /// Forgets the audio so far: what follows is not contiguous with it.
  func flush() {
    opened = nil
    resampler.reset()
  }

  /// Decodes a sample and appends its audio.
  func decode(_ sample: AudioSample, into timeline: inout PCMTimeline) throws(SampleBufferError) {
    switch sample {
    case .failure(let error): throw error
    case .packets(let packets, let parameters, let trimStart, let trimEnd):
      try open(parameters, into: &timeline)
      // A trimmed buffer is decoded as a whole: its decoder may return its audio with the next one.
      let start = packets.first?.presentationTime ?? .invalid
      let end = packets.last.map { $0.presentationTime + $0.duration } ?? .invalid
      let presented = (
        from: trimStart > .zero && start.isNumeric ? start + trimStart : CMTime.negativeInfinity,
        to: trimEnd > .zero && end.isNumeric ? end - trimEnd : CMTime.positiveInfinity
      )
      for packet in packets { try decode(packet, presented, into: &timeline) }
    }
  }

  /// Appends the audio that the decoder and the resampler still hold, after the last sample.
  func finish(into timeline: inout PCMTimeline) throws(SampleBufferError) {
    guard let codec = opened?.parameters.track.codecName else { return }
    do throws(FFmpegError) {
      opened?.decoder.drain()
      try receive((.negativeInfinity, .positiveInfinity), into: &timeline)
      var samples: [Float] = []
      try resampler.convert(nil, into: &samples)
      if let end = timeline.end { timeline.append(samples, at: end) }
    } catch {
      throw .decodeFailed(codec: codec, cause: error)
    }
  }

  private func open(_ parameters: StreamParameters, into timeline: inout PCMTimeline) throws(SampleBufferError) {
    if let current = opened?.parameters, parameters.continues(current) { return }
    flush()
    do throws(FFmpegError) {
      opened = Opened(decoder: try AudioDecoder(parameters), parameters: parameters)
    } catch {
      throw .noDecoder(codec: parameters.track.codecName, cause: error)
    }
  }

  private func decode(
    _ packet: Packet, _ presented: (from: CMTime, to: CMTime), into timeline: inout PCMTimeline
  ) throws(SampleBufferError) {
    let codec = opened?.parameters.track.codecName ?? ""
    do throws(FFmpegError) {
      while try opened?.decoder.send(packet) == false { try receive(presented, into: &timeline) }
      try receive(presented, into: &timeline)
    } catch {
      throw .decodeFailed(codec: codec, cause: error)
    }
  }

  private func receive(_ presented: (from: CMTime, to: CMTime), into timeline: inout PCMTimeline) throws(FFmpegError) {
    while let frame = try opened?.decoder.receive() {
      var samples: [Float] = []
      try resampler.convert(frame, into: &samples)
      var start = timeline.frame(ofMedia: frame.presentationTime.nanoseconds)
      let count = Int64(samples.count / channelCount)
      let from = presented.from.isNumeric ? timeline.frame(ofMedia: presented.from.nanoseconds) : start
      let to = presented.to.isNumeric ? timeline.frame(ofMedia: presented.to.nanoseconds) : start + count
      let (first, last) = (max(0, min(count, from - start)), max(0, min(count, to - start)))
      guard first < last else { continue }
      if last < count { samples.removeLast(Int(count - last) * channelCount) }
      if first > 0 { samples.removeFirst(Int(first) * channelCount) }
      start += first
      timeline.append(samples, at: start)
    }
  }
}
