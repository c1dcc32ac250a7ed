@_spi(Playhead) import AVFoundation
import AVKit
import CPlayheadGTK
import CoreMedia
import PlayheadNetworking

/// The window with technical information about the item, which is updated while it is open.
@MainActor final class InformationPanel {
  private let player: AVPlayer
  /// The view that shows the player.
  private weak var view: AVPlayerView?
  /// The window; nil while it is closed.
  private var window: Widget?
  /// The column with the sections; it belongs to the window.
  private var column: Widget?
  /// The content as last shown.
  private var shown: InformationContent?
  /// The labels of the values, in the order of the rows.
  private var labels: [Widget] = []

  /// The milliseconds between two updates.
  private static let interval = 500

  /// Creates a closed panel.
  init(_ player: AVPlayer) { self.player = player }

  /// Opens or closes the panel of the player that a window shows.
  func toggle(over parent: PlayerWindow) {
    if let window { return gtk_window_destroy(cast(window)) }
    guard let dialog = gtk_window_new(), let scroll = gtk_scrolled_window_new(),
      let column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6)
    else { return }
    view = parent.view
    (window, self.column) = (dialog, column)
    for side in [
      gtk_widget_set_margin_top, gtk_widget_set_margin_bottom, gtk_widget_set_margin_start, gtk_widget_set_margin_end,
    ] { side(column, 18) }
    gtk_scrolled_window_set_policy(OpaquePointer(scroll), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_propagate_natural_height(OpaquePointer(scroll), 1)
    gtk_scrolled_window_set_max_content_height(OpaquePointer(scroll), 640)
    gtk_scrolled_window_set_child(OpaquePointer(scroll), column)
    let top: UnsafeMutablePointer<GtkWindow> = cast(dialog)
    gtk_window_set_title(top, translated("Information"))
    gtk_window_set_transient_for(top, parent.top)
    gtk_window_set_default_size(top, 420, -1)
    gtk_window_set_child(top, scroll)
    DialogKeys.closeOnEscape(dialog)
    GtkSignal.connect(dialog, "destroy") { [weak self] in self?.closed() }
    update()
    gtk_window_present(top)
    // GTK would select the text of the first value.
    gtk_window_set_focus(top, nil)
  }

  /// Forgets the widgets of a closed window.
  private func closed() {
    (window, column, shown) = (nil, nil, nil)
    labels = []
  }

  /// Shows the current state, and again after a while until the window is closed.
  private func update() {
    guard let column, let item = player.currentItem else { return scheduleUpdate() }
    let content = InformationContent(
      location: (item.asset as? AVURLAsset).map { $0.url.isFileURL ? $0.url.path : RedactedURL($0.url).description }
        ?? "",
      info: item.asset.knownInfo, playback: playback(of: item))
    if content != shown { show(content, in: column) }
    scheduleUpdate()
  }

  /// Updates the panel after the interval if it is still open.
  private func scheduleUpdate() {
    Timeout.after(milliseconds: Self.interval) { [weak self] in if let self, self.window != nil { self.update() } }
  }

  /// The state of playback.
  private func playback(of item: AVPlayerItem) -> InformationContent.Playback {
    var playback = InformationContent.Playback()
    playback.droppedFrames = item.droppedFrameCount
    let position = player.currentTime()
    playback.buffered = item.loadedTimeRanges.map(\.timeRangeValue).first { $0.containsTime(position) }
      .map { ($0.end - position).seconds }
    let observed = item.accessLog()?.events.last?.observedBitrate ?? 0
    playback.observedBitRate = observed > 0 ? observed : nil
    playback.output = item.presentationSize == .zero ? nil : view?.outputPath
    playback.hardwareDecoder = item.hardwareDecoderName
    playback.passthrough = item.passthroughEvent
    playback.rate = player.rate
    return playback
  }

  /// Shows a content. Values alone are replaced in their labels, so that a selection and the focus stay.
  private func show(_ content: InformationContent, in column: Widget) {
    let values = content.sections.flatMap(\.rows).map(\.value)
    if let shown, Self.titles(of: shown) == Self.titles(of: content), values.count == labels.count {
      for (label, value) in zip(labels, values) { gtk_label_set_text(OpaquePointer(label), value) }
    } else {
      while let child = gtk_widget_get_first_child(column) { gtk_box_remove(cast(column), child) }
      labels = []
      for section in content.sections { add(section, to: column) }
    }
    shown = content
  }

  /// The titles of all sections and rows.
  private static func titles(of content: InformationContent) -> [[String]] {
    content.sections.map { [$0.title] + $0.rows.map(\.title) }
  }

  /// Adds the heading and the rows of a section.
  private func add(_ section: InformationContent.Section, to column: Widget) {
    guard !section.rows.isEmpty, let heading = gtk_label_new(section.title), let grid = gtk_grid_new() else { return }
    gtk_widget_add_css_class(heading, "heading")
    gtk_label_set_xalign(OpaquePointer(heading), 0)
    gtk_grid_set_column_spacing(cast(grid), 18)
    gtk_grid_set_row_spacing(cast(grid), 3)
    gtk_widget_set_margin_bottom(grid, 9)
    for (index, row) in section.rows.enumerated() {
      guard let title = gtk_label_new(row.title), let value = gtk_label_new(row.value) else { continue }
      gtk_widget_add_css_class(title, "dim-label")
      gtk_label_set_xalign(OpaquePointer(title), 0)
      gtk_widget_set_valign(title, GTK_ALIGN_START)
      gtk_widget_set_size_request(title, 120, -1)
      gtk_label_set_xalign(OpaquePointer(value), 0)
      gtk_label_set_selectable(OpaquePointer(value), 1)
      gtk_label_set_wrap(OpaquePointer(value), 1)
      gtk_label_set_wrap_mode(OpaquePointer(value), PANGO_WRAP_WORD_CHAR)
      gtk_label_set_max_width_chars(OpaquePointer(value), 44)
      gtk_widget_set_hexpand(value, 1)
      gtk_widget_add_css_class(value, "numeric")
      gtk_grid_attach(cast(grid), title, 0, Int32(index), 1, 1)
      gtk_grid_attach(cast(grid), value, 1, Int32(index), 1, 1)
      labels.append(value)
    }
    gtk_box_append(cast(column), heading)
    gtk_box_append(cast(column), grid)
  }
}
