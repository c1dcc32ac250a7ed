import AVFoundation
import CPlayheadGTK

/// Settings for programs of this project, beyond Apple's interface.
extension AVPlayerView {
  /// Shows a message in place of the video; nil removes it.
  package func showMessage(_ text: String?) { controls.customMessage = text }

  /// The title over the upper edge of the video. Without one: the item's own title, in full screen.
  package var title: String? {
    get { controls.title }
    set { controls.title = newValue }
  }

  /// Called by the back button, which is shown before the title if this is set.
  package var onBack: (() -> Void)? {
    get { controls.onBack }
    set { controls.onBack = newValue }
  }

  /// Whether the view shows the window buttons and can be dragged at its title, for windows without a title bar.
  package var hasWindowControls: Bool {
    get { controls.hasWindowControls }
    set { controls.hasWindowControls = newValue }
  }

  /// Whether there are buttons that seek by ten seconds, and a menu of chapters.
  package var showsNavigation: Bool {
    get { controls.options.showsNavigation }
    set { controls.options.showsNavigation = newValue }
  }

  /// Whether dragging the video with a pressed pointer button moves the window. A touch seeks or changes the volume.
  package var movesWindow: Bool {
    get { controls.pointer.movesWindow }
    set { controls.pointer.movesWindow = newValue }
  }

  /// Called for a press of the secondary pointer button, with its position in the view.
  package var onContextMenu: ((_ x: Double, _ y: Double) -> Void)? {
    get { controls.pointer.onContextMenu }
    set { controls.pointer.onContextMenu = newValue }
  }

  /// Whether the program puts nothing over the view, so that frames may bypass GTK's renderer while the controls are
  /// hidden.
  package var allowsDirectPresentation: Bool {
    get { area.allowsDirect }
    set { area.allowsDirect = newValue }
  }

  /// The items before and after the current one.
  package var queue: (any PlaybackQueue)? {
    get { controls.queue }
    set { controls.queue = newValue }
  }

  /// The action of the retry button below an error message; without one the item is opened again.
  package var onRetry: (() -> Void)? {
    get { controls.onRetry }
    set { controls.onRetry = newValue }
  }

  /// The action of the button below an error message that opens another item; without one there is no such button.
  package var onOpenAnother: (() -> Void)? {
    get { controls.overlays.status.onOpenAnother }
    set { controls.overlays.status.onOpenAnother = newValue }
  }

  /// Whether the item or a part of it repeats, so that no other follows.
  package var repeatsItem: Bool { controls.driver.repetition.isActive }

  /// Called when `repeatsItem` may have changed.
  package var onRepetition: (() -> Void)? {
    get { controls.driver.onRepetition }
    set { controls.driver.onRepetition = newValue }
  }

  /// Adds a widget, a `GtkWidget *`, after the title.
  package func addToTopBar(_ widget: UnsafeMutableRawPointer) { controls.overlays.bars.title.append(widget) }

  /// Shows a short text over the video for a moment.
  package func notify(_ text: String, detail: String = "") { controls.notify(text, detail: detail) }

  /// The changes of the video's colors. They remain for further items.
  package var colorAdjustment: ColorAdjustment {
    get { area.adjustment.color }
    set { area.adjustment.color = newValue }
  }

  /// The largest volume of the controls and keys: 1, or up to 1.5 to amplify quiet audio.
  package var maximumVolume: Float {
    get { controls.maximumVolume }
    set { controls.maximumVolume = newValue }
  }

  /// Plays, or pauses.
  package func togglePlaying() { _ = controls.perform(.togglePlaying) }

  /// Shows the controls as if the user had moved the pointer.
  package func showControls() { controls.noteActivity() }

  /// How frames reach the screen: `GL`, `software`, or `software, direct` where they bypass GTK's renderer, with
  /// `synchronized` where the display shows them at its refreshes. Nil before the view is in a window.
  package var outputPath: String? { area.outputPath }
}
