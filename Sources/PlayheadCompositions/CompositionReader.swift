import CoreMedia
import Foundation
import PlayheadAudio
import PlayheadClock
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia
import PlayheadNetworking
import PlayheadPipeline

/// A packet source for a composition: decodes its sources, and returns uncompressed frames and samples on the
/// composition's timeline.
///
///     video track ─► SegmentFrames of one source after the other ─┐
///                                                                 ├─► packets in the order of time
///     audio tracks ─► SegmentSamples ─► CompositionAudioMixer ────┘
///
/// Every packet can be decoded on its own: seeks are exact, and nothing behind the source knows of seams.
///
/// Belongs to the reader's thread.
package final class CompositionReader: PacketSource {
  package let info: MediaInfo
  /// The URL of the item, for errors.
  private let url: URL
  private let composition: CompositionDescription
  private let control: CompositionControl
  private let provider: any ByteSourceProvider
  /// The item that is played; nil for images.
  private let item: EngineItem?
  /// Composes the frames of several video tracks; nil: one track is shown.
  private var compositor: (any FrameCompositor)?
  /// Makes the packets of the selected video track; nil: none is selected.
  private var video: (any CompositionPackets)?
  /// Makes the packets of all audio tracks; nil: none is selected.
  private var audio: CompositionAudioMixer?
  /// The time of the last seek, at which tracks selected later begin.
  private var place = CMTime.zero
  /// The video packet that was read and not returned yet.
  private var head: Packet?

  /// Audio is returned this long before video: frames are large, and a full queue must contain audio.
  private static let audioLead = CMTime(value: 1, timescale: 2)

  /// Opens nothing yet.
  ///
  /// - Parameters:
  ///   - item: The item that is played, whose compositor applies; nil for images.
  ///   - compositor: Composes the frames of images; nil: one track is shown.
  package init(
    _ composition: CompositionDescription, url: URL, item: EngineItem?, compositor: (any FrameCompositor)? = nil,
    provider: any ByteSourceProvider, control: CompositionControl
  ) {
    let compositor = item?.compositor ?? compositor
    self.compositor = compositor
    self.composition = composition
    self.url = url
    self.item = item
    self.provider = provider
    self.control = control
    var info = composition.info
    let format = CompositionAudioMixer.format(of: composition)
    for index in info.tracks.indices where info.tracks[index].kind == .audio {
      info.tracks[index].audio = .init(sampleRate: format.sampleRate, channels: format.channelCount)
    }
    if let compositor {
      for index in info.tracks.indices where info.tracks[index].kind == .video {
        info.tracks[index] = info.tracks[index].composed(by: compositor)
      }
    }
    self.info = info
  }

  package func describe() throws(MediaError) -> MediaInfo { info }

  package func parameters(ofTrack index: Int) -> StreamParameters? {
    guard let track = info.track(at: index) else { return nil }
    switch track.kind {
    case .video: return CompositionVideoLane.parameters(of: track)
    case .audio:
      let format = CompositionAudioMixer.format(of: composition)
      return StreamParameters(rawAudio: track, sampleRate: format.sampleRate, channelCount: format.channelCount)
    default: return nil
    }
  }

  package func setActiveTracks(_ active: Set<Int>) {
    let tracks = info.tracks.filter { active.contains($0.index) }
    let newVideo = tracks.first { $0.kind == .video }?.index
    if video?.track.index != newVideo {
      selectVideo(newVideo)
    }
    let newAudio = tracks.first { $0.kind == .audio }
    if audio?.parameters.track.index != newAudio?.index {
      audio = newAudio.flatMap {
        CompositionAudioMixer(composition, as: $0, item: item, provider: provider, control: control)
      }
      audio?.seek(to: place)
    }
  }

  /// Begins to make the packets of a video track, or of the frames composed for it; nil: none.
  private func selectVideo(_ index: Int?) {
    head = nil
    video = composition.tracks.first { $0.info.index == index }.map { track in
      guard let compositor else {
        return CompositionVideoLane(track, end: composition.duration, provider: provider, control: control)
      }
      return VideoCompositionLane(compositor, composition, as: track.info, provider: provider, control: control)
    }
    video?.seek(to: place)
  }

  package func read() throws(MediaError) -> Packet? {
    if control.isCancelled { throw MediaError(.cancelled, url: url) }
    if head == nil { head = try video?.next() }
    if let audio, let time = audio.nextTime, head.map({ time <= $0.presentationTime + Self.audioLead }) ?? true {
      return try audio.next()
    }
    defer { head = nil }
    return head
  }

  package func seek(to time: CMTime, track: Int) throws(MediaError) {
    place = max(.zero, time)
    head = nil
    if let item, item.compositor !== compositor {
      compositor = item.compositor
      selectVideo(video?.track.index)
    }
    video?.seek(to: place)
    audio?.seek(to: place)
  }

  package func tend(ahead: Double) -> HostTime? { nil }
}

extension CompositionReader: ImageSource {
  package func rewind() throws(MediaError) { try seek(to: .zero, track: 0) }
  package func cleanAperture(ofTrack index: Int) -> CleanAperture? { nil }
}
