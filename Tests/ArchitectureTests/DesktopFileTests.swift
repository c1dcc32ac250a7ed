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
}
