import CPlayheadFFmpeg
import Glibc
import PlayheadBasics
import PlayheadMedia

/// Plays audio faster or slower. Used by one thread.
package struct TimeStretcher: ~Copyable {
  /// The filters, freed by this object.
  private let chain: FilterChain
  /// The rate of input and output in hertz.
  private let sampleRate: Int
  /// The number of interleaved channels.
  private let channelCount: Int
  /// The number of samples of each channel passed to the filter: the next timestamp, in units of the sample rate.
  private var position: Int64 = 0

  /// The largest difference of the rate from 1 at which audio is resampled, whatever the algorithm: a tenth of a
  /// semitone is not audible, while cuts and overlaps of tones may be.
  private static let resampledChange = 0.005
  /// The precision of `asetrate` for such rates, in parts of a hertz: it takes whole numbers of 32 bits.
  private static let rateParts = 100

  /// Rate 2 plays twice as fast. The range is 1/32 to 32. Rates that differ from 1 by at most half a percent change the
  /// pitch with every algorithm.
  ///
  /// - Throws: `FFmpegError` if libavfilter or a filter is missing.
  package init(
    sampleRate: Int, channelCount: Int, rate: Double, algorithm: PitchAlgorithm = .timeDomain
  ) throws(FFmpegError) {
    let library = try Self.library()
    let filters = Self.filters(algorithm, library, sampleRate: sampleRate, rate: max(1 / 32, min(32, rate)))
    chain = try Self.makeChain(sampleRate: sampleRate, channelCount: channelCount, filters: filters)
    self.sampleRate = sampleRate
    self.channelCount = channelCount
  }

  /// libavfilter's functions.
  ///
  /// - Throws: `FFmpegError` with `ENOENT` if it is not installed.
  private static func library() throws(FFmpegError) -> FilterLibrary {
    guard let library = FilterLibrary.shared else {
      throw FFmpegError(.filter, code: playhead_error_from_errno(ENOENT))
    }
    return library
  }

  deinit { chain.free() }

  /// Creates a chain of filters for interleaved samples.
  ///
  /// - Parameter filters: Names and arguments, in the order of processing.
  static func makeChain(
    sampleRate: Int, channelCount: Int, filters: [(String, String)]
  ) throws(FFmpegError) -> FilterChain {
    let input = "sample_rate=\(sampleRate):sample_fmt=flt:channel_layout=\(channelCount)c:time_base=1/\(sampleRate)"
    let all = [("abuffer", input)] + filters + [("aformat", "sample_fmts=flt"), ("abuffersink", "")]
    // One thread: the filters are cheap, and a thread pool would outlive the rate.
    return try FilterChain.make(library(), all, threadCount: 1)
  }

  /// The filters of an algorithm, in the order of processing.
  private static func filters(
    _ algorithm: PitchAlgorithm, _ library: FilterLibrary, sampleRate: Int, rate: Double
  ) -> [(String, String)] {
    let isSmallChange = abs(rate - 1) <= resampledChange
    switch isSmallChange ? .varispeed : algorithm {
    case .varispeed:
      let isPrecise = isSmallChange && sampleRate <= Int(Int32.max) / (2 * rateParts)
      let unit = isPrecise ? sampleRate * rateParts : sampleRate
      return [
        ("asetrate", "\(Int32(saturating: (Double(unit) * rate).rounded()))"), ("aresample", "\(unit)"),
        ("asetrate", "\(sampleRate)"),
      ]
    case .spectral where library.findFilter("rubberband") != nil: return [("rubberband", "tempo=\(rate)")]
    case .spectral, .timeDomain:
      // One atempo filter reaches down to 0.5. Above 2 it skips audio, and its assertions fail for some input lengths
      // (FFmpeg 5.1): a chain of filters covers any rate.
      var factors = [rate]
      while let last = factors.last, last < 0.5 || last > 2 {
        let step = last < 0.5 ? 0.5 : 2
        factors[factors.count - 1] = step
        factors.append(last / step)
      }
      return factors.map { ("atempo", "tempo=\($0)") }
    }
  }

  /// Appends the stretched `samples` (interleaved). The output lags the input by about 50 ms of audio.
  ///
  /// - Throws: `FFmpegError` if the filter fails.
  package mutating func stretch(_ samples: [Float], into output: inout [Float]) throws(FFmpegError) {
    try Self.addFrame(chain, samples, at: position, sampleRate: sampleRate, channelCount: channelCount)
    position += Int64(samples.count / channelCount)
    try take(into: &output)
  }

  /// Passes interleaved samples to a chain; `position` is the number of frames before them.
  static func addFrame(
    _ chain: FilterChain, _ samples: [Float], at position: Int64, sampleRate: Int, channelCount: Int
  ) throws(FFmpegError) {
    var frame = av_frame_alloc()
    guard let raw = frame else { throw FFmpegError(.filter, code: playhead_error_out_of_memory) }
    defer { av_frame_free(&frame) }
    raw.pointee.format = AV_SAMPLE_FMT_FLT.rawValue
    raw.pointee.sample_rate = Int32(sampleRate)
    raw.pointee.nb_samples = Int32(samples.count / channelCount)
    raw.pointee.pts = position
    // Unspecified order: the filter treats all channels alike and needs no layout.
    raw.pointee.ch_layout.order = AV_CHANNEL_ORDER_UNSPEC
    raw.pointee.ch_layout.nb_channels = Int32(channelCount)
    let code = av_frame_get_buffer(raw, 0)
    guard code >= 0, let data = raw.pointee.data.0 else { throw FFmpegError(.filter, code: code) }
    samples.withUnsafeBytes { bytes in
      UnsafeMutableRawPointer(data).copyMemory(
        from: bytes.baseAddress ?? UnsafeRawPointer(data), byteCount: bytes.count)
    }
    let added = chain.library.addFrame(chain.source, raw)
    guard added >= 0 else { throw FFmpegError(.filter, code: added) }
  }

  /// Flushes the buffered output. No samples may follow.
  package mutating func finish(into output: inout [Float]) throws(FFmpegError) {
    let code = chain.library.addFrame(chain.source, nil)
    guard code >= 0 else { throw FFmpegError(.filter, code: code) }
    try take(into: &output)
  }

  /// Appends all samples that the filter has ready.
  private func take(into output: inout [Float]) throws(FFmpegError) {
    while try Self.takeFrame(chain, channelCount: channelCount, into: &output) {}
  }

  /// Appends one frame of the filter's output; returns false if none is available. Static because Swift 6.0's verifier
  /// rejects the same code as a method of a noncopyable type.
  static func takeFrame(
    _ chain: FilterChain, channelCount: Int, into output: inout [Float]
  ) throws(FFmpegError) -> Bool {
    var frame = av_frame_alloc()
    guard let raw = frame else { throw FFmpegError(.filter, code: playhead_error_out_of_memory) }
    defer { av_frame_free(&frame) }
    let code = chain.library.getFrame(chain.sink, raw)
    if code == playhead_error_again || code == playhead_error_eof { return false }
    guard code >= 0 else { throw FFmpegError(.filter, code: code) }
    guard let data = raw.pointee.data.0 else { return true }
    let count = Int(raw.pointee.nb_samples) * channelCount
    data.withMemoryRebound(to: Float.self, capacity: count) {
      output.append(contentsOf: UnsafeBufferPointer(start: $0, count: count))
    }
    return true
  }
}
