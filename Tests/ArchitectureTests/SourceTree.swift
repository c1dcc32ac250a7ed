import Foundation

/// The package folder, for tests of the source tree.
struct SourceTree {
  struct Module {
    let name: String
    let swiftFiles: [URL]
    let isSystemLibrary: Bool
  }

  let root: URL

  init(file: String = #filePath) {
    root = URL(fileURLWithPath: file).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
  }

  /// The folders under Sources.
  func modules() throws -> [Module] {
    let sources = root.appendingPathComponent("Sources")
    return try FileManager.default.contentsOfDirectory(atPath: sources.path).sorted().map { name in
      let folder = sources.appendingPathComponent(name)
      let files = self.files(under: "Sources/\(name)")
      return Module(
        name: name,
        swiftFiles: files.filter { $0.pathExtension == "swift" },
        isSystemLibrary: FileManager.default.fileExists(
          atPath: folder.appendingPathComponent("module.modulemap").path))
    }
  }

  /// The files under a folder or the file of that name, sorted; hidden, built and generated ones are omitted.
  func files(under name: String) -> [URL] {
    let start = root.appendingPathComponent(name)
    guard let all = FileManager.default.enumerator(at: start, includingPropertiesForKeys: [.isRegularFileKey]) else {
      return []
    }
    let files = all.compactMap { $0 as? URL }.filter { url in
      !url.path.dropFirst(start.path.count).contains("/.")
        && (try? url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true
    }
    return files.isEmpty ? [start] : files.sorted { $0.path < $1.path }
  }

  func path(of file: URL) -> String {
    String(file.path.dropFirst(root.path.count + 1))
  }
}
