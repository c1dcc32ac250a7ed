import Foundation
import Testing

/// The desktop file and the MPRIS service name the same types of files.
struct DesktopFileTests {
  private let tree = SourceTree()

  private func text(_ path: String) throws -> String {
    try String(contentsOf: tree.root.appendingPathComponent(path), encoding: .utf8)
  }

  @Test func typesOfDesktopFileAndServiceAreEqual() throws {
    let desktop = try text("Packaging/org.playhead.Playhead.desktop")
    let line = try #require(desktop.split(separator: "\n").first { $0.hasPrefix("MimeType=") })
    let declared = line.dropFirst("MimeType=".count).split(separator: ";").map(String.init)
    let source = try text("Sources/playhead-window/DesktopConnection.swift")
    let start = try #require(source.range(of: "static let mimeTypes = ["))
    let end = try #require(source[start.upperBound...].firstIndex(of: "]"))
    let served = source[start.upperBound..<end].matches(of: #/"([^"]+)"/#).map { String($0.1) }
    #expect(served == declared)
    #expect(Set(served).count == served.count && served.contains("video/mp4"))
  }

  // MARK: Metainfo

  /// Prints the metainfo for an address.
  private func metainfo(_ address: String) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = tree.root.appendingPathComponent("Packaging/metainfo")
    process.arguments = [address]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return text
  }

  @Test(arguments: [
    "https://example.org/a/playhead", "https://example.org/a/playhead.git", "git@example.org:a/playhead.git",
    "ssh://git@example.org/a/playhead",
  ])
  func metainfoNamesTheAddressOfTheRepository(address: String) throws {
    let text = try metainfo(address)
    #expect(text.contains("<url type=\"homepage\">https://example.org/a/playhead</url>"))
    #expect(!text.contains("OWNER"))
    // Each screenshot is a file of the repository.
    let images = text.matches(of: #/https://example.org/a/playhead/raw/HEAD/([^<]+)</#).map { String($0.1) }
    #expect(images.count == 3)
    for image in images { #expect(tree.files(under: image) == [tree.root.appendingPathComponent(image)], "\(image)") }
  }

  @Test(arguments: ["/srv/playhead", "file:///srv/playhead.git", "https://example.org/\"><x>"])
  func metainfoHasNoPlaceholderWithoutAPublicAddress(address: String) throws {
    let text = try metainfo(address)
    #expect(!text.contains("http") && !text.contains("OWNER") && text.contains("<developer id="))
  }

  @Test func metainfoListsTheReleasesOfTheChangelog() throws {
    let releases = try text("Packaging/org.playhead.Playhead.metainfo.xml").matches(
      of: #/<release version="([^"]+)" date="([^"]+)"/#
    ).map { "\($0.1) - \($0.2)" }
    let headings = try text("CHANGELOG.md").matches(of: #/(?m)^## \[(\d[^\]]*)\] - (\S+)$/#).map { "\($0.1) - \($0.2)" }
    #expect(!releases.isEmpty && releases == headings)
  }
}
