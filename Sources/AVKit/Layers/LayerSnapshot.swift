import CPlayheadGTK
import CoreGraphics
import PlayheadLayers

/// Converts a layer tree to GTK render nodes: transforms, clips, colors, textures.
///
/// Masks and perspective, which GTK 4.8 does not support, are drawn with cairo as for off-screen rendering, and added
/// as one cairo node.
@MainActor struct LayerSnapshot {
  let snapshot: OpaquePointer
  /// The visible area, in the widget's units.
  let area: CGRect
  /// The textures of images, and the surfaces for parts that cairo draws.
  let textures: LayerTextures
  /// Returns the video of a layer, for a node that has one and its transform to the widget.
  let layerVideo: (any LayerVideoSource, LayerNode, PlaneMap) -> LayerVideo?

  /// Adds a tree whose root node is in the widget's space.
  func append(_ node: LayerNode) { append(node, above: .identity) }

  /// - Parameter above: The map from the node's parent space to the widget's.
  private func append(_ node: LayerNode, above: PlaneMap) {
    guard node.mask == nil, let map = node.map.affine else { return appendDrawing(of: node, above: above) }
    gtk_snapshot_save(snapshot)
    defer { gtk_snapshot_restore(snapshot) }
    transform(by: map)
    guard node.opacity < 1 else { return appendParts(of: node, above: node.map.then(above)) }
    gtk_snapshot_push_opacity(snapshot, node.opacity)
    appendParts(of: node, above: node.map.then(above))
    gtk_snapshot_pop(snapshot)
  }

  /// Adds the background, contents, children and border of a node, in this order, inside its clip.
  private func appendParts(of node: LayerNode, above: PlaneMap) {
    if node.clipsToBounds { pushClip(node.bounds, corners: node.corners) }
    let layerVideo = layerVideo(of: node, above: above)
    // A background that the video covers entirely would only cost blending.
    if let background = node.background, background.alpha > 0, layerVideo?.covers(node) != true {
      appendColor(background, in: node.bounds, corners: node.clipsToBounds ? nil : node.corners)
    }
    switch node.contents {
    case .image(let image, let part): appendImage(image, part: part, place: node.contentsPlace)
    case .video: layerVideo?.append(to: snapshot, node: node)
    case nil: break
    }
    for child in node.children { append(child, above: above) }
    if let border = node.border { appendBorder(border, of: node) }
    if node.clipsToBounds { gtk_snapshot_pop(snapshot) }
  }

  /// The video of a node; nil if its contents are not video.
  private func layerVideo(of node: LayerNode, above: PlaneMap) -> LayerVideo? {
    guard case .video(let source)? = node.contents else { return nil }
    return layerVideo(source, node, above)
  }

  /// Applied step by step: GTK's cairo renderer does not recognize a full matrix as two-dimensional.
  private func transform(by map: CGAffineTransform) {
    var origin = graphene_point_t(x: Float(map.tx), y: Float(map.ty))
    gtk_snapshot_translate(snapshot, &origin)
    let across = (map.a * map.a + map.b * map.b).squareRoot()
    guard across > 0 else { return gtk_snapshot_scale(snapshot, 0, 0) }
    let angle = atan2(map.b, map.a)
    if angle != 0 { gtk_snapshot_rotate(snapshot, Float(angle * 180 / .pi)) }
    let down = (map.a * map.d - map.b * map.c) / across
    let slant = (map.a * map.c + map.b * map.d) / across
    if slant != 0, down != 0 {
      gtk_snapshot_transform(snapshot, gsk_transform_skew(nil, Float(atan2(slant, down) * 180 / .pi), 0))
    }
    if across != 1 || down != 1 { gtk_snapshot_scale(snapshot, Float(across), Float(down)) }
  }

  // MARK: Parts

  /// Adds a filled rectangle. Corners of nil are not rounded.
  private func appendColor(_ color: CGColor, in bounds: CGRect, corners: RoundedCorners?) {
    let isRound = corners.map { !$0.isSharp } ?? false
    if isRound, let corners { pushClip(bounds, corners: corners) }
    var (rectangle, rgba) = (graphene_rect_t(bounds), GdkRGBA(color))
    gtk_snapshot_append_color(snapshot, &rgba, &rectangle)
    if isRound { gtk_snapshot_pop(snapshot) }
  }

  /// Adds an image.
  ///
  /// - Parameters:
  ///   - part: The visible part of the image, in fractions of its size.
  ///   - place: The rectangle of that part, in the node's space.
  private func appendImage(_ image: CGImage, part: CGRect, place: CGRect) {
    guard place.width > 0, place.height > 0, let texture = textures.texture(of: image) else { return }
    let isWhole = part == CGRect(x: 0, y: 0, width: 1, height: 1)
    if !isWhole { pushClip(place, corners: RoundedCorners(radius: 0, mask: [])) }
    let (across, down) = (place.width / part.width, place.height / part.height)
    var whole = graphene_rect_t(
      x: place.minX - part.minX * across, y: place.minY - part.minY * down, width: across, height: down)
    gtk_snapshot_append_texture(snapshot, texture, &whole)
    if !isWhole { gtk_snapshot_pop(snapshot) }
  }

  /// Adds a border inside the bounds of a node.
  private func appendBorder(_ border: LayerBorder, of node: LayerNode) {
    var outline = GskRoundedRect(node.bounds, corners: node.corners)
    let widths = [Float](repeating: Float(border.width), count: 4)
    let colors = [GdkRGBA](repeating: GdkRGBA(border.color), count: 4)
    gtk_snapshot_append_border(snapshot, &outline, widths, colors)
  }

  /// Begins a clip, which the caller must pop.
  private func pushClip(_ bounds: CGRect, corners: RoundedCorners) {
    if corners.isSharp {
      var rectangle = graphene_rect_t(bounds)
      gtk_snapshot_push_clip(snapshot, &rectangle)
    } else {
      var outline = GskRoundedRect(bounds, corners: corners)
      gtk_snapshot_push_rounded_clip(snapshot, &outline)
    }
  }

  // MARK: Drawing with cairo

  /// Adds a node that needs a mask or perspective as one cairo node, limited to its visible part.
  private func appendDrawing(of node: LayerNode, above: PlaneMap) {
    // Only the visible part of the node is drawn.
    guard let inverse = above.inverse, let seen = inverse.map(area), let extent = node.map.map(node.extent) else {
      return
    }
    let part = seen.intersection(extent.insetBy(dx: -1, dy: -1))
    guard !part.isEmpty else { return }
    var bounds = graphene_rect_t(part)
    guard let drawing = gtk_snapshot_append_cairo(snapshot, &bounds) else { return }
    NodePainter(drawing: drawing, images: textures.surfaces).draw(node)
    cairo_destroy(drawing)
  }
}

extension graphene_rect_t {
  /// Converts a rectangle to single precision.
  init(_ rect: CGRect) { self.init(x: rect.minX, y: rect.minY, width: rect.width, height: rect.height) }
}

extension GdkRGBA {
  /// Converts a colour to sRGB components, not premultiplied.
  init(_ color: CGColor) {
    let components = color.standardComponents
    self.init(
      red: Float(components.red), green: Float(components.green), blue: Float(components.blue),
      alpha: Float(color.alpha))
  }
}

extension GskRoundedRect {
  /// Creates a rectangle with circular corners, in GSK's order: clockwise from the top left.
  init(_ bounds: CGRect, corners: RoundedCorners) {
    let sizes = corners.radii.map { graphene_size_t(width: Float($0), height: Float($0)) }
    self.init()
    var (rectangle, a, b, c, d) = (graphene_rect_t(bounds), sizes[0], sizes[1], sizes[2], sizes[3])
    gsk_rounded_rect_init(&self, &rectangle, &a, &b, &c, &d)
  }
}
