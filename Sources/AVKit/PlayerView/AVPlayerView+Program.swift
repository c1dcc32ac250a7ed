import AVFoundation
import CPlayheadGTK

/// What programs of this project ask of a view beyond Apple's interface.
extension AVPlayerView {
  /// A sentence in place of the picture; nil takes it away.
  package func showMessage(_ text: String?) { controls.ownSentence = text }

  /// What is said over the upper edge of the picture. Without one: the item's own title, in full screen.
  package var title: String? {
    get { controls.title }
    set { controls.title = newValue }
  }

  /// Makes a way back appear before the title, to wherever the program goes then.
  package var onBack: (() -> Void)? {
    get { controls.onBack }
    set { controls.onBack = newValue }
  }

  /// The window has no title bar: the view shows its buttons, and can be dragged at its title.
  package var hasWindowControls: Bool {
    get { controls.hasWindowControls }
    set { controls.hasWindowControls = newValue }
  }

  /// The program puts nothing over the view, so that pictures may go to the screen past GTK's renderer while the controls are away.
  package var allowsDirectPictures: Bool {
    get { area.allowsDirect }
    set { area.allowsDirect = newValue }
  }

  /// What stands before and after the item that plays.
  package var queue: (any PlaybackQueue)? {
    get { controls.driver.queue }
    set {
      controls.driver.queue = newValue
      controls.refresh()
    }
  }

  /// What the button below the sentence of an error does; without one the item is opened again.
  package var onRetry: (() -> Void)? {
    get { controls.onRetry }
    set { controls.onRetry = newValue }
  }

  /// The item is to be played over and over.
  package var repeatsItem: Bool { controls.driver.repetition.repeatsAll }

  /// Adds a widget, a `GtkWidget *`, behind the title.
  package func addToTopBar(_ widget: UnsafeMutableRawPointer) { controls.makeTopBar()?.append(widget) }

  /// Shows a few words over the picture for a moment.
  package func tell(_ text: String, detail: String = "") { controls.tell(text, detail: detail) }

  /// Shows the controls as if somebody had moved the pointer.
  package func showControls() { controls.noteActivity() }
}
