import CoreMedia
import PlayheadFFmpeg
import PlayheadMedia

/// A compressed or decoded video sample that a program has enqueued.
package struct VideoSample: Sendable {
  /// The data.
  package enum Content: Sendable {
    /// A compressed frame and the parameters of its decoder.
    case packet(Packet, StreamParameters)
    /// A decoded frame.
    case frame(VideoFrame)
    /// A sample that cannot be shown.
    case failure(SampleBufferError)
    /// No data: only the attachments count.
    case marker
  }

  /// The treatment of the sample besides decoding it.
  package struct Options: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }
    /// The frame is shown as soon as it is decoded.
    package static let displaysImmediately = Options(rawValue: 1)
    /// The frame is decoded but not shown.
    package static let isHidden = Options(rawValue: 2)
    /// The decoder is reset before the sample.
    package static let resetsDecoder = Options(rawValue: 4)
    /// The decoder returns all its frames after the sample.
    package static let drains = Options(rawValue: 8)
  }

  /// The data.
  package var content: Content
  /// The options.
  package var options: Options

  /// Creates a sample.
  package init(_ content: Content, options: Options = []) {
    self.content = content
    self.options = options
  }

  /// The size of the data in bytes.
  var byteCount: Int {
    switch content {
    case .packet(let packet, _): packet.byteCount
    case .frame(let frame): frame.byteCount
    case .failure, .marker: 0
    }
  }
}
