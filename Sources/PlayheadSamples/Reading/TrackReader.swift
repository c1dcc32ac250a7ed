import CoreMedia
import CoreVideo
import Foundation
import PlayheadAudio
import PlayheadCompositions
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia
import PlayheadPipeline

/// Samples in the order in which a program receives them. Used by one thread at a time.
protocol SampleProducer: AnyObject {
  /// The next samples; nil after the last ones. Blocks while they are read and decoded.
  ///
  /// - Throws: `MediaError` if reading or decoding fails, or is cancelled.
  func next() throws(MediaError) -> CMSampleBuffer?
}

/// Reads the samples of one track faster or slower than real time, as a program asks for them.
///
///     container ──► SourceTrack ─┬─► CompressedSamples ──────────────────────────────────┐
///                                ├─► SegmentFrames, CompositionVideoTrack ► FrameSamples ├─► sample buffers
///                                └─► SegmentSamples, CompositionAudioTrack ► PCMSamples ─┘
///
/// Every reader has a container of its own, so that two tracks of a file can be read at any pace.
package final class TrackReader: @unchecked Sendable {
  // Sendable: `producer` is used only while `lock` is held, and the control by any thread.
  private let request: TrackReadRequest
  private let control = CompositionControl()
  private let lock = NSLock()
  private var producer: (any SampleProducer)?

  /// Opens nothing yet.
  package init(_ request: TrackReadRequest) { self.request = request }

  /// Opens the source and the decoder. Blocks.
  ///
  /// - Throws: `MediaError` if the resource cannot be opened, or has no such track with a decoder.
  package func open() throws(MediaError) {
    lock.lock()
    defer { lock.unlock() }
    producer = try makeProducer()
  }

  /// The next samples; nil after the last ones, and before `open`. Blocks while they are read and decoded.
  ///
  /// - Throws: `MediaError` if reading or decoding fails; with the kind `.cancelled` after `cancel`.
  package func next() throws(MediaError) -> CMSampleBuffer? {
    lock.lock()
    defer { lock.unlock() }
    if control.isCancelled { throw MediaError(.cancelled, url: request.url) }
    return try producer?.next()
  }

  /// Ends a read in progress and all later ones. Any thread.
  package func cancel() { control.cancel() }

  // MARK: Producers

  private func makeProducer() throws(MediaError) -> any SampleProducer {
    let provider = PlaybackEnvironment.current.sources
    switch (request.source, request.output) {
    case (.track(let source, let info), .compressed(let format)):
      let sources = SourceTracks(provider, control: control)
      let track = try sources.track(source, kind: info.kind, requiresDecoder: false)
      return CompressedSamples(track, sources, range: request.range, url: source.url, format: format, control: control)
    case (.track(let source, let info), .frames(let form, let copies)):
      let sources = SourceTracks(provider, control: control)
      let frames = try SegmentFrames(
        try sources.track(source, kind: info.kind), range: request.range, url: source.url, control: control)
      return FrameSamples(form, copies: copies, url: request.url) { () throws(MediaError) in
        _ = sources
        return try frames.next().map { CompositionFrame(frame: $0, time: $0.presentationTime, duration: $0.duration) }
      }
    case (.composed(let track), .frames(let form, let copies)):
      let frames = CompositionVideoTrack(track, end: track.end, provider: provider, control: control)
      let end = min(request.range.end, track.end)
      frames.seek(to: request.range.start)
      return FrameSamples(form, copies: copies, url: request.url) { () throws(MediaError) in
        guard let frame = try frames.next(), frame.time < end else { return nil }
        return frame
      }
    case (.track(let source, let info), .audio(let form)):
      return try audio(of: source, info, form, SourceTracks(provider, control: control))
    case (.composed(let track), .audio(let form)):
      let format = form.resolved(track.info)
      let pitch = request.pitch
      let reader = CompositionAudioTrack(track, format: format, provider: provider, control: control) { pitch }
      let range = request.range.intersection(CMTimeRange(start: .zero, end: track.end))
      reader.seek(to: CompositionAudioTrack.frame(at: range.start, format))
      return PCMSamples(form, format, range: range) { (count: Int) throws(MediaError) in try reader.read(count) }
    case (.mix(let composition, let settings), .audio(let form)):
      return try mix(composition, settings, form)
    case (.composite(let composition, let compositor), .frames(let form, _)):
      guard let first = composition.tracks.first(where: { $0.info.kind == .video })?.info else {
        throw MediaError(.noVideoTrack, url: request.url)
      }
      let lane = VideoCompositionLane(compositor, composition, as: first, provider: provider, control: control)
      return ComposedSamples(lane, as: form, range: request.range, url: request.url)
    case (.mix, _), (.composed, .compressed), (.composite, _):
      throw MediaError(.refusedContainer("composition"), url: request.url)
    }
  }

  /// The samples of a container's track, cut to the range.
  private func audio(
    of source: CompositionDescription.Source, _ info: TrackInfo, _ form: PCMFormat, _ sources: SourceTracks
  ) throws(MediaError) -> any SampleProducer {
    let format = form.resolved(info)
    let track = try sources.track(source, kind: .audio)
    // A track that begins later has no samples before.
    let begin = info.timeRange.start.isNumeric ? info.timeRange.start : .zero
    let start = max(request.range.start, begin)
    let range = CMTimeRange(start: start, end: max(start, request.range.end))
    let samples = try SegmentSamples(
      track, range: range, url: source.url, format: format, rate: 1, pitch: request.pitch, control: control)
    return PCMSamples(form, format, range: range) { (_: Int) throws(MediaError) in
      _ = sources
      return try samples.next() ?? []
    }
  }

  /// The samples of all audio tracks together.
  private func mix(
    _ composition: CompositionDescription, _ settings: AudioMixSettings?, _ form: PCMFormat
  ) throws(MediaError) -> any SampleProducer {
    let item = EngineItem(url: request.url, composition: composition)
    item.mix = settings
    guard let first = composition.audibleTracks.first?.info,
      let mixer = CompositionAudioMixer(
        composition, as: first, item: item, provider: PlaybackEnvironment.current.sources, control: control,
        processes: true)
    else { throw MediaError(.noPlayableTracks, url: request.url) }
    let mixed = CompositionAudioMixer.format(of: composition)
    let range = request.range.intersection(CMTimeRange(start: .zero, end: composition.duration))
    mixer.seek(to: range.start)
    let format = form.resolved(first, fallback: mixed)
    let output = try AudioFormatConverter(from: mixer.parameters, to: format, url: request.url)
    return PCMSamples(form, format, range: range) { (_: Int) throws(MediaError) in
      while let packet = try mixer.next() {
        let samples = try output.convert(packet)
        if !samples.isEmpty { return samples }
      }
      return try output.finish()
    }
  }
}

extension PCMFormat {
  /// The format in which a track is decoded.
  fileprivate func resolved(_ info: TrackInfo, fallback: AudioFormat? = nil) -> AudioFormat {
    let (rate, channels) = (info.audio?.sampleRate ?? 0, info.audio?.channels ?? 0)
    let known =
      fallback
      ?? AudioFormat(
        sampleRate: rate > 0 ? rate : 48_000, channelCount: channels > 0 ? min(channels, 64) : 2)
    return AudioFormat(
      sampleRate: sampleRate ?? known.sampleRate, channelCount: channelCount ?? known.channelCount)
  }
}

/// Converts packets of uncompressed audio to another rate and number of channels. Used by one thread at a time.
private final class AudioFormatConverter {
  private let decoder: AudioTrackDecoder
  private let url: URL
  private let errors = AudioDecodeErrors()
  private var isFinished = false

  /// Opens a decoder of the packets.
  init(from parameters: StreamParameters, to format: AudioFormat, url: URL) throws(MediaError) {
    self.url = url
    do throws(FFmpegError) {
      decoder = try AudioTrackDecoder(parameters, format: format, errors: errors)
    } catch {
      throw MediaError(.noDecoder(codec: parameters.track.codecName), url: url, cause: error)
    }
  }

  /// The samples that a packet makes available.
  func convert(_ packet: Packet) throws(MediaError) -> [Float] {
    var (result, failure): ([Float], FFmpegError?) = ([], nil)
    decoder.decode(packet, deliver: { samples, _ in result += samples }, fail: { failure = $0 })
    if let failure { throw MediaError(.decodeFailed(codec: "pcm"), url: url, cause: failure) }
    return result
  }

  /// The samples that the converter still holds; empty from the second call on.
  func finish() throws(MediaError) -> [Float] {
    guard !isFinished else { return [] }
    isFinished = true
    var result: [Float] = []
    do throws(FFmpegError) {
      try decoder.drain(deliver: { samples, _ in result += samples }, fail: { _ in })
    } catch {
      throw MediaError(.decodeFailed(codec: "pcm"), url: url, cause: error)
    }
    return result
  }
}
