/// The commands of keys. The default ones are mpv's, with those of Totem and VLC that do not conflict; lines of a file
/// override them.
///
/// Each line has a key, a space and a command. `ignore` as the command removes a binding. Lines that begin with `#` are
/// comments.
package struct KeyBindings: Sendable {
  /// A key and its command.
  package struct Binding: Equatable, Sendable {
    package var press: KeyPress
    package var command: PlayerCommand
    /// The command as it is written in a file.
    package var text: String
  }

  /// Why a line of a file is not a binding.
  package enum Failure: Error, Equatable {
    case unknownKey(String)
    case missingCommand
    case unknownCommand(String)
    case unexpectedArgument(String)
    /// The argument is missing, not a number, or outside of the range.
    case wrongArgument(String, ClosedRange<Double>)
    /// The file has more lines than are read.
    case tooManyLines
  }

  /// The bindings that are used by all views. Replaced by a program when it starts.
  @MainActor package static var current = KeyBindings()

  /// All bindings, in the order of the lines.
  package private(set) var all: [Binding] = []
  /// The indices in `all` by key.
  private var indices: [KeyPress: Int] = [:]

  /// The number of lines that are read from a file.
  private static let lineLimit = 10_000

  /// Creates the default bindings.
  package init() {
    let failures = apply(Self.defaults)
    assert(failures.isEmpty, "\(failures)")
  }

  /// Applies the lines of a file. Returns the lines that are not bindings, by their number from 1; they are skipped.
  package mutating func apply(_ text: String) -> [(line: Int, failure: Failure)] {
    var failures: [(line: Int, failure: Failure)] = []
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      guard index < Self.lineLimit else {
        failures.append((index + 1, .tooManyLines))
        break
      }
      let words = line.split { $0 == " " || $0 == "\t" }
      // A number sign with a command is the key of that name.
      guard let key = words.first, !key.hasPrefix("#") else { continue }
      do throws(Failure) {
        try apply(String(key), words.dropFirst().prefix { !$0.hasPrefix("#") })
      } catch {
        failures.append((index + 1, error))
      }
    }
    return failures
  }

  /// Applies the words of one line.
  private mutating func apply(_ key: String, _ words: ArraySlice<Substring>) throws(Failure) {
    guard let press = KeyPress(parsing: key) else { throw .unknownKey(key) }
    if words.elementsEqual(["ignore"]) { return remove(press) }
    let command = try CommandSyntax.command(Array(words))
    remove(press)
    indices[press] = all.count
    all.append(Binding(press: press, command: command, text: words.joined(separator: " ")))
  }

  /// Removes the binding of a key, if it has one.
  private mutating func remove(_ press: KeyPress) {
    guard let index = indices.removeValue(forKey: press) else { return }
    all.remove(at: index)
    for (key, other) in indices where other > index { indices[key] = other - 1 }
  }

  /// The command of a key; nil for keys without a command.
  ///
  /// Shift counts only for keys whose name it does not change. Without a binding of its own, a key with Shift has the
  /// command of the key alone.
  package func command(for press: KeyPress) -> PlayerCommand? {
    if let index = indices[press] { return all[index].command }
    guard press.modifiers.contains(.shift), press.modifiers == .shift || press.isSymbol else { return nil }
    return indices[KeyPress(press.name, press.modifiers.subtracting(.shift))].map { all[$0].command }
  }

  /// The keys of a command, in the order of the lines.
  package func presses(for command: PlayerCommand) -> [KeyPress] {
    all.filter { $0.command == command }.map(\.press)
  }

  /// The default bindings as the lines of a file.
  package static let defaults = """
    SPACE play-pause
    p play-pause
    k play-pause
    PLAY play-pause
    PAUSE pause
    STOP pause
    LEFT seek -5
    RIGHT seek 5
    UP seek 60
    DOWN seek -60
    Shift+LEFT seek -1
    Shift+RIGHT seek 1
    Shift+UP seek 5
    Shift+DOWN seek -5
    Alt+LEFT seek -10
    Alt+RIGHT seek 10
    Ctrl+LEFT seek -60
    Ctrl+RIGHT seek 60
    Shift+PGUP seek 600
    Shift+PGDWN seek -600
    REWIND seek -60
    FORWARD seek 60
    HOME seek -1000000
    END seek 1000000
    , frame-step -1
    . frame-step 1
    PGDWN chapter -1
    PGUP chapter 1
    ! chapter -1
    @ chapter 1
    [ multiply-speed 0.9090909
    ] multiply-speed 1.1
    { multiply-speed 0.5
    } multiply-speed 2
    BS reset-speed
    < queue -1
    > queue 1
    b queue -1
    n queue 1
    ENTER queue 1
    KP_ENTER queue 1
    PREV queue -1
    NEXT queue 1
    l repeat-part
    L repeat
    o show-position
    O show-position
    P show-position
    9 volume -2
    0 volume 2
    / volume -2
    * volume 2
    KP_Divide volume -2
    KP_Multiply volume 2
    Ctrl+DOWN volume -5
    Ctrl+UP volume 5
    VOLUME_DOWN volume -2
    VOLUME_UP volume 2
    m mute
    MUTE mute
    Ctrl++ audio-delay 0.1
    Ctrl+KP_Add audio-delay 0.1
    Ctrl+- audio-delay -0.1
    Ctrl+KP_Subtract audio-delay -0.1
    SHARP next-audio
    j next-subtitles
    J previous-subtitles
    Alt+j next-secondary-subtitles
    v subtitles
    z subtitle-delay -0.1
    Z subtitle-delay 0.1
    x subtitle-delay 0.1
    g subtitle-delay -0.1
    h subtitle-delay 0.1
    F subtitle-size -0.1
    G subtitle-size 0.1
    r subtitle-position 0.01
    R subtitle-position -0.01
    t subtitle-position -0.01
    w fit
    W fill
    e fill
    A next-aspect
    a next-aspect
    Ctrl+r rotate
    Ctrl+m mirror
    Alt++ zoom 0.1
    Alt+KP_Add zoom 0.1
    Alt+- zoom -0.1
    Alt+KP_Subtract zoom -0.1
    Alt+BS reset-video
    1 contrast -1
    2 contrast 1
    3 brightness -1
    4 brightness 1
    5 gamma -1
    6 gamma 1
    7 saturation -1
    8 saturation 1
    Ctrl+e adjustments
    f fullscreen
    F11 fullscreen
    Ctrl+f fullscreen
    Alt+ENTER fullscreen
    ESC leave-fullscreen
    Alt+0 window-scale 0.5
    Alt+1 window-scale 1
    Alt+2 window-scale 2
    T stay-on-top
    s screenshot
    S screenshot
    Ctrl+s screenshot
    Ctrl+o open
    Ctrl+l open-location
    F8 playlist
    F9 playlist
    i information
    I information
    Ctrl+i information
    F10 menu
    MENU context-menu
    Shift+F10 context-menu
    Ctrl+, preferences
    Ctrl+p preferences
    Ctrl+? shortcuts
    F1 shortcuts
    q quit
    Q quit
    Ctrl+w quit
    Ctrl+q close
    """
}

extension KeyBindings.Failure: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unknownKey(let key): "there is no key “\(key)”."
    case .missingCommand: "the command is missing."
    case .unknownCommand(let name): "there is no command “\(name)”."
    case .unexpectedArgument(let name): "“\(name)” has no argument."
    case .wrongArgument(let name, let range):
      "“\(name)” needs a number from \(range.lowerBound) to \(range.upperBound)."
    case .tooManyLines: "the file has too many lines; the rest is not read."
    }
  }
}
