import Foundation
import PlayheadMedia
import PlayheadSamples

/// The samples in a segment.
open class AVAssetSegmentReport: NSObject, @unchecked Sendable {
  // Sendable: constant.
  private let storedReports: [AVAssetSegmentTrackReport]

  init(_ segment: WrittenSegment) {
    storedReports = segment.tracks.map { AVAssetSegmentTrackReport($0) }
    super.init()
  }

  /// The type of the segment.
  open var segmentType: AVAssetSegmentType { .separable }

  /// The reports of the tracks with samples.
  open var trackReports: [AVAssetSegmentTrackReport] { storedReports }
}

/// The samples of one track in a segment.
open class AVAssetSegmentTrackReport: NSObject, @unchecked Sendable {
  // Sendable: constant.
  private let track: WrittenSegment.Track
  private let first: AVAssetSegmentReportSampleInformation?

  init(_ track: WrittenSegment.Track) {
    self.track = track
    first = track.kind == .video ? AVAssetSegmentReportSampleInformation(track.first) : nil
    super.init()
  }

  /// The identifier of the track in the segment.
  open var trackID: CMPersistentTrackID { track.trackID }

  /// The media type.
  open var mediaType: AVMediaType { track.kind == .video ? .video : .audio }

  /// The first time in presentation order, on the timeline of the appended samples.
  open var earliestPresentationTimeStamp: CMTime { track.start }

  /// The time from the first sample to the end of the last one, in presentation order.
  open var duration: CMTime { track.end - track.start }

  /// The first sample of video in decode order; nil for audio.
  open var firstVideoSampleInformation: AVAssetSegmentReportSampleInformation? { first }
}

/// A video sample in a segment.
open class AVAssetSegmentReportSampleInformation: NSObject, @unchecked Sendable {
  // Sendable: constant.
  private let sample: WrittenSegment.Sample

  init(_ sample: WrittenSegment.Sample) {
    self.sample = sample
    super.init()
  }

  /// The time of the sample, on the timeline of the appended samples.
  open var presentationTimeStamp: CMTime { sample.time }

  /// The place of the sample's first byte in the segment.
  open var offset: Int { sample.offset }

  /// The size of the sample in bytes.
  open var length: Int { sample.length }

  /// Whether the sample is a sync sample.
  open var isSyncSample: Bool { sample.isSync }
}
