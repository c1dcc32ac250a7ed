import CPlayheadGTK
import Foundation
import PlayheadLayers
import TestSupport
import Testing

@testable import AVKit

@Suite(
  "Layer trees drawn by GTK", .serialized,
  .enabled(
    if: ProcessInfo.processInfo.environment["DISPLAY"] != nil, "there is no display; run under Xvfb to see these pass"))
@MainActor struct LayerSnapshotTests {
  enum Renderer: String, CaseIterable { case cairo, gl }

  private func pixels(of root: CALayer, with kind: Renderer) throws -> Pixels {
    try #require(gtk_init_check() != 0)
    let node = try #require(root.node(at: 0))
    let snapshot = try #require(gtk_snapshot_new())
    LayerSnapshot(
      snapshot: snapshot, area: root.bounds, textures: LayerTextures(), layerVideo: { _, _, _ in nil }
    ).append(
      {
        var node = node
        node.map = .identity
        return node
      }())
    let drawn = try #require(gtk_snapshot_free_to_node(snapshot))
    let renderer = try #require(kind == .cairo ? gsk_cairo_renderer_new() : gsk_gl_renderer_new())
    try #require(gsk_renderer_realize(renderer, nil, nil) != 0)
    defer {
      gsk_renderer_unrealize(renderer)
      g_object_unref(UnsafeMutableRawPointer(renderer))
      gsk_render_node_unref(drawn)
    }
    var viewport = graphene_rect_t(root.bounds)
    let texture = try #require(gsk_renderer_render_texture(renderer, drawn, &viewport))
    defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
    let (width, height) = (Int(gdk_texture_get_width(texture)), Int(gdk_texture_get_height(texture)))
    var bytes = [UInt8](repeating: 0, count: width * height * 4)
    gdk_texture_download(texture, &bytes, gsize(width * 4))
    return try #require(Pixels(Scenes.image(width: width, height: height, bytes: bytes)))
  }

  nonisolated static let cases = Renderer.allCases.flatMap { renderer in Scenes.names.map { (renderer, $0) } }

  @Test("each scene matches the pixels computed without GTK, with both renderers", arguments: cases)
  func scene(renderer: Renderer, name: String) throws {
    let pixels = try pixels(of: Scenes.root(name), with: renderer)
    let difference = try #require(Scenes.difference(of: pixels, from: name))
    // As off screen; GTK rounds corners and edges differently.
    let limits: [String: (mean: Double, far: Int)] = [
      "perspective": (3, 100), "resize": (12, 450), "aspect": (8, 300), "fill": (12, 520), "turned": (2.5, 130),
      "rounded": (1.5, 60), "open": (1, 40),
    ]
    let limit = limits[name] ?? (0.35, 12)
    #expect(difference.mean < limit.mean, "\(name): mean difference \(difference.mean)")
    #expect(difference.far < limit.far, "\(name): \(difference.far) pixels differ")
  }
}
