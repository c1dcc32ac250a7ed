import CPlayheadFFmpeg
import PlayheadNetworking

/// Confines libavformat to the bytes of its source: it never opens files, URLs or ports by itself.
extension Demuxer {
  /// The container's demuxer: the named one, or the one that probing the first bytes selects.
  static func input(
    named name: String?, fileExtension: String?, _ io: borrowing IOBridge, isEmpty: Bool, formats: ContainerFormats
  ) throws(DemuxError) -> UnsafePointer<AVInputFormat> {
    var found = name.flatMap { av_find_input_format($0) }
    if found == nil {
      let code = av_probe_input_buffer2(io.context, &found, formats.hint(fileExtension), nil, 0, 0)
      guard code >= 0, found != nil else {
        if let error = io.takeError() { throw .source(error) }
        throw isEmpty ? .empty : .format(FFmpegError(.open, code: code < 0 ? code : playhead_error_invalid_data))
      }
    }
    guard let found, let label = found.pointee.name.map({ String(cString: $0) }) else {
      throw .format(FFmpegError(.open, code: playhead_error_invalid_data))
    }
    guard formats.allows(label) else { throw .refused(format: label) }
    return found
  }

  /// The options for every context, including those that demuxers create internally. Must be freed.
  static func guarding(_ dictionary: OpaquePointer?, formats: ContainerFormats) -> OpaquePointer? {
    var dictionary = dictionary
    av_dict_set(&dictionary, "format_whitelist", formats.list, 0)
    // No protocol is allowed, not even files: all bytes come through the source.
    av_dict_set(&dictionary, "protocol_whitelist", "", 0)
    return dictionary
  }
}

extension IOBridge {
  /// Makes a context refuse to open anything, and abort as soon as the source is cancelled. The bridge must outlive it.
  func confine(_ format: UnsafeMutablePointer<AVFormatContext>) {
    playhead_confine(format, isInterrupted, opaque)
  }

  /// The callback that libavformat polls during long operations. `opaque` is the box of the source.
  private var isInterrupted: @convention(c) (UnsafeMutableRawPointer?) -> Int32 {
    { opaque in
      guard let opaque else { return 0 }
      return Unmanaged<SourceBox>.fromOpaque(opaque).takeUnretainedValue().source.isCancelled ? 1 : 0
    }
  }
}
