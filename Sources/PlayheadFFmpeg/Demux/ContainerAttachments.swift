import CPlayheadFFmpeg

/// The files inside a container: cover images that are exposed as streams, and fonts attached to a Matroska file.
struct ContainerAttachments {
  /// libavformat's context, owned by the demuxer.
  private let format: UnsafeMutablePointer<AVFormatContext>

  /// The attachments of a context. They must not be read after the demuxer has ended.
  init(_ format: UnsafeMutablePointer<AVFormatContext>) { self.format = format }

  /// The stored bytes of a cover image; nil if the stream has none.
  func attachedPicture(ofStream index: Int) -> [UInt8]? {
    guard index >= 0, index < Int(format.pointee.nb_streams), let stream = format.pointee.streams[index],
      let data = stream.pointee.attached_pic.data, stream.pointee.attached_pic.size > 0
    else { return nil }
    return Array(UnsafeBufferPointer(start: data, count: Int(stream.pointee.attached_pic.size)))
  }

  /// The names and bytes of the fonts.
  var fonts: [(name: String, bytes: [UInt8])] {
    var fonts: [(String, [UInt8])] = []
    for index in 0..<Int(format.pointee.nb_streams) {
      guard let stream = format.pointee.streams[index], let parameters = stream.pointee.codecpar?.pointee,
        parameters.codec_type == AVMEDIA_TYPE_ATTACHMENT,
        parameters.codec_id == AV_CODEC_ID_TTF || parameters.codec_id == AV_CODEC_ID_OTF,
        let data = parameters.extradata, parameters.extradata_size > 0
      else { continue }
      let name = MediaDescription.dictionary(stream.pointee.metadata)["filename"] ?? "font\(index)"
      fonts.append((name, Array(UnsafeBufferPointer(start: data, count: Int(parameters.extradata_size)))))
    }
    return fonts
  }
}
