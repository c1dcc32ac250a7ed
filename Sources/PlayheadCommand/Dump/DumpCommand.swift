import CoreMedia
import PlayheadEngine
import PlayheadFFmpeg
import PlayheadTesting

/// `playhead dump`: plays a file on a manual clock, as fast as it decodes, and prints all output.
struct DumpCommand {
  var options = DumpOptions()
  var file: String
  var console: any Console

  func run() -> Int32 {
    let location = MediaLocation(file)
    if let error = FileCheck.error(location) { return fail(error) }
    let item = EngineItem(url: location.url)
    do throws(MediaError) {
      guard try chooseTracks(of: item) else { return 1 }
    } catch {
      return fail(error)
    }
    chooseRange(of: item)
    do throws(ImageFileError) {
      let audio = try options.audio.map { path throws(ImageFileError) in try WAVFile(path) }
      let status = dump(item, audio)
      try audio?.finish()
      return status
    } catch {
      console.writeErrorLine(error.sentence)
      return 1
    }
  }

  private func dump(_ item: EngineItem, _ audio: WAVFile?) -> Int32 {
    // Writing line by line would take longer than decoding.
    var lines = ""
    let (console, canWriteAudio) = (console, { audio?.failure == nil })
    let summary = PlaybackDump.run(
      item, until: end, onAudio: { audio?.append($0.samples, format: $0.format) },
      shouldContinue: { console.failure == nil && canWriteAudio() }
    ) { line in
      lines += line + "\n"
      if lines.utf8.count > 1 << 16 {
        console.write(lines)
        lines = ""
      }
    }
    console.write(lines)
    return summary.failure.map { fail($0.error) } ?? 0
  }

  /// Selects the requested tracks. Prints a message and returns false if one cannot be dumped.
  private func chooseTracks(of item: EngineItem) throws(MediaError) -> Bool {
    guard !options.tracks.isEmpty else { return true }
    let tracks = try MediaProbe.probe(item.url).tracks
    var chosen: [TrackInfo.Kind: TrackInfo] = [:]
    for number in options.tracks {
      let track = tracks.first { Int($0.trackID) == number && $0.isDecodable && !$0.isAttachedPicture }
      guard let track, track.kind == .video || track.kind == .audio else {
        console.writeErrorLine(
          "playhead: cannot dump “\(CellText.printable(MediaLocation(file).text))”: track \(number) holds neither video nor audio that can be "
            + "decoded. “playhead info” tells what it holds.")
        return false
      }
      guard chosen.updateValue(track, forKey: track.kind) == nil else {
        console.writeErrorLine(
          "playhead: cannot dump “\(CellText.printable(MediaLocation(file).text))”: only one video and one audio track play at a time. "
            + "Call it once for each.")
        return false
      }
    }
    let (video, audio) = (chosen[.video]?.index, chosen[.audio]?.index)
    item.choose { choice in
      choice.video = video
      choice.audible = audio.map { .track($0) } ?? .none
    }
    if video == nil {
      for track in tracks where track.kind == .video { item.setEnabled(false, track: track.index) }
    }
    return true
  }

  private func chooseRange(of item: EngineItem) {
    if options.start > 0 { item.setStart(CMTime(moment: options.start)) }
    if options.length != nil { item.bounds.forwardEnd = end }
  }

  private var end: CMTime {
    options.length.map { CMTime(moment: options.start) + CMTime(moment: $0) } ?? .positiveInfinity
  }

  private func fail(_ error: MediaError) -> Int32 {
    console.writeErrorLine(ErrorSentence.text(error, verb: "dump", name: file))
    return 1
  }
}
