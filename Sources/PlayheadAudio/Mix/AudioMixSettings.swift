import CoreMedia
import PlayheadBasics
import PlayheadMedia

/// The audio processing of an item between decoder and device.
package struct AudioMixSettings: Sendable {
  /// The processing of one track.
  package struct Track: Sendable {
    /// The volume over time.
    package var volume = VolumeCurve()
    /// Processes the samples; nil for none.
    package var tap: (any AudioTap)?
    /// The time-stretching algorithm; nil for the item's own.
    package var pitch: PitchAlgorithm?
    /// The equalizer and normalization, after volume and tap, and the levels of a downmix.
    package var effects = AudioEffectSettings()
    /// The factor that the mode of `effects` and the tags of the file result in; 1 without either.
    package var replayGain: Float = 1
    /// No processing.
    package init() {}

    /// Whether decoded samples are changed, or passed to a tap.
    package var changesSamples: Bool {
      tap != nil || !volume.isFlat || effects.needsFilters || effects.emphasizesDialogue || replayGain != 1
    }
  }

  /// By `TrackInfo.trackID`. Unknown IDs are ignored.
  package var tracks: [Int32: Track] = [:]
  /// No processing.
  package init() {}
}

/// Processes the samples of a track. Called by one thread at a time, the decoder's, which is not real-time; the result
/// is audible about a quarter of a second later.
package protocol AudioTap: AnyObject, Sendable {
  /// Whether it receives the samples before the volume is applied.
  var isBeforeVolume: Bool { get }
  /// Prepares for a format, in blocks of at most `maxFrames`. Called again for another format, after `unprepare`.
  ///
  /// - Returns: false while the tap is in use elsewhere: it then receives no samples.
  func prepare(_ format: AudioFormat, maxFrames: Int) -> Bool
  /// Ends the use of the format; no more samples follow until the next `prepare`.
  func unprepare()
  /// Processes interleaved samples in place.
  ///
  /// - Parameters:
  ///   - time: The media time of the first one.
  ///   - isStart: Whether they do not follow the last ones: at the start of an item, and after a seek.
  func process(_ samples: UnsafeMutableBufferPointer<Float>, at time: CMTime, isStart: Bool)
}

/// The volume of a track over time: 1 before the first ramp, then along ramps, and between them the end value of the
/// last one.
package struct VolumeCurve: Sendable, Equatable {
  /// A linear change of the volume.
  package struct Ramp: Sendable, Equatable {
    /// The media time where it starts.
    package var start: CMTime
    /// The media time where it ends; equal to `start` for a step.
    package var end: CMTime
    /// The volume at the start.
    package var from: Float
    /// The volume at the end.
    package var to: Float

    /// Creates a ramp.
    package init(start: CMTime, end: CMTime, from: Float, to: Float) {
      (self.start, self.end, self.from, self.to) = (start, end, from, to)
    }
  }

  /// In order of time, without overlaps.
  package private(set) var ramps: [Ramp] = []
  /// A constant volume of 1.
  package init() {}

  /// Whether there are no ramps.
  package var isFlat: Bool { ramps.isEmpty }

  /// Sets the volume from a time on. The volume stays until the start of the next ramp.
  package mutating func set(_ volume: Float, at time: CMTime) {
    add(Ramp(start: time, end: time, from: volume, to: volume))
  }

  /// Adds a ramp that replaces what it overlaps; a ramp that starts at its end is unaffected.
  package mutating func add(_ ramp: Ramp) {
    ramps.removeAll { old in
      old.start >= ramp.start && old.end <= ramp.end && (old.start < ramp.end || ramp.start == ramp.end)
    }
    var added = [ramp]
    for (index, old) in ramps.enumerated().reversed() where old.start < ramp.end && old.end > ramp.start {
      let parts = old.without(ramp)
      ramps.remove(at: index)
      added += parts
    }
    ramps = (ramps + added).sorted { ($0.start, $0.end) < ($1.start, $1.end) }
  }

  /// The ramp at a time, or the constant stretch between two; nil before the first.
  package func ramp(at time: CMTime) -> Ramp? {
    guard let index = ramps.lastIndex(where: { $0.start <= time }) else { return nil }
    let ramp = ramps[index]
    if time < ramp.end { return ramp }
    let next = index + 1 < ramps.count ? ramps[index + 1].start : .positiveInfinity
    return Ramp(start: ramp.end, end: next, from: ramp.to, to: ramp.to)
  }

  /// The volume at a time.
  package func volume(at time: CMTime) -> Float { ramp(at: time)?.volume(at: time.seconds) ?? 1 }

  /// Applies the volume to interleaved samples, frame by frame.
  ///
  /// - Parameters:
  ///   - samples: Interleaved frames, changed in place.
  ///   - time: The media time of the first frame. The frames are assumed to be at normal speed.
  package func apply(to samples: UnsafeMutableBufferPointer<Float>, _ format: AudioFormat, at time: CMTime) {
    guard !isFlat, format.channelCount > 0 else { return }
    let count = samples.count / format.channelCount
    let start = time.seconds
    let rate = Double(format.sampleRate)
    var frame = 0
    while frame < count {
      let now = time + CMTime(value: CMTimeValue(frame), timescale: CMTimeScale(format.sampleRate))
      let ramp = self.ramp(at: now)
      let end = ramp?.end ?? ramps.first?.start ?? .positiveInfinity
      // The first frame after the present ramp.
      let left = end.isNumeric ? ((end - time).seconds * rate - 1e-6).rounded(.up) : Double(count)
      let last = min(count, max(frame + 1, Int(saturating: min(left, Double(count)))))
      scale(samples, frame..<last, format.channelCount) { ramp?.volume(at: start + Double($0) / rate) ?? 1 }
      frame = last
    }
  }

  /// Multiplies each frame of a range with the volume that `volume` returns for its index.
  private func scale(
    _ samples: UnsafeMutableBufferPointer<Float>, _ frames: Range<Int>, _ channels: Int, _ volume: (Int) -> Float
  ) {
    for frame in frames {
      let volume = volume(frame)
      for channel in frame * channels..<(frame + 1) * channels { samples[channel] *= volume }
    }
  }
}

extension VolumeCurve.Ramp {
  /// The volume within the ramp, at a time in seconds.
  package func volume(at seconds: Double) -> Float {
    let length = (end - start).seconds
    guard from != to, length > 0 else { return to }
    let part = max(0, min(1, (seconds - start.seconds) / length))
    return Float(Double(from) + (Double(to) - Double(from)) * part)
  }

  /// The parts of the ramp outside another one.
  fileprivate func without(_ other: VolumeCurve.Ramp) -> [VolumeCurve.Ramp] {
    var parts: [VolumeCurve.Ramp] = []
    if start < other.start {
      parts.append(.init(start: start, end: other.start, from: from, to: volume(at: other.start.seconds)))
    }
    // A volume that is set at one time within a ramp ends it.
    if end > other.end, other.start < other.end {
      parts.append(.init(start: other.end, end: end, from: volume(at: other.end.seconds), to: to))
    }
    return parts
  }
}
