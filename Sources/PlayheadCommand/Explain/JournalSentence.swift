import CoreMedia
import PlayheadBasics
import PlayheadEngine
import PlayheadNetworking

/// Describes an event of a session's journal for users.
enum JournalSentence {
  /// The time since the start, the position in the item, and the sentence.
  static func line(_ entry: JournalEntry, start: HostTime, name: String) -> String {
    let elapsed = seconds((entry.host - start).seconds)
    return "\(elapsed)  at \(time(entry.media))  \(sentence(entry.event, name: name))"
  }

  /// The sentence for an event.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - name: The file as the user named it. URLs are shown without secrets.
  static func sentence(_ event: JournalEvent, name: String) -> String {
    switch event {
    case .opening: "“\(CellText.printable(RedactedURL(text: name).description))” is being opened."
    case .opened(let container, let duration, let tracks):
      "It is \(container), \(length(duration)), with \(tracks) \(tracks == 1 ? "track" : "tracks")."
    case .selected(let video, let audio, let text): selection(video, audio, text)
    case .ready(let after): "It can be played, \(seconds(after)) after opening began."
    case .rate(let rate): rate == 0 ? "A pause was asked for." : "Playing at rate \(rate) was asked for."
    case .seek(let target, let before, let after): seek(target, before, after)
    case .seekCompleted: "The position is found and its media is there."
    case .playing: "Time begins to pass."
    case .stopped: "Time stands."
    case .ranOut: "Media has run out: playing waits until more is there."
    case .resumedAfterStall(let after): "Enough media has come after \(seconds(after)): playing goes on."
    case .variant(let url, let bits?):
      "From here on \(RedactedURL(url)) is read: the link gives \(Int(saturating: bits / 1000)) kbit/s."
    case .variant(let url, nil): "\(RedactedURL(url)) is read."
    case .fault(let error): "Something was not to be had: \(plain(error, name))"
    case .angle(let name): "Another view was chosen (\(name))."
    case .audioTrackSelected(let codec): "Another sound track was chosen (\(codec))."
    case .audioDeviceLost(true): "The sound device has gone away; the sound goes on with another one."
    case .audioDeviceLost(false): "The sound device has gone away; the picture goes on by the host's clock."
    case .device(let device?): "Sound goes to the device “\(CellText.printable(device))”."
    case .device(nil): "Sound goes to the system's default device."
    case .dropped(let count):
      count == 1 ? "A picture was left out: it came too late." : "\(count) pictures were left out: they came too late."
    case .noAudioDevice: "No sound device can be used: playing goes on in silence, and a device is looked for again."
    case .audioDeviceReturned: "A sound device is there: the sound is heard from here on."
    case .openingNext(let url): "Enough of it is read: the next item, \(RedactedURL(url)), is opened."
    case .joined: "It follows the item before it without a gap."
    case .ended: "It was played to its end."
    case .stuck(let kind): "The watchdog barks: \(stuck(kind))."
    case .failed(let error): "It has failed: \(plain(error, name))"
    }
  }

  /// The tracks selected when the item was opened, by their codecs; nil for a kind without a selected track.
  private static func selection(_ video: String?, _ audio: String?, _ text: String?) -> String {
    let parts = [
      video.map { "the picture (\($0))" }, audio.map { "the sound (\($0))" }, text.map { "the text (\($0))" },
    ]
    let names = parts.compactMap { $0 }
    return names.isEmpty ? "Nothing of it was chosen." : "Chosen were \(names.joined(separator: ", "))."
  }

  /// A seek request with its tolerances: both zero is an exact seek, both non-numeric an unrestricted one.
  private static func seek(_ target: CMTime, _ before: CMTime, _ after: CMTime) -> String {
    if before == .zero, after == .zero { return "A seek to exactly \(time(target)) was asked for." }
    if !before.isNumeric, !after.isNumeric { return "A seek to about \(time(target)) was asked for." }
    return "A seek to \(time(target)) was asked for, up to \(time(before)) earlier or \(time(after)) later."
  }

  /// The condition that the watchdog has detected.
  private static func stuck(_ kind: StuckKind) -> String {
    switch kind {
    case .buffering: "nothing has come for ten minutes"
    case .playing: "time is to pass and has not moved for a minute"
    case .pastTheEnd: "all was played and the end was not told"
    case .suppressed: "all is ready and playing does not begin"
    }
  }

  /// The error without the program name.
  private static func plain(_ error: MediaError, _ name: String) -> String {
    ErrorSentence.plain(error, verb: "play", name: name)
  }

  /// The duration of the item; “of unknown length” if it is not numeric, as for a live stream.
  private static func length(_ time: CMTime) -> String {
    time.isNumeric ? "\(seconds(time.seconds)) long" : "of unknown length"
  }

  /// A position in the item; “any time” if it is not numeric.
  private static func time(_ time: CMTime) -> String { time.isNumeric ? TimeText.precise(time.seconds) : "any time" }

  /// A duration with three decimals. The sign is dropped, and values above 3.6e9 are limited.
  private static func seconds(_ value: Double) -> String {
    let thousandths = Int(saturating: (min(abs(value), 3.6e9) * 1000).rounded())
    let rest = String(thousandths % 1000)
    return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest + " s"
  }
}
