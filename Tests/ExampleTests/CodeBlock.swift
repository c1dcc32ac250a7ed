import Foundation

/// A block of Swift code on a page of the documentation.
struct CodeBlock: Sendable {
  /// The page, from the folder of the package.
  let page: String
  /// The line of the page on which the code begins.
  let line: Int
  let text: String
  /// Whether the page says that the block is not compiled, with an HTML comment before it: `<!-- not compiled: why
  /// -->`.
  let isExcluded: Bool

  /// Whether it is a whole file. Other blocks are statements, which may use the names of `CodeBlock.context`.
  var isProgram: Bool { text.split(separator: "\n").contains { $0.hasPrefix("import ") } }

  /// Whether it is a package description.
  var isManifest: Bool { text.contains("import PackageDescription") }

  /// The source file that the compiler gets. Its errors name the page and the line there.
  func source(number: Int) -> String {
    let place = "#sourceLocation(file: \"\(page)\", line: \(line))\n"
    guard !isProgram else { return place + text + "\n" }
    return Self.imports + "@MainActor func fragment\(number)() async throws {\n" + place + text + "\n}\n"
  }

  /// The additions to Apple's API are visible too: the pages say which import they require.
  private static let imports =
    ["AVKit", "MediaPlayer", "PlayheadLayers", "PlayheadTesting"].map { "import \($0)\n" }
    .joined() + "@_spi(Playhead) import AVFoundation\n"

  /// The names that blocks without imports may use: what a reader takes for granted.
  static let context =
    imports + """
      @MainActor let player = AVPlayer()
      @MainActor let queue = AVQueuePlayer()
      @MainActor let item = AVPlayerItem(url: film)
      @MainActor let view = AVPlayerView()
      @MainActor let asset = AVURLAsset(url: film)
      @MainActor let generator = AVAssetImageGenerator(asset: asset)
      let film = URL(fileURLWithPath: "film.mkv")
      let address = URL(fileURLWithPath: "address")
      let folder = URL(fileURLWithPath: "folder")
      let moments = [CMTime.zero]
      func show(_ image: CGImage, at time: CMTime) {}

      """

  /// The blocks of a page.
  static func blocks(in text: String, of page: String) -> [CodeBlock] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var blocks: [CodeBlock] = []
    var start: Int?
    var before = ""
    var isExcluded = false
    for (index, line) in lines.enumerated() {
      let trimmed = line.trimmingCharacters(in: .whitespaces)
      if let begin = start {
        guard trimmed == "```" else { continue }
        let code = lines[begin..<index].joined(separator: "\n")
        blocks.append(CodeBlock(page: page, line: begin + 1, text: code, isExcluded: isExcluded))
        start = nil
      } else if trimmed == "```swift" {
        start = index + 1
        isExcluded = before.hasPrefix("<!-- not compiled")
      }
      if !trimmed.isEmpty { before = trimmed }
    }
    return blocks
  }

  /// The pages that may have blocks: the README, all of Docs, and the DocC catalogues.
  static func pages(of package: URL) -> [URL] {
    func pages(under name: String) -> [URL] {
      let folder = package.appendingPathComponent(name)
      let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL }
      return (all ?? []).filter { $0.pathExtension == "md" }
    }
    let readme = package.appendingPathComponent("README.md")
    return ([readme] + pages(under: "Docs") + pages(under: "Sources")).sorted { $0.path < $1.path }
  }
}
