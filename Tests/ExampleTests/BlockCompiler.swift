import Foundation

/// Has the compiler check blocks of code against the modules of the running build. Nothing is linked.
struct BlockCompiler: Sendable {
  private let flags: [String]
  private let manifestFlags: [String]?
  private static let compiler = executable("swiftc")

  /// Whether there is a compiler. The modules are those of the same toolchain, which `swift test` was started from.
  static var isInstalled: Bool { compiler != nil }

  init(package: URL) throws {
    let products = (Bundle.main.executableURL ?? package).deletingLastPathComponent()
    var flags = [
      "-swift-version", "6", "-I", products.appendingPathComponent("Modules").path,
      "-module-cache-path", products.appendingPathComponent("ModuleCache").path,
    ]
    let sources = package.appendingPathComponent("Sources")
    for name in try FileManager.default.contentsOfDirectory(atPath: sources.path).sorted() where name.hasPrefix("C") {
      for folder in [name, name + "/include"] {
        let folder = sources.appendingPathComponent(folder)
        guard FileManager.default.fileExists(atPath: folder.appendingPathComponent("module.modulemap").path) else {
          continue
        }
        flags += ["-I", folder.path]
      }
    }
    let libraries = ["gtk4", "cairo", "gio-2.0", "pixman-1"]
    let headers = try Self.run("/usr/bin/env", ["pkg-config", "--cflags-only-I"] + libraries).output
    for word in headers.split(whereSeparator: \.isWhitespace) { flags += ["-Xcc", String(word)] }
    // Macros of Swift Testing and package descriptions come with the toolchain, beside the compiler.
    let toolchain = URL(fileURLWithPath: Self.compiler ?? "").resolvingSymlinksInPath().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("lib/swift")
    let plugins = toolchain.appendingPathComponent("host/plugins/testing").path
    if FileManager.default.fileExists(atPath: plugins) { flags += ["-plugin-path", plugins] }
    let manifests = toolchain.appendingPathComponent("pm/ManifestAPI").path
    let hasManifests = FileManager.default.fileExists(atPath: manifests)
    self.flags = flags
    manifestFlags = hasManifests ? ["-I", manifests, "-package-description-version", "6.0"] : nil
  }

  /// The errors in the blocks of a page: one call for all statements, and one for each program.
  func errors(in blocks: [CodeBlock]) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var errors: [String] = []
    var fragments: [URL] = []
    for (number, block) in blocks.enumerated() where !block.isExcluded {
      let file = folder.appendingPathComponent("block\(number).swift")
      try Data(block.source(number: number).utf8).write(to: file)
      if !block.isProgram {
        fragments.append(file)
      } else if !block.isManifest {
        errors += try compile([file], with: [])
      } else if let manifestFlags {
        errors += try compile([file], with: manifestFlags)
      }
    }
    guard !fragments.isEmpty else { return errors }
    let context = folder.appendingPathComponent("Context.swift")
    try Data(CodeBlock.context.utf8).write(to: context)
    return try errors + compile([context] + fragments, with: ["-wmo"])
  }

  /// SIL, because it is on its way there that the compiler finds data races.
  private func compile(_ files: [URL], with more: [String]) throws -> [String] {
    let arguments = ["-emit-sil", "-o", "/dev/null"] + flags + more + files.map(\.path)
    let result = try Self.run(Self.compiler ?? "swiftc", arguments)
    guard result.status != 0 else { return [] }
    let lines = result.output.split(separator: "\n").filter { $0.contains("error:") && !$0.contains("`- error:") }
    return lines.isEmpty ? [result.output] : lines.map(String.init)
  }

  private static func executable(_ name: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  private static func run(_ program: String, _ arguments: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }
}
