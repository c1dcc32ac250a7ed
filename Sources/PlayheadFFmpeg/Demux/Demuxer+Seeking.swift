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
    timeline.seek(to: max(time, .zero))
    // A stream without an index is searched by bisection, which finds nothing before its first time stamps and may end
    // anywhere: for the beginning, seek to the first byte.
    if time <= .zero, info.containerName.hasPrefix("mpeg"), av_seek_frame(format, -1, 0, AVSEEK_FLAG_BYTE) >= 0 {
      return
    }
    if try seekAcrossDiscontinuities(to: time, stream: index) { return }
    let own = time - timeline.offset(at: time)
    let code = av_seek_frame(format, Int32(index), mappings[index].ticks(notAfter: own), AVSEEK_FLAG_BACKWARD)
    guard code < 0 else { return }
    if let error = io.takeError() { throw .source(error) }
    // Some demuxers find no position before their first packet; fall back to the beginning, which always exists. Others
    // (SWF) have neither an index nor a search.
    if avformat_seek_file(format, -1, .min, 0, .max, AVSEEK_FLAG_BACKWARD) < 0 { try rewind() }
  }

  /// Seeks to the first byte, for streams without times to seek by.
  package mutating func rewind() throws(DemuxError) {
    discardReadAhead()
    timeline.seek(to: .zero)
    try go(toByte: 0)
  }

  /// The time of the last sync sample of `stream` at or before `time` according to the container's index, without
  /// reading; nil if the index does not contain it. See `SampleIndex`.
  package func indexedSyncTime(notAfter time: CMTime, stream index: Int) -> CMTime? {
    guard SampleIndex.containsSyncSamples(info.containerName), mappings.indices.contains(index),
      let stream = format.pointee.streams[index]
    else { return nil }
    return SampleIndex(stream, mapping: mappings[index]).syncTime(notAfter: time, isComplete: info.hasIndex)
  }
}
