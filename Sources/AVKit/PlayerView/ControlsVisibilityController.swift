import CPlayheadGTK
import PlayheadClock

/// Decides when the controls of a view are visible, from the activity of the user: reports the changes that
/// `ControlsVisibility` requires, and observes the pointer and the keyboard focus in widgets over the video.
@MainActor final class ControlsVisibilityController {
  /// Called after each activity, dismissal and check, with the change to carry out.
  var onAction: ((ControlsVisibility.Action) -> Void)?
  /// Called after the begin or end of a lasting reason was recorded.
  var onHold: (() -> Void)?
  /// Whether the last input was a touch. Touches do not hover, even if an X server moves the pointer along with them.
  private(set) var isTouched = false
  /// The view, which takes the keyboard focus from pressed controls.
  private let view: ViewWidget
  private var state = ControlsVisibility()
  private let clock = SystemClock()

  /// Creates a controller of hidden controls.
  init(view: ViewWidget) { self.view = view }

  /// Whether the controls are visible.
  var isShown: Bool { state.isShown }

  /// Whether a control has keyboard focus.
  var hasKeyboardFocus: Bool { state.inhibitors.contains(.keyboardFocus) }

  // MARK: Activity

  /// Records user activity, which shows the controls.
  func noteActivity() {
    let action = state.activity(at: clock.now)
    onAction?(action)
  }

  /// Hides the controls, unless a menu is open or a slider is dragged.
  func dismiss() {
    let action = state.dismiss()
    onAction?(action)
  }

  /// Hides the controls if it is time. To be called repeatedly while they are visible.
  func check() {
    let action = state.tick(at: clock.now)
    onAction?(action)
  }

  /// Records the begin or the end of a lasting reason for visible controls.
  func setInhibitor(_ inhibitor: ControlsVisibility.Inhibitors, _ isHeld: Bool) {
    state.setInhibitor(inhibitor, isHeld, at: clock.now)
    onHold?()
  }

  /// Records that the pointer left the view.
  func notePointerLeft() { state.pointerLeft(at: clock.now) }

  /// Records motion of a real pointer: from now on it hovers.
  func notePointerMoved() { isTouched = false }

  /// Records a touch: from now on the pointer does not hover.
  func noteTouch() {
    isTouched = true
    setInhibitor(.pointerOver, false)
  }

  // MARK: Widgets

  /// Keeps the controls visible while the pointer is over a widget, or the keyboard focus in it.
  func observePointerAndFocus(in child: Widget) {
    if let motion = gtk_event_controller_motion_new() {
      Signal.connect(place: UnsafeMutableRawPointer(motion), "enter") { [weak self] _ in
        if let self, !self.isTouched { self.setInhibitor(.pointerOver, true) }
      }
      Signal.connect(UnsafeMutableRawPointer(motion), "leave") { [weak self] in self?.setInhibitor(.pointerOver, false)
      }
      gtk_widget_add_controller(child, motion)
    }
    if let focus = gtk_event_controller_focus_new() {
      Signal.connect(UnsafeMutableRawPointer(focus), "enter") { [weak self] in self?.setInhibitor(.keyboardFocus, true)
      }
      Signal.connect(UnsafeMutableRawPointer(focus), "leave") { [weak self] in self?.setInhibitor(.keyboardFocus, false)
      }
      gtk_widget_add_controller(child, focus)
    }
  }

  /// A press on the controls is not a gesture on the video: neither a double click nor the start of a drag.
  func capturePresses(from controls: Widget) {
    guard let presses = gtk_event_controller_legacy_new() else { return }
    Signal.connectEvents(deciding: UnsafeMutableRawPointer(presses)) { [weak self] type in
      guard let self else { return false }
      switch type {
      case GDK_BUTTON_PRESS, GDK_TOUCH_BEGIN: gtk_widget_grab_focus(self.view.widget)
      case GDK_BUTTON_RELEASE, GDK_TOUCH_UPDATE, GDK_TOUCH_END, GDK_TOUCH_CANCEL: break
      default: return false
      }
      self.noteActivity()
      return true
    }
    gtk_widget_add_controller(controls, presses)
  }
}
