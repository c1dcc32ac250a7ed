/// The graphics state of a context, without the clip and the path.
struct DrawingState {
  /// The mapping from user space to pixels, whose y axis points down.
  var transform: CGAffineTransform
  var fillColor = CGColor.black
  var strokeColor = CGColor.black
  /// The opacity of everything drawn, from 0 to 1.
  var alpha: CGFloat = 1
  var blendMode = CGBlendMode.normal
  var line = LineStyle()
  var interpolation = CGInterpolationQuality.default
  var isAntialiased = true

  /// The style of stroked lines, in user space.
  struct LineStyle {
    var width: CGFloat = 1
    var cap = CGLineCap.butt
    var join = CGLineJoin.miter
    var miterLimit: CGFloat = 10
    var dashPhase: CGFloat = 0
    /// Alternating lengths of dashes and gaps; empty for solid lines.
    var dashLengths: [CGFloat] = []
  }
}
