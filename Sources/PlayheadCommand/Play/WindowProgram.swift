import Foundation
import Glibc
import PlayheadMedia
import PlayheadNetworking
import PlayheadSettings

/// The program that plays in a window. The command replaces itself with it, so that a terminal player loads no toolkit.
struct WindowProgram: Equatable {
  /// The file name of the window program.
  static let name = "playhead-window"
  /// The environment variable with the command's path, by which the window program can pass the files back with
  /// `--no-window` if the display rejects it.
  static let commandVariable = "PLAYHEAD_COMMAND"

  /// The path of the program, with which it is executed.
  var path: String

  /// Finds it beside the command, in the folder of internal programs, or in the search path.
  static func find(
    command: String, environment: [String: String], isProgram: (String) -> Bool = WindowProgram.isProgram
  ) -> WindowProgram? {
    let folder = command.lastIndex(of: "/").map { String(command[..<$0]) } ?? "."
    let paths = (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }
    let places = ["\(folder)/\(name)", "\(folder)/../libexec/playhead/\(name)"] + paths
    return places.first(where: isProgram).map(WindowProgram.init)
  }

  /// The arguments of the window program: the same options, each once, and the files, with file URLs as paths.
  static func arguments(_ options: PlayOptions, files: [MediaLocation]) -> [String] {
    var arguments: [String] = []
    func add(_ option: CommandOption, _ value: String? = nil) {
      arguments.append(value.map { "\(option.spelling)=\($0)" } ?? option.spelling)
    }
    if let start = options.start { add(.start, "\(start)") }
    if let length = options.length { add(.length, "\(length)") }
    if options.rate != 1 { add(.rate, "\(options.rate)") }
    if options.volume != 100 { add(.volume, "\(options.volume)") }
    if options.isMuted { add(.mute) }
    if !options.hasAudio { add(.noAudio) }
    if options.loops { add(.loop) }
    if options.isFullscreen { add(.fullscreen) }
    if let geometry = options.geometry { add(.geometry, geometry) }
    if options.exitsAtEnd { add(.exitAtEnd) }
    if let subtitles = options.subtitles { add(.subtitles, subtitles) }
    if options.permissions.contains(.localNetwork) { add(.allowLocalNetwork) }
    if options.permissions.contains(.insecure) { add(.allowInsecure) }
    for file in options.captionFiles { add(.captionFile, file) }
    if let timeout = options.networkTimeout { add(.networkTimeout, "\(timeout)") }
    if let route = options.route { add(.route, route) }
    if let decoding = options.hardwareDecoding { add(.hardwareDecoding, decoding.rawValue) }
    if let passthrough = options.passthrough { add(.passthrough, passthrough.text) }
    if let deinterlacing = options.deinterlacing { add(.deinterlace, deinterlacing.rawValue) }
    if options.debands { add(.deband) }
    if options.adaptsToDisplay { add(.displayResample) }
    return arguments + ["--"] + files.map(argument)
  }

  /// A name that is not UTF-8 is passed as a URL, as toolkits require.
  private static func argument(_ file: MediaLocation) -> String {
    guard file.url.isFileURL else { return file.argument }
    if !SystemPath.isPlain(file.url.systemPath) { return "file://" + file.url.path(percentEncoded: true) }
    return file.argument.contains(":") ? file.url.path : file.argument
  }

  /// Replaces the process with the window program. Returns only on failure.
  func become(command: String, arguments: [String]) {
    setenv(Self.commandVariable, command, 1)
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    execv(path, &words)
    unsetenv(Self.commandVariable)
    for word in words { free(word) }
  }

  /// Whether a path is a regular file that this user may execute.
  private static func isProgram(_ path: String) -> Bool {
    var information = stat()
    return stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
  }

  /// The path of the running program.
  static var commandPath: String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
