import CoreMedia

/// Decides how much of a track must be decoded before and after a frame, because the filters need its neighbours. Pure.
package struct FrameContextPolicy: Sendable, Equatable {
  /// What is known about the frames of a track.
  package enum Interlacing: UInt8, Sendable {
    /// No frame was decoded yet.
    case unknown
    /// All frames so far are progressive.
    case progressive
    /// A frame was interlaced.
    case interlaced
  }

  /// The time around a frame at double rate. The frame before and the one after it are needed, and a seek target may be
  /// at the end of the frame: two frames at 24 frames a second take 83 ms.
  package static let doubleRateContext = CMTime(value: 1, timescale: 10)

  /// The treatment of interlaced frames.
  package var deinterlacing: VideoFilterSettings.Deinterlacing
  /// What is known about the frames so far.
  package var interlacing: Interlacing

  /// Creates the policy.
  package init(deinterlacing: VideoFilterSettings.Deinterlacing, interlacing: Interlacing) {
    self.deinterlacing = deinterlacing
    self.interlacing = interlacing
  }

  /// The time before and after a frame in which others are decoded for it; zero if a frame needs no other.
  ///
  /// With one frame for each frame, a missing neighbour costs some lines of the picture and changes no time, so that
  /// none is decoded.
  ///
  /// - Parameter frameDuration: The duration of the track's frames; invalid if unknown.
  package func context(frameDuration: CMTime) -> CMTime {
    switch deinterlacing {
    case .off, .automatic: .zero
    case .doubleRate: interlacing == .progressive ? .zero : Self.doubleRateContext
    case .inverseTelecine:
      TelecineCadence.isCandidate(frameDuration: frameDuration) ? TelecineCadence.context : .zero
    }
  }
}
