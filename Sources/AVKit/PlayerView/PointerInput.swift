import CPlayheadGTK
import CoreMedia
import PlayheadEngine

/// Pointer, wheel and touch input over the video.
@MainActor final class PointerInput {
  /// Whether a double click toggles full screen.
  var offersFullScreen = false
  /// Called to fill the view (true) or to fit the video into it (false).
  var onFill: ((Bool) -> Void)?
  private let view: ViewWidget
  private let visibility: ControlsVisibilityController
  private let commands: CommandController
  /// The drag over the video.
  private let drag: VideoDrag
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

  // MARK: Dragging

  /// Observes drags. Once one has a meaning it claims its events, so that it is not a click as well.
  private func watchDrags() {
    guard let gesture = gtk_gesture_drag_new() else { return }
    let pointer = UnsafeMutableRawPointer(gesture)
    Signal.connect(place: pointer, "drag-begin") { [weak self] in self?.drag.begin(at: $0) }
    Signal.connect(place: pointer, "drag-update") { [weak self] offset in
      // From here on it is a drag and not a click.
      if self?.drag.move(to: offset) ?? false {
        gtk_gesture_set_state(OpaquePointer(pointer), GTK_EVENT_SEQUENCE_CLAIMED)
      }
    }
    Signal.connect(place: pointer, "drag-end") { [weak self] in self?.drag.end(at: $0) }
    add(gesture)
  }

  // MARK: Wheel and pinch

  /// Horizontal scrolling seeks and vertical scrolling changes the volume, as with touch drags.
  private func watchWheel() {
    guard let wheel = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES) else { return }
    Signal.connectScroll(UnsafeMutableRawPointer(wheel)) { [weak self] x, y in self?.scroll(x, y) }
    gtk_widget_add_controller(widget, wheel)
  }

  /// Changes the volume by 2 % for each vertical notch, or seeks by 5 seconds for each horizontal one.
  private func scroll(_ x: Double, _ y: Double) {
    guard abs(x) > abs(y) else {
      _ = commands.perform(.changeVolume(Float(-y * 0.02)))
      return
    }
    scrolled += x
    let notches = scrolled.rounded(.towardZero)
    guard notches != 0 else { return }
    scrolled -= notches
    _ = commands.perform(.skip(seconds: (view.isMirrored ? -notches : notches) * 5))
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
