import CoreMedia
import Foundation
import PlayheadBasics
import PlayheadClock
import PlayheadFFmpeg
import PlayheadMedia

/// Makes the packets of one track of a new file from the samples of a program. Used by one thread at a time.
final class WriterLane {
  /// A failure of a lane.
  enum Failure: Error {
    /// The buffer has a format that the track does not accept, or no data.
    case invalidSample
    /// The times of the samples do not ascend.
    case times
    /// An encoder could not be opened, or has failed.
    case encoder(codec: String, FFmpegError)
    /// Compressed samples cannot be decoded.
    case decoder(SampleBufferError)
    /// Silence of more than a day would have to be written.
    case gap
  }

  let track: WriterTrack
  /// The coding of the packets; nil before the first sample.
  private(set) var parameters: StreamParameters?
  /// The time of the packets' timeline that is zero in the file.
  private(set) var origin = CMTime.zero
  /// The timescale of the track; nil before the first sample.
  private(set) var timescale: CMTimeScale?

  private var frames = VideoSampleReader()
  private var audio = AudioSampleReader()
  private var videoEncoder: VideoEncoder?
  private let toneMapper = ToneMapper()
  private var audioLane: EncodedAudio?
  private var last = CMTime.negativeInfinity

  /// The boundary after which the next frame becomes a keyframe.
  private var boundaries: SegmentBoundaries?

  init(_ track: WriterTrack) { (self.track, boundaries) = (track, track.boundaries) }

  /// Makes the next frame a keyframe.
  func beginSegment() { boundaries?.request(at: last) }

  /// The packets that a buffer completes.
  func packets(of buffer: CMSampleBuffer, _ session: WriterSession) throws(Failure) -> [Packet] {
    switch (track.kind, track.coding) {
    case (.video, _): try video(buffer, session)
    case (.audio, .audio(let settings)): try encoded(buffer, settings, session)
    case (.audio, _): try copied(buffer, session)
    default: throw .invalidSample
    }
  }

  /// The packets that remain after the last sample.
  func finish(_ session: WriterSession) throws(Failure) -> [Packet] {
    let codec = parameters?.track.codecName ?? ""
    let audio = try audioLane?.finish(session) ?? []
    do throws(FFmpegError) {
      return try (videoEncoder?.finish() ?? []) + audio
    } catch {
      throw .encoder(codec: codec, error)
    }
  }

  // MARK: Video

  private func video(_ buffer: CMSampleBuffer, _ session: WriterSession) throws(Failure) -> [Packet] {
    var packets: [Packet] = []
    for sample in frames.samples(of: buffer) {
      switch (sample.content, track.coding) {
      case (.frame(let frame), .video(let settings)): packets += try encode(frame, settings, session)
      case (.packet(let packet, let parameters), .copied):
        try open(parameters, packet.presentationTime, session)
        try ascend([packet])
        packets.append(packet)
      case (.marker, _): break
      default: throw .invalidSample
      }
    }
    return packets
  }

  /// Encodes the part of a frame that is within the session.
  private func encode(
    _ frame: VideoFrame, _ settings: VideoEncoding, _ session: WriterSession
  ) throws(Failure) -> [Packet] {
    let time = max(frame.presentationTime, session.start)
    guard frame.presentationTime.isNumeric else { throw .invalidSample }
    let known = frame.duration > .zero
    if known, frame.presentationTime + frame.duration <= session.start { return [] }
    if !known, frame.presentationTime < session.start { return [] }
    guard time < session.end else { return [] }
    guard time > last else { throw .times }
    last = time
    let end = known ? min(frame.presentationTime + frame.duration, session.end) : time
    var frame = frame
    // Dolby Vision's samples have no colours that an encoded file could declare.
    if settings.convertsHDR && frame.color.isHDR || frame.color.dolbyVisionMapping != nil {
      let (width, height) = (settings.width ?? frame.width, settings.height ?? frame.height)
      guard let mapped = toneMapper.standard(frame, width: width, height: height) else { throw .invalidSample }
      frame = mapped
    }
    do throws(FFmpegError) {
      let encoder: VideoEncoder
      if let videoEncoder {
        encoder = videoEncoder
      } else {
        let scale = track.timescale(for: frame.presentationTime)
        encoder = try VideoEncoder(settings, like: frame, timescale: scale)
        (videoEncoder, parameters, timescale) = (encoder, encoder.parameters, scale)
      }
      let isKey = boundaries?.pass(time) ?? false
      return try encoder.encode(frame, at: time - session.start, duration: end - time, isKey: isKey)
    } catch {
      throw .encoder(codec: settings.codecName, error)
    }
  }

  // MARK: Audio

  private func encoded(
    _ buffer: CMSampleBuffer, _ settings: AudioEncoding, _ session: WriterSession
  ) throws(Failure) -> [Packet] {
    guard let sample = audio.sample(of: buffer) else { return [] }
    guard case .packets(_, let source, _, _) = sample else { throw .invalidSample }
    do throws(FFmpegError) {
      if audioLane == nil {
        let made = try EncodedAudio(settings, source: source.track.audio, buffer.presentationTimeStamp, session)
        (audioLane, parameters, timescale) = (made, made.encoder.parameters, made.sampleRate)
      }
    } catch {
      throw .encoder(codec: settings.codecName, error)
    }
    return try audioLane?.packets(of: sample, session) ?? []
  }

  private func copied(_ buffer: CMSampleBuffer, _ session: WriterSession) throws(Failure) -> [Packet] {
    guard let sample = audio.sample(of: buffer) else { return [] }
    guard case .packets(let packets, let parameters, _, _) = sample else { throw .invalidSample }
    let rate = parameters.track.audio.flatMap { CMTimeScale(exactly: $0.sampleRate) }
    try open(parameters, buffer.presentationTimeStamp, session, timescale: rate)
    try ascend(packets)
    return packets
  }

  /// Checks that copied packets are decoded after those before.
  private func ascend(_ packets: [Packet]) throws(Failure) {
    for packet in packets {
      let time = packet.decodeTime.isNumeric ? packet.decodeTime : packet.presentationTime
      guard time.isNumeric else { throw .invalidSample }
      guard time > last else { throw .times }
      last = time
    }
  }

  private func open(
    _ parameters: StreamParameters, _ time: CMTime, _ session: WriterSession, timescale: CMTimeScale? = nil
  ) throws(Failure) {
    guard self.parameters == nil else { return }
    guard time.isNumeric else { throw .invalidSample }
    self.parameters = parameters
    self.timescale = track.timescale ?? timescale ?? track.timescale(for: time)
    origin = session.start
  }
}

/// Encodes the audio of a program from the start of the session on: gaps become silence. Used by one thread at a time.
private final class EncodedAudio {
  let encoder: AudioEncoder
  let sampleRate: Int32
  private let decoder: SampleAudioDecoder
  private var timeline: PCMTimeline
  /// The number of the next frame to encode, since time zero of the samples.
  private var position: Int64
  private let channelCount: Int

  /// The seconds of silence that are written between samples.
  private static let gapLimit: Int64 = 86_400

  init(
    _ wanted: AudioEncoding, source: TrackInfo.AudioInfo?, _ first: CMTime, _ session: WriterSession
  ) throws(FFmpegError) {
    var settings = wanted
    if settings.sampleRate <= 0 { settings.sampleRate = source?.sampleRate ?? 48_000 }
    if settings.channelCount <= 0 { settings.channelCount = source?.channels ?? 2 }
    settings.sampleRate = AudioEncoder.sampleRate(settings.sampleRate, for: settings.codecName)
    sampleRate = Int32(clamping: settings.sampleRate)
    channelCount = settings.channelCount
    decoder = SampleAudioDecoder(sampleRate: settings.sampleRate, channelCount: settings.channelCount)
    timeline = PCMTimeline(sampleRate: settings.sampleRate, channelCount: settings.channelCount)
    let begin = timeline.frame(ofMedia: session.start.nanoseconds)
    // A track that begins later than the session has no silence before.
    position = max(begin, first.isNumeric ? timeline.frame(ofMedia: first.nanoseconds) : begin)
    encoder = try AudioEncoder(settings, start: position.subtractingSaturated(begin))
  }

  func packets(of sample: AudioSample, _ session: WriterSession) throws(WriterLane.Failure) -> [Packet] {
    do throws(SampleBufferError) {
      try decoder.decode(sample, into: &timeline)
    } catch {
      throw .decoder(error)
    }
    return try encode(upTo: session.end)
  }

  func finish(_ session: WriterSession) throws(WriterLane.Failure) -> [Packet] {
    do throws(SampleBufferError) {
      try decoder.finish(into: &timeline)
    } catch {
      throw .decoder(error)
    }
    return try encode(upTo: session.end) + encoding { () throws(FFmpegError) in try encoder.finish() }
  }

  /// Encodes the decoded audio, at most to a time.
  private func encode(upTo end: CMTime) throws(WriterLane.Failure) -> [Packet] {
    let limit = end.isNumeric ? timeline.frame(ofMedia: end.nanoseconds) : .max
    let stop = min(timeline.end ?? position, limit)
    guard stop.subtractingSaturated(position) <= Self.gapLimit * Int64(sampleRate) else { throw .gap }
    var packets: [Packet] = []
    while position < stop {
      // A gap of any length is written in parts.
      let samples = timeline.read(from: position, count: Int(min(stop - position, Int64(sampleRate))))
      guard !samples.isEmpty else { break }
      packets += try encoding { () throws(FFmpegError) in try encoder.encode(samples) }
      position += Int64(samples.count / channelCount)
    }
    timeline.removeAll(before: position)
    return packets
  }

  private func encoding(_ body: () throws(FFmpegError) -> [Packet]) throws(WriterLane.Failure) -> [Packet] {
    do throws(FFmpegError) {
      return try body()
    } catch {
      throw .encoder(codec: encoder.parameters.track.codecName, error)
    }
  }
}
