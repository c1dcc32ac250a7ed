import CoreMedia
import Foundation
import PlayheadEngine
import PlayheadItems
import PlayheadMedia
import PlayheadNetworking
import PlayheadPipeline

/// The file or the bytes that an audio player plays, and what is known about its audio before playback.
struct AudioResource: Sendable {
  /// The address; that of `MemoryByteSourceProvider` for bytes.
  let url: URL
  /// The bytes of a resource in memory; nil for a file.
  let data: Data?
  /// The content that the program declares, if detection needs it.
  let content: ResourceContent?
  /// The audio track that plays.
  let track: TrackInfo
  /// The stream indexes of the video tracks, which are not decoded.
  let videoTracks: [Int]
  /// The duration in seconds; 0 if unknown.
  let duration: Double
  /// The format of the audio in the file.
  let format: AudioStreamBasicDescription

  /// Opens and describes a file. Reads the disk; a file without a stated duration is scanned to its end.
  ///
  /// - Throws: `MediaError`, also for an address that is not that of a file.
  init(
    contentsOf url: URL, fileTypeHint hint: String?, environment: PlaybackEnvironment
  ) throws(MediaError) {
    guard url.isFileURL || url.scheme == nil else { throw MediaError(.unsupportedScheme(url.scheme ?? ""), url: url) }
    guard !["m3u8", "m3u"].contains(url.pathExtension.lowercased()) else {
      throw MediaError(.refusedContainer("hls"), url: url)
    }
    try self.init(url: url, data: nil, hint: hint, environment: environment)
  }

  /// Describes bytes in memory.
  ///
  /// - Throws: `MediaError`.
  init(data: Data, fileTypeHint hint: String?, environment: PlaybackEnvironment) throws(MediaError) {
    let url = MemoryByteSourceProvider.url
    guard !data.starts(with: Data("#EXTM3U".utf8)) else { throw MediaError(.refusedContainer("hls"), url: url) }
    var environment = environment
    environment.sources = MemoryByteSourceProvider(data)
    try self.init(url: url, data: data, hint: hint, environment: environment)
  }

  /// Opens and describes a resource. The hint is used only if the format is not detected without it.
  private init(url: URL, data: Data?, hint: String?, environment: PlaybackEnvironment) throws(MediaError) {
    var content: ResourceContent?
    let info: MediaInfo
    do throws(MediaError) {
      info = try MediaProbe.probe(url, isMeasured: true, environment: environment)
    } catch {
      guard error.kind == .notMedia || error.kind == .damaged, let hinted = hint.flatMap(Self.content) else {
        throw error
      }
      content = hinted
      var options = RequestOptions()
      options.content = hinted
      info = try MediaProbe.probe(url, options: options, isMeasured: true, environment: environment)
    }
    guard info.containerName != "hls" else { throw MediaError(.refusedContainer("hls"), url: url) }
    let tracks = info.tracks.filter { $0.kind == .audio }
    guard !tracks.isEmpty else { throw MediaError(.notMedia, url: url) }
    guard let track = tracks.first(where: \.isDecodable), let audio = track.audio else {
      throw MediaError(.noDecoder(codec: tracks[0].codecName), url: url)
    }
    if let scheme = track.protection { throw MediaError(.isProtected(scheme), url: url) }
    self.url = url
    self.data = data
    self.content = content
    self.track = track
    videoTracks = info.tracks.filter { $0.kind == .video }.map(\.index)
    let length = info.duration.isNumeric ? info.duration : track.timeRange.end
    duration = length.isNumeric ? max(0, length.seconds) : 0
    format = track.streamDescription(audio, TrackFormat())
  }

  /// The number of channels in the file.
  var channelCount: Int { max(1, track.audio?.channels ?? 1) }

  /// An item that plays the audio from `start` seconds on, without video, and whose samples pass `tap`.
  func makeItem(from start: Double, tap: any AudioTap) -> EngineItem {
    var options = RequestOptions()
    options.content = content
    let item = EngineItem(url: url, options: options)
    if start > 0 { item.setStart(CMTime(seconds: start, preferredTimescale: 1_000_000_000)) }
    for index in videoTracks { item.setEnabled(false, track: index) }
    var mix = AudioMixSettings()
    var settings = AudioMixSettings.Track()
    settings.tap = tap
    mix.tracks[track.trackID] = settings
    item.mix = mix
    item.choose { $0.audible = .track(track.index) }
    return item
  }

  /// The demuxer for a uniform type identifier; nil for types without one.
  static func content(_ hint: String) -> ResourceContent? {
    let names = [
      "public.mp3": "mp3", "com.apple.m4a-audio": "mov", "public.mpeg-4": "mov", "com.apple.quicktime-movie": "mov",
      "com.apple.m4v-video": "mov", "com.microsoft.waveform-audio": "wav", "public.aiff-audio": "aiff",
      "public.aifc-audio": "aiff", "com.apple.coreaudio-format": "caf", "public.au-audio": "au",
      "org.3gpp.adaptive-multi-rate-audio": "amr", "public.ac3-audio": "ac3", "public.enhanced-ac3-audio": "eac3",
      "org.xiph.flac": "flac", "public.aac-audio": "aac", "org.xiph.ogg-audio": "ogg",
    ]
    return names[hint].map { .container($0) }
  }
}
