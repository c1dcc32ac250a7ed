import CoreMedia
import Foundation
import PlayheadAudio
import PlayheadItems
import PlayheadMedia
import PlayheadNetworking
import PlayheadPipeline

/// The request for the samples of one track, or of a mix of tracks.
package struct TrackReadRequest: Sendable {
  /// The media that is read.
  package enum Source: Sendable {
    /// A track of a container.
    case track(CompositionDescription.Source, TrackInfo)
    /// A track of a composition.
    case composed(CompositionDescription.Track)
    /// All audio tracks of a composition, with their volumes and taps.
    case mix(CompositionDescription, AudioMixSettings?)
    /// All video tracks of a composition, composed to one frame.
    case composite(CompositionDescription, any FrameCompositor)
  }

  /// The form of the samples.
  package enum Output: Sendable {
    /// As stored in the container. `format`: the description of the samples; nil: none.
    case compressed(format: CMFormatDescription?)
    /// Decoded frames. `copies`: whether a program may change the buffers.
    case frames(PixelBufferConverter.Request, copies: Bool)
    /// Decoded audio.
    case audio(PCMFormat)
  }

  /// The media that is read.
  package var source: Source
  /// The form of the samples.
  package var output: Output
  /// The range on the asset's timeline.
  package var range: CMTimeRange
  /// The pitch of segments that play at another speed.
  package var pitch: PitchAlgorithm
  /// The asset's URL, for errors.
  package var url: URL

  /// Creates a request.
  package init(
    _ source: Source, as output: Output, in range: CMTimeRange, pitch: PitchAlgorithm = .spectral, url: URL
  ) {
    (self.source, self.output, self.range, self.pitch, self.url) = (source, output, range, pitch, url)
  }
}
