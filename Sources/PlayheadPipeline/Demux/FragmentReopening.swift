import CoreMedia
import Foundation
import PlayheadFFmpeg
import PlayheadItems
import PlayheadNetworking

/// Seeks in a file with encrypted fragments by opening it again (`EncryptedFragments`). Used by the reader's thread.
final class FragmentReopening {
  private let fragments: EncryptedFragments
  private let url: URL
  private let options: RequestOptions
  /// The streams whose packets are read; nil for all.
  var active: Set<Int>?

  /// Reads the headers of the fragments. Moves the source's position.
  init(_ source: any ByteSource, url: URL, options: RequestOptions) {
    fragments = EncryptedFragments(source)
    self.url = url
    self.options = options
  }

  /// The file, opened at the fragment of a time.
  func demuxer(at time: CMTime) throws(MediaError) -> Demuxer {
    var demuxer = try MediaOpener.fragmentDemuxer(fragments.source(from: time), url: url, options: options)
    if let active { demuxer.setActiveStreams(active) }
    return demuxer
  }
}
