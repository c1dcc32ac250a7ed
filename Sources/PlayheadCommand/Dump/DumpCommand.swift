import CoreMedia
import PlayheadDump
import PlayheadEngine
import PlayheadItems
import PlayheadMedia

/// `playhead dump`: plays a file on a manual clock, as fast as it decodes, and prints all output.
struct DumpCommand {
  /// The range, tracks and audio file of the command line.
  var options = DumpOptions()
  /// The file or URL as given on the command line.
  var file: String
  /// The destination of the lines and of messages.
  var console: any Console

  /// Runs the command on the calling thread until the end of the range. Returns the exit status: 0, or 1 if the file or
  /// a requested track cannot be played, or the audio file cannot be written.
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

  /// Plays the item and prints a line per event, frame and audio block. Stops early if standard output or the audio
  /// file can no longer be written.
  ///
  /// - Parameter audio: The file that receives all samples as well; nil for none.
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
            + "decoded. “playhead info” lists its tracks.")
        return false
      }
      guard chosen.updateValue(track, forKey: track.kind) == nil else {
        console.writeErrorLine(
          "playhead: cannot dump “\(CellText.printable(MediaLocation(file).text))”: only one video and one audio track play at a time. "
            + "Run the command once for each.")
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

  /// Applies `--start` and `--length` to the item before it is played.
  private func chooseRange(of item: EngineItem) {
    if options.start > 0 { item.setStart(CMTime(time: options.start)) }
    if options.length != nil { item.bounds.forwardEnd = end }
  }

  /// The end of the range in media time; positive infinity without `--length`.
  private var end: CMTime {
    options.length.map { CMTime(time: options.start) + CMTime(time: $0) } ?? .positiveInfinity
  }

  /// Prints an error and returns the exit status 1.
  private func fail(_ error: MediaError) -> Int32 {
    console.writeErrorLine(ErrorSentence.text(error, verb: "dump", name: file))
    return 1
  }
}
