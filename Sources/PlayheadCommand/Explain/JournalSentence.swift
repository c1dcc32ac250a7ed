import CoreMedia
import PlayheadBasics
import PlayheadClock
import PlayheadItems
import PlayheadMedia
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
    case .ready(let after): "It is ready to play, \(seconds(after)) after opening began."
    case .rate(let rate): rate == 0 ? "A pause was requested." : "Playback at rate \(rate) was requested."
    case .seek(let target, let before, let after): seek(target, before, after)
    case .seekCompleted: "The seek target is reached and its media is available."
    case .playing: "The clock starts."
    case .stopped: "The clock stops."
    case .ranOut: "The buffer has run empty: playback waits for more media."
    case .resumedAfterStall(let after): "Enough media is buffered after \(seconds(after)): playback continues."
    case .variant(let url, let bits?):
      "From here on \(RedactedURL(url)) is read: the bandwidth is \(Int(saturating: bits / 1000)) kbit/s."
    case .variant(let url, nil): "\(RedactedURL(url)) is read."
    case .fault(let error): "A request has failed: \(plain(error, name))"
    case .videoDecoder(.hardware(let interface)): "Hardware decodes the video, with \(interface.title)."
    case .videoDecoder(.software(let interface, let failure)):
      "Software decodes the video instead of \(interface.title): \(CellText.printable(failure.text))."
    case .invalidDolbyVision: "The Dolby Vision metadata is invalid and not used: colors can be wrong."
    case .audioPassthrough(.passing(let codec)): "The audio device decodes the \(codec.title) audio."
    case .audioPassthrough(.decoding(let codec, let refusal)):
      "The player decodes the \(codec.title) audio, which does not pass through: \(refusal.text)."
    case .angle(let name): "Another angle was selected (\(name))."
    case .audioTrackSelected(let codec): "Another audio track was selected (\(codec))."
    case .audioDeviceLost(true): "The audio device was lost; the audio continues on another one."
    case .audioDeviceLost(false): "The audio device was lost; the video continues by the host's clock."
    case .device(let device?): "Audio goes to the device “\(CellText.printable(device))”."
    case .device(nil): "Audio goes to the system's default device."
    case .externalPlayback(let device?): "“\(CellText.printable(device))” plays the item in place of this computer."
    case .externalPlayback(nil): "This computer plays the item again."
    case .dropped(let count):
      count == 1 ? "A frame was dropped: it was late." : "\(count) frames were dropped: they were late."
    case .invalidAudioTiming: "The audio device reports an impossible position or latency, which is not believed."
    case .noAudioDevice: "No audio device can be used: playback continues silently and looks for a device."
    case .audioDeviceReturned: "An audio device is available: the audio is audible from here on."
    case .openingNext(let url): "Enough of it has been read: the next item, \(RedactedURL(url)), is opened."
    case .joined: "It follows the previous item without a gap."
    case .ended: "It was played to its end."
    case .stuck(let kind): "The watchdog reports: \(stuck(kind))."
    case .failed(let error): "It has failed: \(plain(error, name))"
    }
  }

  /// The tracks selected when the item was opened, by their codecs; nil for a kind without a selected track.
  private static func selection(_ video: String?, _ audio: String?, _ text: String?) -> String {
    let parts = [
      video.map { "video (\($0))" }, audio.map { "audio (\($0))" }, text.map { "text (\($0))" },
    ]
    let names = parts.compactMap { $0 }
    return names.isEmpty ? "No track was selected." : "Selected tracks: \(names.joined(separator: ", "))."
  }

  /// A seek request with its tolerances: both zero is an exact seek, both non-numeric an unrestricted one.
  private static func seek(_ target: CMTime, _ before: CMTime, _ after: CMTime) -> String {
    if before == .zero, after == .zero { return "A seek to exactly \(time(target)) was requested." }
    if !before.isNumeric, !after.isNumeric { return "A seek to about \(time(target)) was requested." }
    return "A seek to \(time(target)) was requested, up to \(time(before)) earlier or \(time(after)) later."
  }

  /// The condition that the watchdog has detected.
  private static func stuck(_ kind: StuckKind) -> String {
    switch kind {
    case .buffering: "no data has arrived for ten minutes"
    case .playing: "the clock should run and has not advanced for a minute"
    case .pastTheEnd: "everything was played and the end was not reported"
    case .suppressed: "everything is ready and playback does not start"
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
