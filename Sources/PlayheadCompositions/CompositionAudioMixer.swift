import CoreMedia
import PlayheadAudio
import PlayheadBasics
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia
import PlayheadNetworking
import PlayheadPipeline

/// Mixes the audio tracks of a composition, and returns packets of uncompressed samples up to its end.
///
/// A single track is returned unchanged: its volume and its tap apply where the audio of files is processed, and a
/// change is audible sooner.
///
/// Belongs to the reader's thread.
package final class CompositionAudioMixer {
  /// One track with its processing; nil: it is not processed here.
  private struct Input {
    let track: CompositionAudioTrack
    var processor: AudioProcessor?
  }

  /// The frames in a packet.
  private static let packetFrames = 2048
  /// The parameters of the packets.
  package let parameters: StreamParameters
  private let format: AudioFormat
  private var inputs: [Input]
  /// The item, whose disabled tracks are silent.
  private let item: EngineItem?
  /// The number of the next frame.
  private var position: Int64 = 0
  /// The number of frames in the composition.
  private let end: Int64
  /// Samples of the next packet of the inputs that have been read: a cancelled read continues with the next input.
  private var partial: [[Float]] = []

  /// Creates a mixer at the beginning; nil if no audio track is heard.
  ///
  /// - Parameters:
  ///   - info: The track that the packets belong to.
  ///   - processes: Whether the volume and the tap of a single track apply too: nothing processes the packets later.
  package init?(
    _ composition: CompositionDescription, as info: TrackInfo, item: EngineItem?, provider: any ByteSourceProvider,
    control: CompositionControl, processes: Bool = false
  ) {
    let format = Self.format(of: composition)
    guard !composition.audibleTracks.isEmpty,
      let parameters = StreamParameters(
        rawAudio: info, sampleRate: format.sampleRate, channelCount: format.channelCount)
    else { return nil }
    self.parameters = parameters
    self.format = format
    self.item = item
    end = CompositionAudioTrack.frame(at: composition.duration, format)
    let isMixed = processes || composition.mixesAudio
    inputs = composition.audibleTracks.map { track in
      let identifier = track.info.trackID
      let reader = CompositionAudioTrack(track, format: format, provider: provider, control: control) { [weak item] in
        item?.mix?.tracks[identifier]?.pitch ?? item?.pitchAlgorithm ?? .timeDomain
      }
      guard isMixed else { return Input(track: reader) }
      let processor = AudioProcessor(format: format) { [weak item] in item?.mix?.tracks[identifier] }
      return Input(track: reader, processor: processor)
    }
  }

  deinit { for index in inputs.indices { inputs[index].processor?.end() } }

  /// The format of the mix: the highest sample rate and the most channels of the tracks.
  package static func format(of composition: CompositionDescription) -> AudioFormat {
    let tracks = composition.audibleTracks.compactMap(\.info.audio)
    let rate = tracks.map(\.sampleRate).max() ?? 0
    let channels = tracks.map(\.channels).max() ?? 0
    return AudioFormat(
      sampleRate: rate > 0 ? min(rate, 384_000) : 48_000, channelCount: channels > 0 ? min(channels, 8) : 2)
  }

  /// The time of the next packet; nil at the end.
  var nextTime: CMTime? {
    position < end ? CMTime(value: position, timescale: CMTimeScale(format.sampleRate)) : nil
  }

  /// Moves to the sample at a time.
  package func seek(to time: CMTime) {
    position = min(max(0, CompositionAudioTrack.frame(at: time, format)), end)
    partial = []
    for index in inputs.indices {
      inputs[index].track.seek(to: position)
      inputs[index].processor?.restart()
    }
  }

  /// The next packet; nil at the end. Blocks while samples are read.
  ///
  /// - Throws: `MediaError` if a source cannot be opened or read, or the read was cancelled.
  package func next() throws(MediaError) -> Packet? {
    guard position < end else { return nil }
    let count = Int(min(Int64(Self.packetFrames), end - position))
    while partial.count < inputs.count { partial.append(try inputs[partial.count].track.read(count)) }
    var mixed = partial[0]
    if inputs[0].processor != nil {
      mixed = [Float](repeating: 0, count: count * format.channelCount)
      for index in inputs.indices { add(index, to: &mixed) }
    }
    partial = []
    let packet = Packet(
      samples: mixed, channelCount: format.channelCount, at: position, sampleRate: format.sampleRate,
      parameters: parameters)
    position += Int64(count)
    return packet
  }

  /// Adds the samples of an input to the mix, unless its track is disabled.
  private func add(_ index: Int, to mixed: inout [Float]) {
    let track = inputs[index].track.track
    let start = CMTime(value: position, timescale: CMTimeScale(format.sampleRate))
    inputs[index].processor?.apply(&partial[index], at: start)
    guard item?.choice.disabled.contains(track.info.index) != true else { return }
    let volume = track.volume
    for sample in mixed.indices { mixed[sample] += partial[index][sample] * volume }
  }
}
