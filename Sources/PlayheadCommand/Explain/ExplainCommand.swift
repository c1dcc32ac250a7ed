import PlayheadDump
import PlayheadEngine
import PlayheadItems
import PlayheadMedia

/// `playhead explain`: plays a file on a manual clock, as fast as it decodes, and describes the player's decisions.
struct ExplainCommand {
  /// The file or URL as given on the command line.
  var file: String
  /// The decoders of video.
  var hardwareDecoding = HardwareDecoding.automatic
  /// The destination of the sentences and of messages.
  var console: any Console

  /// Runs the command on the calling thread. Returns the exit status: 0, or 1 if the file cannot be played.
  func run() -> Int32 {
    let location = MediaLocation(file)
    if let error = FileCheck.error(location) { return fail(error) }
    let item = EngineItem(url: location.url)
    item.videoDecoding.choice = hardwareDecoding
    let (start, failure) = play(item)
    for entry in item.journal.entries {
      console.writeLine(CellText.printable(JournalSentence.line(entry, start: start, name: location.text)))
    }
    for line in Self.summary(of: item) { console.writeLine(line) }
    return failure.map(fail) ?? 0
  }

  /// Plays the item to its end. Returns the start time and the error, if any.
  private func play(_ item: EngineItem) -> (start: HostTime, failure: MediaError?) {
    let clock = ManualClock()
    let start = clock.now
    var environment = PlaybackEnvironment(clock: clock, audio: CapturingAudio { _ in }, delivery: clock)
    environment.hardwareDecoders = .system
    let session = PlaybackSession(environment: environment) {}
    defer { session.close() }
    session.attach(CapturingVideoSink(checksums: false) { _ in })
    session.setRate(1)
    session.setItem(item)
    while true {
      clock.settle()
      for event in session.takeEvents() {
        switch event {
        case .playedToEnd: return (start, nil)
        case .failedToPlayToEnd(_, let error): return (start, error)
        case .itemChanged(_, let item) where item.status == .failed: return (start, item.error)
        default: break
        }
      }
      if !clock.step() { return (start, nil) }
    }
  }

  /// The totals of loaded data, for network items.
  private static func summary(of item: EngineItem) -> [String] {
    let entries = item.log.entries
    guard !entries.isEmpty else { return [] }
    let (bytes, requests) = entries.reduce((Int64(0), 0)) { ($0.0 + $1.bytes, $0.1 + $1.requests) }
    let stalls = entries.reduce(0) { $0 + $1.stalls }
    return ["In total, \(bytes) bytes were loaded with \(requests) requests; playback stalled \(stalls) times."]
  }

  /// Prints an error and returns the exit status 1.
  private func fail(_ error: MediaError) -> Int32 {
    console.writeErrorLine(ErrorSentence.text(error, verb: "play", name: file))
    return 1
  }
}
