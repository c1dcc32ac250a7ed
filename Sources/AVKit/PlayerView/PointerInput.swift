import CPlayheadGTK
import CoreMedia

/// Pointer, wheel and touch input over the video.
@MainActor final class PointerInput {
  /// Whether a double click toggles full screen.
  var offersFullScreen = false
  /// Whether a drag with a pressed pointer button moves the window.
  var movesWindow = false
  /// Called for a press of the secondary button, with its position in the view; nil if the program has no menu.
  var onContextMenu: ((_ x: Double, _ y: Double) -> Void)?
  /// Called to fill the view (true) or to fit the video into it (false).
  var onFill: ((Bool) -> Void)?
  private let view: ViewWidget
  private let visibility: ControlsVisibilityController
  private let commands: CommandController
  /// The drag over the video.
  private let drag: VideoDrag
  /// The start of a drag with a pressed pointer button; nil during other drags. Such a drag moves the window.
  private var windowDragStart: (x: Double, y: Double)?
  /// The last position of the pointer, to ignore motion events without a movement; nil outside of the view.
  private var lastPointer: (x: Double, y: Double)?
  /// The accumulated scroll distance: wheels report notches, touch pads fractions of them.
  private var scrolled = 0.0
  /// The gestures that are reset at the first touch. The widget owns them.
  private var gestures: [OpaquePointer] = []
  /// The number of touches that are down.
  private var touchCount = 0

  /// Adds the gestures and controllers to the view.
  init(view: ViewWidget, visibility: ControlsVisibilityController, commands: CommandController, drag: VideoDrag) {
    (self.view, self.visibility, self.commands, self.drag) = (view, visibility, commands, drag)
    watchMotion()
    watchPresses()
    watchButtons()
    watchDrags()
    watchWheel()
    watchPinch()
    watchTouches()
  }

  private var widget: Widget { view.widget }

  // MARK: Motion and presses

  /// Observes the motion of the pointer, which shows the controls.
  private func watchMotion() {
    guard let motion = gtk_event_controller_motion_new() else { return }
    let pointer = UnsafeMutableRawPointer(motion)
    Signal.connect(place: pointer, "enter") { [weak self] in self?.lastPointer = $0 }
    Signal.connect(place: pointer, "motion") { [weak self] in
      self?.moved(to: $0, isReal: gtk_event_controller_get_current_event_time(motion) != 0)
    }
    Signal.connect(pointer, "leave") { [weak self] in
      guard let self else { return }
      self.lastPointer = nil
      self.visibility.notePointerLeft()
    }
    gtk_widget_add_controller(widget, motion)
  }

  /// GTK also reports motion of a resting pointer while windows appear and change beneath it, and of a pointer that an
  /// X server moves along with a touch: such synthetic events have no time.
  private func moved(to place: (x: Double, y: Double), isReal: Bool) {
    defer { lastPointer = place }
    if isReal { visibility.notePointerMoved() }
    guard isReal || !visibility.isTouched else { return }
    guard let lastPointer, abs(lastPointer.x - place.x) + abs(lastPointer.y - place.y) >= 1 else { return }
    visibility.noteActivity()
  }

  /// Observes clicks and taps.
  private func watchPresses() {
    guard let click = gtk_gesture_click_new() else { return }
    let pointer = UnsafeMutableRawPointer(click)
    Signal.connectPresses(pointer, "pressed") { [weak self] in self?.pressed(count: $0) }
    Signal.connectPresses(pointer, "released") { [weak self] _ in self?.released(click) }
    add(click)
  }

  /// Takes the keyboard focus; a double click toggles full screen if the program offers it.
  private func pressed(count: Int) {
    gtk_widget_grab_focus(widget)
    if count == 2, offersFullScreen { commands.press(.fullScreen) }
  }

  /// A touch cannot hover: a tap toggles the controls. A pointer's click only shows them.
  private func released(_ click: OpaquePointer) {
    let event = gtk_event_controller_get_current_event(click)
    let isTouch = event.map { gdk_event_get_event_type($0) == GDK_TOUCH_END } ?? false
    if isTouch, visibility.isShown { visibility.dismiss() } else { visibility.noteActivity() }
  }

  /// Observes presses of the other pointer buttons.
  private func watchButtons() {
    guard let click = gtk_gesture_click_new() else { return }
    gtk_gesture_single_set_button(click, 0)
    Signal.connectPresses(place: UnsafeMutableRawPointer(click), "pressed") { [weak self] x, y in
      guard let self, let button = PointerButton(gtk_gesture_single_get_current_button(click)) else { return }
      gtk_gesture_set_state(click, GTK_EVENT_SEQUENCE_CLAIMED)
      self.pressed(button, x: x, y: y)
    }
    add(click)
  }

  /// Carries out the command of a pointer button.
  private func pressed(_ button: PointerButton, x: Double, y: Double) {
    gtk_widget_grab_focus(widget)
    if let command = button.command { _ = commands.perform(command) } else { onContextMenu?(x, y) }
    visibility.noteActivity()
  }

  // MARK: Dragging

  /// Observes drags. A touch seeks or changes the volume; a pressed pointer button moves the window. Once a drag has a
  /// meaning it claims its events, so that it is not a click as well.
  private func watchDrags() {
    guard let gesture = gtk_gesture_drag_new() else { return }
    let pointer = UnsafeMutableRawPointer(gesture)
    Signal.connect(place: pointer, "drag-begin") { [weak self] in self?.beginDrag(gesture, at: $0) }
    Signal.connect(place: pointer, "drag-update") { [weak self] in self?.continueDrag(gesture, to: $0) }
    Signal.connect(place: pointer, "drag-end") { [weak self] in self?.drag.end(at: $0) }
    add(gesture)
  }

  /// Begins a drag of the kind that its device has.
  private func beginDrag(_ gesture: OpaquePointer, at place: (x: Double, y: Double)) {
    let isTouch = gtk_event_controller_get_current_event(gesture).map {
      gdk_event_get_event_type($0) == GDK_TOUCH_BEGIN || gdk_event_get_event_type($0) == GDK_TOUCH_UPDATE
    }
    windowDragStart = isTouch ?? false ? nil : place
    if windowDragStart == nil { drag.begin(at: place) }
  }

  /// Carries out a movement; `offset` is from the start.
  private func continueDrag(_ gesture: OpaquePointer, to offset: (x: Double, y: Double)) {
    guard let start = windowDragStart else {
      if drag.move(to: offset) { gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED) }
      return
    }
    guard movesWindow, max(abs(offset.x), abs(offset.y)) >= GestureReader.threshold else { return }
    windowDragStart = nil
    // From here on the window manager has the pointer; the end of the drag is not reported.
    if playhead_gtk_begin_move(widget, gesture, start.x, start.y) { resetGestures() }
  }

  // MARK: Wheel and pinch

  /// Horizontal scrolling seeks and vertical scrolling changes the volume, as with touch drags.
  private func watchWheel() {
    guard let wheel = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES) else { return }
    Signal.connectScroll(UnsafeMutableRawPointer(wheel)) { [weak self] x, y in self?.scroll(x, y) }
    gtk_widget_add_controller(widget, wheel)
  }

  /// Changes the volume by 5 % for each vertical notch, or seeks by 5 seconds for each horizontal one.
  private func scroll(_ x: Double, _ y: Double) {
    guard abs(x) > abs(y) else {
      _ = commands.perform(.changeVolume(Float(-y * 0.05)))
      return
    }
    scrolled += x
    let notches = scrolled.rounded(.towardZero)
    guard notches != 0 else { return }
    scrolled -= notches
    _ = commands.perform(.skip(seconds: notches * 5))
  }

  /// Observes pinches: spreading fills the view, closing fits the video.
  private func watchPinch() {
    guard let pinch = gtk_gesture_zoom_new() else { return }
    let pointer = UnsafeMutableRawPointer(pinch)
    Signal.connect(value: pointer, "scale-changed") { [weak self] scale in
      // A quarter exceeds the drift of two resting touches.
      if scale > 1.25 { self?.onFill?(true) } else if scale < 0.8 { self?.onFill?(false) }
    }
    add(pinch)
  }

  // MARK: Touches

  private func add(_ gesture: OpaquePointer) {
    gestures.append(gesture)
    gtk_widget_add_controller(widget, gesture)
  }

  /// A tapped GtkButton claims the end of its touch sequence, while gestures of its ancestors have seen the beginning:
  /// they would wait for that end indefinitely and accept no other touch as the first. They are reset at the first
  /// touch.
  private func watchTouches() {
    guard let touches = gtk_event_controller_legacy_new() else { return }
    gtk_event_controller_set_propagation_phase(touches, GTK_PHASE_CAPTURE)
    Signal.connectEvents(UnsafeMutableRawPointer(touches)) { [weak self] type in
      guard let self else { return }
      switch type {
      case GDK_TOUCH_BEGIN:
        if self.touchCount == 0 { self.resetGestures() }
        self.visibility.noteTouch()
        self.touchCount += 1
      case GDK_TOUCH_END, GDK_TOUCH_CANCEL: self.touchCount = max(0, self.touchCount - 1)
      default: break
      }
    }
    gtk_widget_add_controller(widget, touches)
    Signal.connect(widget, "unmap") { [weak self] in self?.touchCount = 0 }
  }

  /// Resets gestures that still wait for the end of an earlier touch.
  private func resetGestures() {
    for gesture in gestures {
      guard let waiting = gtk_gesture_get_sequences(gesture) else { continue }
      g_list_free(waiting)
      gtk_event_controller_reset(gesture)
    }
  }
}
