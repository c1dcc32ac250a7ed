import CoreMedia
import PlayheadMedia
import PlayheadNetworking

extension MediaInfo {
  /// The tags of a file without playable streams: an ID3 tag or FLAC metadata blocks at its front. nil if there are
  /// none.
  package init?(tagsOf source: any ByteSource) {
    guard source.isSeekable, let size = source.size else { return nil }
    let reader = BoxReader(source)
    var tags: [MediaTag] = []
    var start: Int64 = 0
    if let head = reader.exactBytes(0..<min(10, size)), let length = ID3Tags.length(head) {
      start = Int64(length)
      tags = reader.exactBytes(0..<min(start, size, Int64(TagLimits.bytes * 2))).map(ID3Tags.read) ?? []
    }
    tags = VorbisTags.flac(reader, at: start) + tags
    guard !tags.isEmpty else { return nil }
    self.init(containerName: "tags", duration: .zero, tracks: [])
    details = MediaDetails()
    details?.tags = tags
  }
}
