import CPlayheadFFmpeg
import CoreMedia

/// Decodes the packets of one audio track. Priming and padding that the container tells of are already cut. Used by one thread.
package struct AudioDecoder: ~Copyable {
  private let context: DecoderContext
  private let parameters: StreamParameters
  private var expected = CMTime.zero

  package init(_ parameters: StreamParameters) throws(FFmpegError) {
    // Sound is cheap: more threads would only add delay.
    context = try DecoderContext(parameters, threads: 1)
    self.parameters = parameters
  }

  package mutating func send(_ packet: Packet) throws(FFmpegError) -> Bool { try context.send(packet) }

  package mutating func drain() { context.drain() }

  package mutating func flush(startingAt time: CMTime) {
    context.flush()
    expected = time
  }

  package mutating func receive() throws(FFmpegError) -> AudioFrame? {
    guard let frame = try context.receive() else { return nil }
    var time = parameters.mapping.time(ofTicks: frame.pointee.best_effort_timestamp)
    if !time.isNumeric { time = expected }
    let result = AudioFrame(taking: frame, presentationTime: time)
    if result.sampleRate > 0 {
      expected = time + CMTime(value: Int64(result.sampleCount), timescale: Int32(result.sampleRate))
    }
    return result
  }
}
