import CPlayheadFFmpeg
import CoreMedia
import PlayheadBasics
import PlayheadMedia

/// Seeking within a container.
extension Demuxer {
  /// Seeks to the last sync sample of `stream` at or before `time`, as precisely as the container's index allows: the
  /// first packets may still be later, and callers must check them.
  package mutating func seek(to time: CMTime, stream index: Int) throws(DemuxError) {
    guard mappings.indices.contains(index) else { return }
    io.clearFailure()
    discardReadAhead()
    // The timeline begins at zero: earlier targets mean the beginning.
    discontinuities?.seek(to: max(time, .zero))
    // A stream without an index is searched by bisection, which finds nothing before its first time stamps and may end
    // anywhere: for the beginning, seek to the first byte.
    if time <= .zero, info.containerName.hasPrefix("mpeg"), av_seek_frame(format, -1, 0, AVSEEK_FLAG_BYTE) >= 0 {
      return
    }
    if try seekAcrossDiscontinuities(to: time, stream: index) { return }
    let own = time - (discontinuities?.part(at: time).offset ?? .zero)
    var code = av_seek_frame(format, Int32(index), mappings[index].ticks(notAfter: own), AVSEEK_FLAG_BACKWARD)
    if code < 0 {
      if let error = io.takeError() { throw .source(error) }
      // Some demuxers find no position before their first packet; fall back to the beginning, which always exists.
      code = avformat_seek_file(format, -1, .min, 0, .max, AVSEEK_FLAG_BACKWARD)
    }
    if code < 0 {
      if let error = io.takeError() { throw .source(error) }
      throw .format(FFmpegError(.seek, code: code))
    }
  }

  /// Seeks to the first byte, for streams without times to seek by.
  package mutating func rewind() throws(DemuxError) {
    io.clearFailure()
    discardReadAhead()
    discontinuities?.seek(to: .zero)
    let code = av_seek_frame(format, -1, 0, AVSEEK_FLAG_BYTE)
    guard code < 0 else { return }
    if let error = io.takeError() { throw .source(error) }
    throw .format(FFmpegError(.seek, code: code))
  }

  /// The time of the last sync sample of `stream` at or before `time` according to the container's index, without
  /// reading; nil if the index does not contain it.
  ///
  /// Some indexes store decode times. These are corrected by the delay of the first frame: precise enough to assign
  /// frames to a GOP, not to select the seek result.
  package func indexedSyncTime(notAfter time: CMTime, stream index: Int) -> CMTime? {
    guard indexesSyncSamples, mappings.indices.contains(index), let stream = format.pointee.streams[index],
      let first = avformat_index_get_entry(stream, 0),
      let last = avformat_index_get_entry(stream, avformat_index_get_entries_count(stream) - 1)
    else { return nil }
    let start = stream.pointee.start_time
    let delay = start == playhead_no_timestamp ? 0 : max(0, start.subtractingSaturated(first.pointee.timestamp))
    let wanted = mappings[index].ticks(notAfter: time).subtractingSaturated(delay)
    // An index that is built while reading does not cover times beyond its end.
    guard info.hasIndex || last.pointee.timestamp > wanted else { return nil }
    let entry = avformat_index_get_entry_from_timestamp(
      stream, max(wanted, first.pointee.timestamp), AVSEEK_FLAG_BACKWARD)
    return entry.map { mappings[index].time(ofTicks: $0.pointee.timestamp.addingSaturated(delay)) }
  }

  /// Whether the index of streams contains sync samples. MPEG demuxers index any packet found during a search.
  var indexesSyncSamples: Bool {
    ["mov,", "matroska", "avi", "flv"].contains { info.containerName.hasPrefix($0) }
  }
}
