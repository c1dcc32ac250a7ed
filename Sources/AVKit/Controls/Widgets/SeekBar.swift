import CPlayheadGTK
import CoreMedia

/// The seek bar: a GTK slider that also draws the buffered ranges behind its track and the starts of chapters on it.
@MainActor final class SeekBar {
  let widget: Widget
  /// Called when the user moved the slider; `isHeld` while the drag continues.
  var onSeek: ((_ seconds: Double, _ isHeld: Bool) -> Void)?
  /// Called when a drag of the slider begins (true) or ends.
  var onHold: ((Bool) -> Void)?
  /// Called when the pointer is over a position of the bar, or with nil when it left. `x` is in the bar's units from
  /// its left edge.
  var onHover: ((_ hover: (seconds: Double, x: Double)?) -> Void)?
  /// The GTK slider, whose value is the position in seconds.
  private let scale: Widget
  /// The range of the slider in seconds; nil while the bar has no use.
  private var reach: ClosedRange<Double>?
  /// The buffered ranges in seconds, drawn behind the track.
  private var buffered: [ClosedRange<Double>] = []
  /// The starts of chapters in seconds.
  private var chapters: [Double] = []
  /// Whether the user drags the slider, with a pointer or a touch.
  private(set) var isHeld = false
  /// Whether the slider is being moved by the program, not by the user.
  private var isRefreshing = false
  /// The text for screen readers as last set.
  private var spoken = ""

  /// The `GType` of the widget, registered at first use.
  private static let type: GType = WidgetClass.register("PlayheadSeekBar") { pointer, _ in
    guard let pointer else { return }
    let functions: UnsafeMutablePointer<GtkWidgetClass> = cast(pointer)
    functions.pointee.snapshot = { widget, snapshot in
      onMain((widget, snapshot)) { widget, snapshot in
        guard let snapshot else { return }
        WidgetOwner.get(widget, as: SeekBar.self)?.draw(snapshot)
      }
    }
    gtk_widget_class_set_layout_manager_type(functions, gtk_bin_layout_get_type())
    gtk_widget_class_set_accessible_role(functions, GTK_ACCESSIBLE_ROLE_GROUP)
  }

  /// Creates a bar without a range. The object owns a reference to the widget.
  init?() {
    guard let widget = WidgetClass.make(Self.type),
      let scale = gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, 1, 0.01)
    else { return nil }
    (self.widget, self.scale) = (widget, scale)
    g_object_ref_sink(widget)
    WidgetOwner.set(self, of: widget)
    gtk_widget_set_parent(scale, widget)
    gtk_widget_set_hexpand(widget, 1)
    gtk_widget_set_hexpand(scale, 1)
    gtk_widget_add_css_class(widget, "playhead-seek")
    gtk_scale_set_draw_value(cast(scale), 0)
    playhead_gtk_set_name(scale, translated("Position"))
    connect()
  }

  #if compiler(>=6.2)
    isolated deinit { tearDown() }
  #else
    deinit { MainThreadTeardown.perform { tearDown() } }
  #endif

  /// Removes the slider and releases the widget. Runs on the main thread.
  private func tearDown() {
    WidgetOwner.set(nil, of: widget)
    while let child = gtk_widget_get_first_child(widget) { gtk_widget_unparent(child) }
    g_object_unref(widget)
  }

  // MARK: Content

  /// Updates the slider and the buffered ranges. During a drag the slider does not follow playback.
  func show(_ content: ControlsContent) {
    if content.spoken != spoken {
      spoken = content.spoken
      playhead_gtk_set_value_text(scale, spoken)
    }
    if content.buffered != buffered {
      buffered = content.buffered
      gtk_widget_queue_draw(widget)
    }
    let canMove = content.reach != nil && !content.isFixed
    if (gtk_widget_get_sensitive(scale) != 0) != canMove {
      gtk_widget_set_sensitive(scale, canMove ? 1 : 0)
    }
    guard !isHeld else { return }
    move(to: content.value, in: content.reach)
  }

  /// Sets the chapter marks. Cheap if they are the same.
  func setChapters(_ starts: [Double]) {
    guard starts != chapters else { return }
    chapters = starts
    gtk_widget_queue_draw(widget)
  }

  /// Moves the slider without reporting it as the user's movement. A range of nil leaves the value unchanged.
  private func move(to value: Double, in reach: ClosedRange<Double>?) {
    guard let reach, let adjustment = gtk_range_get_adjustment(cast(scale)) else { return self.reach = nil }
    isRefreshing = true
    defer { isRefreshing = false }
    if reach != self.reach {
      self.reach = reach
      gtk_adjustment_configure(adjustment, value, reach.lowerBound, reach.upperBound, 5, 60, 0)
    }
    // Movements of less than half a pixel are not redrawn.
    let pixel = (reach.upperBound - reach.lowerBound) / Double(max(1, gtk_widget_get_width(scale)))
    if abs(gtk_adjustment_get_value(adjustment) - value) > pixel / 2 { gtk_adjustment_set_value(adjustment, value) }
  }

  // MARK: Input

  /// Connects the slider, and the controllers for presses and for hovering.
  private func connect() {
    Signal.connect(scale, "value-changed") { [weak self] in
      guard let self, !self.isRefreshing else { return }
      let value = gtk_range_get_value(cast(self.scale))
      self.onSeek?(value, self.isHeld)
      // A touch drag is over the bar without hovering.
      if self.isHeld, let line = self.line { self.onHover?((value, self.place(value, line))) }
    }
    if let press = gtk_event_controller_legacy_new() {
      // The range claims the press for itself; capturing the events before it is the only method to know when the press
      // ends.
      gtk_event_controller_set_propagation_phase(press, GTK_PHASE_CAPTURE)
      Signal.connectEvents(UnsafeMutableRawPointer(press)) { [weak self] type in
        switch type {
        case GDK_BUTTON_PRESS, GDK_TOUCH_BEGIN: self?.setHeld(true)
        case GDK_BUTTON_RELEASE: self?.setHeld(false)
        case GDK_TOUCH_END, GDK_TOUCH_CANCEL:
          self?.setHeld(false)
          self?.onHover?(nil)
        default: break
        }
      }
      gtk_widget_add_controller(scale, press)
    }
    guard let motion = gtk_event_controller_motion_new() else { return }
    let pointer = UnsafeMutableRawPointer(motion)
    for signal in ["enter", "motion"] {
      Signal.connect(place: pointer, signal) { [weak self] in self?.hovered($0.x) }
    }
    Signal.connect(pointer, "leave") { [weak self] in
      guard let self, !self.isHeld else { return }
      self.onHover?(nil)
    }
    gtk_widget_add_controller(widget, motion)
  }

  /// Records the begin or end of a drag. Its end seeks exactly to the final position.
  private func setHeld(_ isHeld: Bool) {
    guard isHeld != self.isHeld else { return }
    self.isHeld = isHeld
    onHold?(isHeld)
    // During a drag any frame near the target is sufficient; at its end the exact frame is required.
    if !isHeld { onSeek?(gtk_range_get_value(cast(scale)), false) }
  }

  /// Reports the position under the pointer; `x` is in the bar's units.
  private func hovered(_ x: Double) {
    guard let line, let reach else { return }
    let fraction = line.fraction(at: x)
    let seconds = reach.lowerBound + fraction * (reach.upperBound - reach.lowerBound)
    onHover?((seconds, line.place(fraction)))
  }

  // MARK: Drawing

  /// The track of the knob; nil before GTK has allocated a size.
  private var line: SeekBarTrack? {
    guard let trough = Self.child(of: scale, named: "trough"), let slider = Self.child(of: trough, named: "slider")
    else { return nil }
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(trough, widget, &bounds) != 0 else { return nil }
    var knob: Int32 = 0
    gtk_widget_measure(slider, GTK_ORIENTATION_HORIZONTAL, -1, &knob, nil, nil, nil)
    let (width, half) = (Double(bounds.size.width), Double(max(0, knob)) / 2)
    guard width > 0 else { return nil }
    return SeekBarTrack(start: Double(bounds.origin.x) + half, length: max(1, width - 2 * half))
  }

  /// A part of GTK's slider, by its CSS name.
  private static func child(of widget: Widget, named name: String) -> Widget? {
    var child = gtk_widget_get_first_child(widget)
    while let candidate = child {
      if gtk_widget_get_css_name(candidate).map({ String(cString: $0) }) == name { return candidate }
      child = gtk_widget_get_next_sibling(candidate)
    }
    return nil
  }

  /// The x coordinate of a position in seconds.
  private func place(_ seconds: Double, _ line: SeekBarTrack) -> Double {
    guard let reach, reach.upperBound > reach.lowerBound else { return line.place(0) }
    return line.place((seconds - reach.lowerBound) / (reach.upperBound - reach.lowerBound))
  }

  /// Draws the buffered ranges, the slider, then the chapter marks. A mark under the knob is left out.
  private func draw(_ snapshot: OpaquePointer) {
    let middle = Double(gtk_widget_get_height(widget)) / 2
    if let line, reach != nil {
      for range in buffered {
        let (start, end) = (place(range.lowerBound, line), place(range.upperBound, line))
        guard abs(end - start) >= 1 else { continue }
        let color = GdkRGBA(red: 1, green: 1, blue: 1, alpha: 0.32)
        fill(snapshot, x: min(start, end), y: middle - 2, width: abs(end - start), height: 4, color)
      }
    }
    gtk_widget_snapshot_child(widget, scale, snapshot)
    guard let line, reach != nil, !chapters.isEmpty else { return }
    let knob = place(gtk_range_get_value(cast(scale)), line)
    let (mark, edge) = ControlsContrast.markColors(on: gtk_widget_get_display(widget))
    // The first chapter starts where the bar does.
    for start in chapters where start > 0 {
      let x = place(start, line)
      guard abs(x - knob) > 9 else { continue }
      if let edge { fill(snapshot, x: x - 2, y: middle - 5, width: 4, height: 10, edge) }
      fill(snapshot, x: x - 1, y: middle - 3, width: 2, height: 6, mark)
    }
  }

  /// Fills a rectangle in the bar's units.
  private func fill(
    _ snapshot: OpaquePointer, x: Double, y: Double, width: Double, height: Double, _ color: GdkRGBA
  ) {
    var color = color
    var bounds = graphene_rect_t(x: x, y: y, width: width, height: height)
    gtk_snapshot_append_color(snapshot, &color, &bounds)
  }
}
