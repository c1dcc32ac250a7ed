import CPlayheadFFmpeg
import CoreMedia
import PlayheadMedia

/// The frames of a decoder on their way to the progressive frames of film: fields that belong together are matched,
/// and repeated frames are left out.
///
///     frame ─► fieldmatch ─► bwdif, if still combed ─► cycle of five ─► four frames with even times
///
/// All accepted frames pass, progressive ones unchanged. A frame comes out when its cycle is complete. Used by one
/// thread.
final class InverseTelecine {
  /// A matched frame of the current cycle, which this object owns.
  private typealias Frame = UnsafeMutablePointer<AVFrame>

  /// The grid of the track's frame times.
  private let cadence: TelecineCadence
  /// The filters; nil before the first frame, and if none can be made.
  private var filter: FrameFilter?
  /// The format of the newest frame.
  private var format: FrameFilter.Format?
  /// The properties of the frames inside the filters, oldest first.
  private var entered: [(time: CMTime, duration: CMTime, isInterlaced: Bool)] = []
  /// The decision about the current cycle.
  private var cycle = TelecineCycle()
  /// The frames of the current cycle.
  private var frames: [Frame] = []
  /// A reference to the newest matched frame, for comparison; nil before the first one.
  private var previous: Frame?
  /// The frames that came out and were not taken, oldest first.
  private var ready: [DeinterlacedFrames.TimedFrame] = []

  /// Frames that no two fields match are deinterlaced.
  private static let deinterlacing = ("bwdif", "mode=send_frame:parity=auto:deint=interlaced")
  /// Combing is measured for each frame, so that those left are found.
  private static let matching = ("fieldmatch", "mode=pc_n:combmatch=full")
  /// The least width and height for field matching, which compares blocks.
  private static let leastSize: Int32 = 64

  /// Creates the empty path of a track's frames.
  init(_ cadence: TelecineCadence) { self.cadence = cadence }

  deinit { reset() }

  /// Whether no frame is inside.
  var isEmpty: Bool { entered.isEmpty && frames.isEmpty && ready.isEmpty }

  /// Adds a frame that is accepted, and takes ownership of it.
  func add(_ added: DeinterlacedFrames.TimedFrame) {
    let format = FrameFilter.Format(added.frame)
    if format != self.format {
      endFilter()
      self.format = format
      filter = Self.makeFilter(format)
    }
    let properties = (added.time, added.duration, playhead_frame_is_interlaced(added.frame) != 0)
    guard let filter, filter.add(added.frame) else {
      endFilter()
      return collect(added.frame, properties)
    }
    entered.append(properties)
    takeAll(filter)
  }

  /// No frame follows: those inside come out.
  func finish() {
    endFilter()
    endCycle()
    format = nil
    freeFrame(previous)
    previous = nil
  }

  /// Takes the next frame, which the caller then owns; nil if there is none.
  func next() -> DeinterlacedFrames.TimedFrame? { ready.isEmpty ? nil : ready.removeFirst() }

  /// Discards all frames: decoding continues at another position.
  func reset() {
    for frame in frames + ready.map(\.frame) { freeFrame(frame) }
    freeFrame(previous)
    (filter, format, previous, cycle) = (nil, nil, nil, TelecineCycle())
    (entered, frames, ready) = ([], [], [])
  }

  /// Whether fields of a frame can be matched: not in small frames, and in formats that libavfilter would convert only
  /// where no bit and no alpha is lost.
  static func accepts(_ frame: UnsafeMutablePointer<AVFrame>) -> Bool {
    let format = FrameFilter.Format(frame)
    let samples = PixelFormat(AVPixelFormat(format.pixelFormat))
    return format.width >= leastSize && format.height >= leastSize && format.height % 2 == 0 && !samples.isRGB
      && !samples.hasAlpha && samples.bitDepth == 8 && samples.planeCount >= 2 && !samples.name.hasPrefix("yuvj")
  }

  /// The filters for a format: without matching if libavfilter lacks it, and nil without libavfilter.
  private static func makeFilter(_ format: FrameFilter.Format) -> FrameFilter? {
    FrameFilter(format, [matching, deinterlacing]) ?? FrameFilter(format, [deinterlacing])
  }

  /// Ends the filters: the frames inside come out.
  private func endFilter() {
    guard let filter else { return }
    filter.finish()
    takeAll(filter)
    self.filter = nil
    entered = []
  }

  /// Takes all frames that have come out of the filters: one for each that went in, in the same order.
  private func takeAll(_ filter: FrameFilter) {
    while !entered.isEmpty, let frame = filter.next() { collect(frame, entered.removeFirst()) }
  }

  /// Adds a matched frame to its cycle.
  private func collect(_ frame: Frame, _ properties: (time: CMTime, duration: CMTime, isInterlaced: Bool)) {
    let described = TelecineCycle.Frame(
      time: properties.time, duration: properties.duration, number: cadence.number(of: properties.time),
      difference: previous.flatMap { FrameDifference.largest($0, frame) }, isInterlaced: properties.isInterlaced)
    freeFrame(previous)
    previous = av_frame_clone(frame)
    if !cycle.continues(with: described) { endCycle() }
    cycle.append(described)
    frames.append(frame)
    if cycle.isComplete { endCycle() }
  }

  /// Ends the cycle: its frames come out, except for the one that repeats another.
  private func endCycle() {
    var left: [Int: Frame] = Dictionary(uniqueKeysWithValues: frames.enumerated().map { ($0, $1) })
    for shown in cycle.shown {
      guard let frame = left.removeValue(forKey: shown.index) else { continue }
      ready.append(DeinterlacedFrames.TimedFrame(frame: frame, time: shown.time, duration: shown.duration))
    }
    for frame in left.values { freeFrame(frame) }
    (cycle, frames) = (TelecineCycle(), [])
  }
}
