import AVFoundation
import CPlayheadGTK
import PlayheadBasics

/// An undecorated small window with the video of a layer for enqueued samples, with controls below it that ask the
/// program. It can be dragged, and closed with its button or Escape.
@MainActor final class SampleBufferWindow: SmallWindow {
  var onClose: (() -> Void)?
  private let client: SamplePlaybackClient
  private let layer: AVSampleBufferDisplayLayer
  /// The view of the video.
  private let view: SampleBufferView
  /// The row of buttons and its progress bar.
  private let bar: SamplePlaybackBar
  /// The GTK window. GTK owns it until it is closed.
  private let window: Widget
  private let isLinear: Bool
  /// Whether the program has not finished the last skip.
  private var isSkipping = false
  /// Whether the layer had a frame at the last update.
  private var hasFrame = false
  /// The source that updates the progress; 0 if there is none.
  private var updates: guint = 0

  /// In GTK units.
  private static let size = (width: 400, height: 265)

  /// - Parameters:
  ///   - layer: The layer whose frames are shown. It continues to show them as well.
  ///   - isLinear: Whether the controls disable skipping.
  init?(_ layer: AVSampleBufferDisplayLayer, _ client: SamplePlaybackClient, isLinear: Bool) {
    guard let window = gtk_window_new(), let handle = gtk_window_handle_new(),
      let column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), let bar = SamplePlaybackBar()
    else { return nil }
    (self.window, self.bar, self.client, self.layer, self.isLinear) = (window, bar, client, layer, isLinear)
    // A layer is in one tree only: the window has a copy on the same renderer.
    let copy = AVSampleBufferDisplayLayer(layer: layer)
    copy.backgroundColor = .black
    view = SampleBufferView(copy)
    let top: UnsafeMutablePointer<GtkWindow> = cast(window)
    gtk_window_set_default_size(top, Int32(Self.size.width), Int32(Self.size.height))
    gtk_window_set_decorated(top, 0)
    gtk_window_set_title(top, translated("Picture in picture"))
    ControlsStyleSheet.install(for: window)
    gtk_box_append(cast(column), cast(view.gtkWidget))
    gtk_box_append(cast(column), bar.widget)
    gtk_window_handle_set_child(OpaquePointer(handle), column)
    gtk_window_set_child(top, handle)
    connect()
    gtk_window_present(top)
    _ = playhead_gtk_keep_above(OpaquePointer(window), true)
    updates = Timeout.every(milliseconds: 250) { [weak self] in self?.update() }
    update()
  }

  /// Connects the buttons and the keys.
  private func connect() {
    view.onResize = { [client] in client.renderSizeChanged($0) }
    bar.onPlay = { [weak self] in self?.togglePlayback() }
    bar.onSkip = { [weak self] in self?.skip(by: $0) }
    bar.onClose = { [weak self] in self?.close() }
    Signal.connect(window, "unmap") { [weak self] in self?.ended() }
    guard let keys = gtk_event_controller_key_new() else { return }
    Signal.connectKeys(UnsafeMutableRawPointer(keys)) { [weak self] name, _ in
      guard name == "Escape" else { return false }
      self?.close()
      return true
    }
    gtk_widget_add_controller(window, keys)
  }

  /// Closes the window; `onClose` follows when it is unmapped.
  func close() { gtk_window_close(cast(window)) }

  /// Reads the program's state again.
  func update() {
    bar.show(
      SamplePlaybackState(
        isPaused: client.isPaused(), range: client.timeRange(), isLinear: isLinear, isSkipping: isSkipping),
      at: layer.timebase.time)
    // The view is redrawn with each new frame, but not with the first one.
    if layer.isReadyForDisplay != hasFrame { gtk_widget_queue_draw(cast(view.gtkWidget)) }
    hasFrame = layer.isReadyForDisplay
  }

  /// Asks the program to play if it is paused, and to pause otherwise.
  private func togglePlayback() {
    client.setPlaying(client.isPaused())
    update()
  }

  /// Asks the program to skip. The buttons are disabled until it has done so.
  private func skip(by seconds: Int) {
    guard !isSkipping else { return }
    isSkipping = true
    update()
    client.skip(CMTime(value: CMTimeValue(seconds), timescale: 1)) { [weak self] in
      // The handler may be called on any thread and more than once.
      DispatchQueue.main.async { MainActor.assumeIsolated { self?.skipped() } }
    }
  }

  /// Enables the buttons again.
  private func skipped() {
    isSkipping = false
    update()
  }

  /// Ends the updates and reports the end once.
  private func ended() {
    if updates != 0 { g_source_remove(updates) }
    updates = 0
    onClose?()
    onClose = nil
  }
}

/// The view of the video in a small window.
@MainActor final class SampleBufferView: LayerHostView {
  /// Receives the size of the video in pixels when it changes.
  var onResize: ((CMVideoDimensions) -> Void)?
  private var reported = CMVideoDimensions()

  /// Creates a view whose root is a layer.
  init(_ root: AVSampleBufferDisplayLayer) {
    super.init()
    layer = root
    gtk_widget_set_size_request(cast(gtkWidget), 200, 112)
  }

  override func layout() {
    let scale = layer.contentsScale
    let size = CMVideoDimensions(
      width: Int32(saturating: layer.bounds.width * scale), height: Int32(saturating: layer.bounds.height * scale))
    guard size.width != reported.width || size.height != reported.height else { return }
    reported = size
    onResize?(size)
  }
}
