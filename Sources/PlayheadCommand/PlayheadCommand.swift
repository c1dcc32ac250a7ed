import Glibc
import PlayheadBasics
import PlayheadItems
import PlayheadNetworking

/// The command `playhead`.
package enum PlayheadCommand {
  /// Runs the command line of this process and returns its exit status: 0 for success, 1 if a file could not be opened
  /// or played or the output could not be written, 2 for an invalid command line.
  package static func main() -> Int32 {
    let console = StandardConsole()
    let status = run(arguments, console: console)
    guard let code = console.failure else { return status }
    console.writeErrorLine("playhead: cannot write the output: \(String(cString: strerror(code))). Check the disk.")
    return status == 0 ? 1 : status
  }

  /// The arguments after the program name, byte for byte (`SystemPath`).
  private static var arguments: [String] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map { word in
        SystemPath.text(of: UnsafeRawBufferPointer(start: word, count: strlen(word)))
      }
    }
  }

  /// Runs a command line on the calling thread and returns its exit status, as `main()` does.
  ///
  /// - Parameters:
  ///   - arguments: The arguments after the program name.
  ///   - console: The destination of all output. Tests pass one that collects it.
  static func run(_ arguments: [String], console: any Console) -> Int32 {
    do throws(UsageError) {
      let invocation = try Invocation(arguments: arguments)
      let permissions = Invocation.permissions(arguments: arguments)
      if !permissions.isEmpty {
        PlaybackEnvironment.current.sources = StandardByteSourceProvider(permissions: permissions)
      }
      switch invocation {
      case .version: console.writeLine("playhead \(PlayheadVersion.current)")
      case .help(let command): console.write(HelpText.text(for: command))
      case .info(let file, let asJSON): return InfoCommand(file: file, asJSON: asJSON, console: console).run()
      case .frame(let options, let file): return FrameCommand(options: options, file: file, console: console).run()
      case .thumbnails(let options, let file):
        let bar = isatty(STDERR_FILENO) == 1 ? ProgressBar(glyphs: GlyphSet(environment: environment)) : nil
        return ThumbnailsCommand(options: options, file: file, console: console, bar: bar).run()
      case .export(let options, let file):
        let bar = options.showsProgress ? ProgressBar(glyphs: GlyphSet(environment: environment)) : nil
        return ExportCommand(options: options, file: file, console: console, bar: bar).run()
      case .captions(let file, let track, let asJSON):
        return CaptionsCommand(file: file, track: track, asJSON: asJSON, console: console).run()
      case .batch(let options, nil): return BatchWorkerCommand(options: options, console: console).run()
      case .batch(let options, let operand?):
        let bar = isatty(STDERR_FILENO) == 1 ? ProgressBar(glyphs: GlyphSet(environment: environment)) : nil
        return BatchCommand(options: options, operand: operand, console: console, bar: bar).run()
      case .dump(let options, let file):
        return DumpCommand(options: options, file: file, console: console).run()
      case .explain(let file, let decoding):
        return ExplainCommand(file: file, hardwareDecoding: decoding, console: console).run()
      case .playlist(let file, let asJSON): return PlaylistCommand(file: file, asJSON: asJSON, console: console).run()
      case .routes(let asJSON): return RoutesCommand(asJSON: asJSON, console: console).run()
      case .play(let options, let files):
        return PlayCommand(options: options, files: files, console: console, environment: environment).run()
      }
      return 0
    } catch {
      console.writeErrorLine(error.sentence)
      return 2
    }
  }

  /// The environment variables that determine the video output.
  private static var environment: [String: String] {
    let names = [
      "DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "PATH", "TERM", "LC_ALL", "LC_CTYPE", "LANG",
    ]
    return Dictionary(
      uniqueKeysWithValues: names.compactMap { name in getenv(name).map { (name, String(cString: $0)) } })
  }
}
