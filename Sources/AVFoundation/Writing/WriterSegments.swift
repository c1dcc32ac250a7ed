import Dispatch
import Foundation
import PlayheadMedia
import PlayheadSamples

/// The configuration of the segments that a writer passes to its delegate.
struct WriterSegments {
  /// The delegate, which programs may use on any thread.
  struct Reference: @unchecked Sendable {
    // Sendable: the reference is read and replaced while the writer's state is locked.
    weak var value: (any AVAssetWriterDelegate)?
  }

  var delegate = Reference()
  var profile: AVFileTypeProfile?
  var interval = CMTime.invalid
  var start = CMTime.invalid
  /// Delivers segments in their order.
  let queue = DispatchQueue(label: "playhead.segments", qos: .userInitiated)

  /// The reason why no segments can be written; nil if they can be.
  var problem: String? {
    if delegate.value == nil { return "the writer of segments has no delegate" }
    if profile == nil { return "the writer of segments has no output file type profile" }
    let isValid = interval.isIndefinite || (interval.isNumeric && interval > .zero)
    return isValid ? nil : "the preferred interval of segments is neither positive nor indefinite"
  }

  /// The boundaries of segments; those of an invalid interval are never used.
  var boundaries: SegmentBoundaries {
    SegmentBoundaries(
      start: start.isNumeric ? start : .zero, interval: interval.isNumeric && interval > .zero ? interval : nil)
  }

  /// Passes segments to the delegate.
  func delivery(to writer: AVAssetWriter) -> @Sendable (WrittenSegment) -> Void {
    let receiver = Receiver(delegate: delegate, writer: writer)
    return { [queue] segment in queue.async { receiver.receive(segment) } }
  }

  /// The delegate and its writer, which owns the delivery.
  private final class Receiver: @unchecked Sendable {
    // Sendable: used on one serial queue; the references are constant.
    private let delegate: Reference
    private weak var writer: AVAssetWriter?

    init(delegate: Reference, writer: AVAssetWriter) {
      (self.delegate, self.writer) = (delegate, writer)
    }

    func receive(_ segment: WrittenSegment) {
      guard let delegate = delegate.value, let writer else { return }
      let type: AVAssetSegmentType = segment.isInitialization ? .initialization : .separable
      let report = segment.isInitialization ? nil : AVAssetSegmentReport(segment)
      delegate.assetWriter(
        writer, didOutputSegmentData: Data(segment.bytes), segmentType: type, segmentReport: report)
    }
  }
}

/// The form of segments.
public struct AVFileTypeProfile: RawRepresentable, Hashable, Sendable {
  /// The name of the form.
  public let rawValue: String
  /// Creates a value from its raw value.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Fragmented MP4 for HTTP Live Streaming (RFC 8216 §3.3).
  public static let mpeg4AppleHLS = AVFileTypeProfile(rawValue: "MPEG4AppleHLS")
}

/// The type of a segment.
public enum AVAssetSegmentType: Int, Sendable {
  /// The description of the tracks, with which segments are decoded (`EXT-X-MAP`).
  case initialization = 1
  /// Samples that are decoded with the initialization segment.
  case separable = 2
}

/// Receives the segments of a writer.
public protocol AVAssetWriterDelegate: NSObjectProtocol {
  /// Receives a segment with a report of its samples; nil for the initialization segment. Called on a queue of the
  /// writer, one call after the other.
  func assetWriter(
    _ writer: AVAssetWriter, didOutputSegmentData segmentData: Data, segmentType: AVAssetSegmentType,
    segmentReport: AVAssetSegmentReport?)
  /// Receives a segment, if the delegate does not implement the function with a report.
  func assetWriter(
    _ writer: AVAssetWriter, didOutputSegmentData segmentData: Data, segmentType: AVAssetSegmentType)
}

extension AVAssetWriterDelegate {
  /// Calls the function without a report.
  public func assetWriter(
    _ writer: AVAssetWriter, didOutputSegmentData segmentData: Data, segmentType: AVAssetSegmentType,
    segmentReport: AVAssetSegmentReport?
  ) {
    assetWriter(writer, didOutputSegmentData: segmentData, segmentType: segmentType)
  }

  /// Does nothing.
  public func assetWriter(
    _ writer: AVAssetWriter, didOutputSegmentData segmentData: Data, segmentType: AVAssetSegmentType
  ) {}
}
