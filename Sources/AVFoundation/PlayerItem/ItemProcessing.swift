/// The processing of an item's decoded tracks that the program has set.
struct ItemProcessing: Sendable {
  /// The volume and the taps of audio tracks; nil for none.
  var audioMix: AVAudioMix?
  /// The composition of video tracks; nil for none.
  var videoComposition: AVVideoComposition?
}
