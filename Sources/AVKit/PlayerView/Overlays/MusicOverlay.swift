import CPlayheadGTK
import CoreGraphics
import Foundation

/// Shows the cover, the texts and the lyrics of an item with audio only, in place of the video. The widgets are created
/// with the first such item.
@MainActor final class MusicOverlay {
  private let view: ViewWidget
  /// The widgets; nil until they are first needed.
  private var panel: MusicPanel?
  /// The content as last shown; nil while an item with video, or none, is shown.
  private var content: MusicContent?
  /// The source of the cover that was loaded last.
  private var coverSource: CoverSource?

  /// The source of a cover. The embedded image is compared by its size: this is done ten times a second.
  private struct CoverSource: Equatable {
    var url: URL?
    var embeddedSize: Int?
  }

  /// The space above and below the panel, which the bars cover, in GTK units.
  private static let margins = (top: 64, bottom: 104)

  /// Creates no widget yet.
  init(view: ViewWidget) { self.view = view }

  /// Whether the panel is shown.
  var isShown: Bool { content != nil }

  /// Shows the content of an item; nil hides the panel.
  func update(_ content: MusicContent?, artwork: Data?, url: URL?) {
    if content != nil { make() }
    guard let panel else { return }
    if content != self.content {
      self.content = content
      if let content { panel.show(content) }
      gtk_widget_set_visible(panel.widget, content == nil ? 0 : 1)
    }
    guard content != nil else { return coverSource = nil }
    let source = CoverSource(url: url, embeddedSize: artwork?.count)
    if source != coverSource { loadCover(source, artwork) }
  }

  /// Loads a cover in the background and shows it, unless another item has come meanwhile.
  private func loadCover(_ source: CoverSource, _ embedded: Data?) {
    if coverSource?.url != source.url { panel?.show(cover: nil) }
    coverSource = source
    Task { [weak self] in
      let image = await Task.detached { CoverImage.load(embedded: embedded, url: source.url) }.value
      guard let self, self.coverSource == source else { return }
      self.panel?.show(cover: image)
    }
  }

  /// Positions the panel between the bars.
  func layOut(width: Int, height: Int) {
    guard let panel, isShown else { return }
    let isLow = height < 2 * (Self.margins.top + Self.margins.bottom)
    let top = isLow ? 0 : Self.margins.top
    let wide = max(width, view.measure(panel.widget, GTK_ORIENTATION_HORIZONTAL).minimum)
    let available = height - (isLow ? 0 : Self.margins.top + Self.margins.bottom)
    let tall = max(available, view.measure(panel.widget, GTK_ORIENTATION_VERTICAL, for: wide).minimum)
    view.place(panel.widget, x: 0, y: top, width: wide, height: tall)
  }

  /// Creates the widgets on first use, below everything else over the video.
  private func make() {
    guard panel == nil, let made = MusicPanel() else { return }
    ControlsStyleSheet.install(for: view.widget)
    panel = made
    view.add(made.widget, above: view.bottom)
    gtk_widget_queue_allocate(view.widget)
  }
}
