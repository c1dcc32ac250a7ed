import CoreMedia
import PlayheadFFmpeg

/// What an item's pipeline tells the session.
enum PipelineReport: Sendable {
  case opened(MediaInfo, [StreamParameters])
  case failed(MediaError)
  /// The picture (or, without video, the sound) of the start is there. `isDrained`: the decoder cannot go on from here.
  case landed(epoch: Int, time: CMTime, isDrained: Bool)
  /// The still of this start will not come: the hand that wants stills has gone back over what was decoded.
  case passed(epoch: Int)
  /// The last packet was read: what follows may be got ready.
  case readEverything(epoch: Int)
  /// Enough pictures, or enough sound, to start.
  case videoPrimed(epoch: Int)
  case audioPrimed(epoch: Int)
  /// The packet queues are full of other tracks, and hold no sound: no more is read until pictures are shown.
  case soundIsOutOfReach(epoch: Int)
  /// The last picture's end, or the last sample's; nil where there was none.
  case videoEnded(epoch: Int, at: CMTime?)
  case audioEnded(epoch: Int, at: CMTime?)
  /// All captions that were found within pictures so far.
  case closedCaptions(Set<ClosedCaptionService>)
  /// There is something new of what else is played at which place.
  case interstitialsChanged
  /// The times in the container jump: its own duration means nothing.
  case durationEstimated(CMTime)
  /// Reading failed. What was read before plays first.
  case readFailed(epoch: Int, MediaError)
  /// A track had packets, and none of them could be decoded.
  case decodedNothing(epoch: Int, MediaError)
  /// Pictures of another size than those before them.
  case pictureShape(DecodedFrameShape)
}

/// The size of pictures as a decoder gives them.
struct DecodedFrameShape: Sendable, Equatable {
  /// In stored samples.
  var width: Int
  var height: Int
  var pixelAspect: PixelAspect
  /// In which they want to be shown, in whole square pixels.
  var display: CGSize

  init(_ frame: VideoFrame) {
    (width, height, pixelAspect) = (frame.width, frame.height, frame.pixelAspect)
    let shown = frame.displaySize
    display = CGSize(width: shown.width.rounded(), height: shown.height.rounded())
  }
}
