/// Translates the error texts of the engine, which has no catalogue and writes English, by the templates that they are
/// made from.
package enum ErrorTranslation {
  /// The text in the user's language; unchanged if no template matches it.
  package static func text(_ text: String) -> String { translate(text, depth: 0) }

  /// The template that a text is made from, and the values in it; nil if there is none.
  static func match(_ text: String) -> (template: String, values: [String])? {
    for template in templates {
      if let values = values(of: template, in: text) { return (template, values) }
    }
    return nil
  }

  /// A sentence contains a reason, which contains the description of its cause.
  private static let deepest = 3

  /// Translates a text, and the values in it that are texts themselves.
  private static func translate(_ text: String, depth: Int) -> String {
    guard depth < deepest, let (template, values) = match(text) else { return text }
    let parts = translated(template).split(separator: "%@", omittingEmptySubsequences: false)
    var result = String(parts.first ?? "")
    for (part, value) in zip(parts.dropFirst(), values) { result += translate(value, depth: depth + 1) + part }
    return result
  }

  /// The values of a template in a text; nil if the text is not made from it. A value extends to the next occurrence of
  /// the text that follows it, the last one to the end of the template.
  private static func values(of template: String, in text: String) -> [String]? {
    let parts = template.split(separator: "%@", omittingEmptySubsequences: false)
    guard let first = parts.first, let last = parts.last, text.hasPrefix(first) else { return nil }
    guard parts.count > 1 else { return text == template ? [] : nil }
    var rest = text.dropFirst(first.count)
    var values: [String] = []
    for part in parts[1..<(parts.count - 1)] {
      guard let end = rest.firstRange(of: part) else { return nil }
      values.append(String(rest[..<end.lowerBound]))
      rest = rest[end.upperBound...]
    }
    guard rest.hasSuffix(last) else { return nil }
    values.append(String(rest.dropLast(last.count)))
    return values
  }

  /// All templates, those with the longest texts first: a template that only has a few words matches many texts.
  private static let templates: [String] = known.sorted { length($0) > length($1) }

  /// The length of a template without its values.
  private static func length(_ template: String) -> Int { template.replacing("%@", with: "").count }

  /// Marks a text for `Scripts/translations`.
  private static func template(_ text: String) -> String { text }

  /// The sentence, the reasons and the suggestions of errors.
  private static var known: [String] {
    [template("“%@” cannot be used: %@.")] + reasons + networkReasons + passthroughReasons + advice
  }

  /// The reasons that concern the file.
  private static var reasons: [String] {
    [
      template("there is no such file"), template("it is a folder"), template("you have no permission to read it"),
      template("the file is empty"), template("it is not a video or audio file"), template("its data is damaged"),
      template("its data is damaged (%@)"), template("it ends after %@ of %@"),
      template("there is no decoder for “%@”"), template("it has neither video nor audio"),
      template("it has no video"), template("it has no readable captions"),
      template("none of its captions has a readable time"), template("it has no frame at %@"),
      template("the decoder for “%@” cannot decode its data"), template("its %@ data cannot be decoded"),
      template("its %@ data cannot be decoded (%@)"), template("nothing could be read for %@ seconds"),
      template("it is too large: %@"), template("addresses with “%@” cannot be read"),
      template("it is encrypted (%@)"), template("there is no key to decrypt it"), template("reading failed: %@"),
      template("no more data arrived for ten minutes"), template("its position did not advance for a minute"),
      template("its end was not found"), template("it was ready, but playback did not start"),
      template("opening it was cancelled"), template("it is a list of other files, which are not opened"),
      template("files of the format “%@” are not supported from this source"),
      template("a playlist refers to a file outside its folder"),
      template("a playlist refers to a device or a pipe"), template("an unknown time"),
      template("“%@” does not respond"), template("“%@” has not started to play"),
      template("“%@” refused a command"), template("“%@” does not play its format"),
      template("“%@” cannot fetch it"),
      template("Invalid data found when processing input"), template("End of file"),
    ]
  }

  /// The reasons that concern servers and streams.
  private static var networkReasons: [String] {
    [
      template("the server sent nothing for %@ seconds"), template("the server sent only %@ bytes in %@ seconds"),
      template("it did not open within %@ seconds, in which the server sent %@ bytes"),
      template("there is no host “%@”"), template("“%@” refused the connection"),
      template("there is no route to “%@”"), template("no secure connection to “%@” (%@)"),
      template("the proxy “%@” was not found"), template("the proxy “%@” refused the connection"),
      template("the proxy “%@” cannot be reached"),
      template("the proxy “%@” requires a user and a password (status 407)"),
      template("the proxy “%@” answered with status %@"), template("the proxy “%@” failed: %@"),
      template("the connection was lost"), template("the server's redirections lead nowhere"),
      template("it was replaced on the server"), template("its server does not support byte ranges"),
      template("libcurl is not installed"), template("its playlist cannot be used: %@"),
      template("its playlist has not been updated for %@ seconds"),
      template("it is a DASH manifest, which is not supported"),
      template("it is an HLS playlist inside another response"),
      template("it describes a session on the network, which is not supported"),
      template("it is not on the server (status %@)"), template("the server denies access to it (status %@)"),
      template("the server failed (status %@)"), template("the server answered with status %@"),
      template("the scheme “%@” is not supported"), template("a network resource refers to a local file"),
      template("a secure resource refers to “%@” without a secure connection"),
      template("a host refers to “%@”, which is in a more private network"),
    ]
  }

  /// The reasons for which audio is decoded instead of passing through (`PassthroughRefusal.text`).
  private static var passthroughReasons: [String] {
    [
      template("the speed is not 1"), template("the volume of the player is not 100 percent"),
      template("a mix or an effect changes the audio"), template("the format has no sample rate of %@ Hz"),
      template("there is no sound server with such devices"), template("the device does not offer the format"),
      template("another program uses the device"), template("the device refused the stream (%@)"),
      template("the device has stopped playing"), template("the data is damaged"),
      template("the format changes within the track"),
    ]
  }

  /// The suggestions.
  private static var advice: [String] {
    [
      template("Check that it is switched on, and in the same network."),
      template("Check the device, or play on this computer."),
      template("Convert the file, or play on this computer."),
      template("Download the file first, or play on this computer."),
      template("Check the name and the folder."), template("Name a file inside it."),
      template("Ask its owner for the permission."), template("Check that the download finished."),
      template("Check that it is the file you mean."), template("Fetch the file again."),
      template("Fetch the file again: a part of it is missing."),
      template("Install the package libavcodec-extra, or convert the file."),
      template("“playhead info” lists its tracks."),
      template("Check that it is WebVTT, SRT, ASS, TTML or SCC, and that its times are valid."),
      template("“playhead info” shows its duration."),
      template("Convert the file: the decoder may not support its kind, such as an animation."),
      template("Fetch the file again: it may be damaged."), template("Check the network, or try again later."),
      template("Check the disk, or the program that writes the pipe."),
      template("Download the file first, or try again with a faster network."),
      template("Split the file, or remove what is not needed from it."),
      template("Name a file, or an address with http or https."), template("Ask the author of the program."),
      template("Check the address and the network."),
      template("Check the address, its port, and whether the server runs."), template("Check the network."),
      template("Check the date of this machine, and whether the certificate is to be trusted."),
      template(
        "Check “http_proxy”, “https_proxy” and “all_proxy” in the environment, or name the server in “no_proxy”."),
      template("Check the network, and play it again."), template("Check the address."), template("Open it again."),
      template("Download the file first, or have its index moved to its front."), template("Try again later."),
      template("Install the package libcurl4."), template("Try again later: the stream may have ended."),
      template("Only programs with the right to its key can play it."), template("Check the disk."),
      template("Check its source, and try again."), template("Check the audio device, and try again."),
      template("Fetch the file again: a part of it may be missing."), template("Try again."),
      template("Ask for the HLS playlist."), template("Name the address of the playlist itself."),
      template("Name the files themselves."), template("Convert the file to MP4 or Matroska."),
      template("Ask its provider for addresses with http or https."),
      template("Ask its provider: nothing from the network may name files of this machine."),
      template("Move the file into the playlist's folder."), template("Name the device or the pipe yourself."),
      template("If you trust it, write “--allow-insecure”."),
      template("If you trust it, write “--allow-local-network”."),
      template("Check your permissions, and whether the address has expired."),
    ]
  }
}
