@_spi(Playhead) import AVFoundation
import CPlayheadGTK
import Foundation
import PlayheadEngine

/// A view that shows a player's video, with controls over it. A GTK 4 widget.
///
/// Put `gtkWidget` into any container of a GTK binding. GTK must be initialized before the first view is created, and a
/// view is used only on the thread that GTK runs on, which is the main thread. The view lets GTK's main loop run the
/// main dispatch queue (`installMainLoopIntegrationIfNeeded()`), so that `@MainActor` code and players' callbacks work
/// in any GTK program.
///
/// - Note: Difference from Apple: on macOS the view is an `NSView`; here it owns a `GtkWidget`.
@MainActor open class AVPlayerView: NSObject {
  let view: ViewWidget
  /// The video and the path of its frames.
  let area: VideoArea
  /// The controls over the video.
  let controls: ControlsArea
  /// Keeps the display awake while video plays.
  private let sleep: SleepInhibition
  /// The `GtkOverlay` of `contentOverlayView`; nil until it is first accessed.
  private var overlay: Widget?
  /// The size in GTK units for which the controls were arranged last.
  private var arrangedFor = (0, 0)

  /// Creates a view without a player. Stops the program if GTK is not initialized, because no widget can be created
  /// then.
  public nonisolated override init() {
    let parts = MainActor.assumeIsolated { () -> Parts in
      guard gtk_is_initialized() != 0, let view = ViewWidget(), let area = VideoArea() else {
        fatalError("AVPlayerView needs GTK: call gtk_init() or run a GtkApplication before making one.")
      }
      return Parts(
        view: view, area: area, controls: ControlsArea(view: view),
        sleep: SleepInhibition(DesktopSleepInhibitor(widget: view.widget)))
    }
    (view, area, controls, sleep) = (parts.view, parts.area, parts.controls, parts.sleep)
    super.init()
    MainActor.assumeIsolated { setUp() }
  }

  /// The parts that are created on the main thread before `super.init()`.
  private struct Parts {
    let view: ViewWidget
    let area: VideoArea
    let controls: ControlsArea
    let sleep: SleepInhibition
  }

  #if compiler(>=6.2)
    isolated deinit { tearDown() }
  #else
    deinit { MainThreadTeardown.perform { tearDown() } }
  #endif

  /// Detaches the sink and removes the toggle reference. Runs on the main thread.
  private func tearDown() {
    sleep.follow(nil)
    player?.session.detach(area.sink)
    view.close()
    g_object_remove_toggle_ref(cast(view.widget), Self.referencesChanged, nil)
  }

  // MARK: Embedding

  /// The `GtkWidget *` to put into a window. Its type is `PlayheadPlayerView`; it expands, and it has no minimum size.
  ///
  /// The view owns the reference, which is not floating. A container adds its own, as usual; while one holds the widget
  /// the view lives as well, even without other references to the Swift object.
  ///
  /// - Note: Not in Apple's API.
  public var gtkWidget: UnsafeMutableRawPointer { UnsafeMutableRawPointer(view.widget) }

  /// Connects the parts with each other and exchanges the initial reference for a toggle reference.
  private func setUp() {
    installMainLoopIntegrationIfNeeded()
    view.add(area.videoWidget.widget)
    view.onLayout = { [weak self] in self?.layOut(width: $0, height: $1) }
    area.expectsFrame = { [weak self] in self?.player?.currentItem != nil }
    area.onFrame = { [weak self] in self?.controls.willDrawFrame() }
    area.onReadyChange = { [weak self] isReady in
      self?.isReadyForDisplay = isReady
      if isReady { self?.onReadyForDisplay?() }
    }
    controls.overlays.bars.onCoveredHeight = { [weak self] in self?.area.setCoveredBelow($0) }
    controls.onPointerVisibility = { [weak self] isVisible in
      guard let self else { return }
      gtk_widget_set_cursor_from_name(self.view.widget, isVisible ? nil : "none")
    }
    controls.overlays.onOcclusion = { [weak self] in self?.area.coveredByControls = $0 }
    controls.window.onEvent = { [weak self] in self?.notify($0) }
    controls.onPictureInPicture = { [weak self] in self?.togglePictureInPicture() }
    controls.onFill = { [weak self] in self?.videoGravity = $0 ? .resizeAspectFill : .resizeAspect }
    if let keys = gtk_event_controller_key_new() {
      Signal.connectKeys(UnsafeMutableRawPointer(keys)) { [weak self] in self?.pressed(key: $0, modifiers: $1) ?? false
      }
      gtk_widget_add_controller(view.widget, keys)
    }
    // The toggle reference makes the widget retain the Swift object while anything else references the widget. Until
    // the last line that is the reference from the creation.
    g_object_add_toggle_ref(cast(view.widget), Self.referencesChanged, Unmanaged.passRetained(self).toOpaque())
    g_object_unref(view.widget)
  }

  // MARK: Player

  /// The player whose video is shown. The view does not start or stop it.
  open var player: AVPlayer? {
    didSet {
      guard player !== oldValue else { return }
      oldValue?.session.detach(area.sink)
      area.clear()
      player?.session.attach(area.sink)
      controls.setPlayer(player)
      sleep.follow(player)
    }
  }

  /// Whether the first frame of the current item has been made visible.
  open private(set) var isReadyForDisplay = false

  /// Called when `isReadyForDisplay` becomes true: the first frame is about to be drawn.
  package var onReadyForDisplay: (() -> Void)?

  /// How the video fills the view.
  open var videoGravity = AVLayerVideoGravity.resizeAspect {
    didSet { area.gravity = VideoGravity(videoGravity) }
  }

  /// The rectangle of the video in the view, in GTK units from the top left corner; zero without video. Extends beyond
  /// the view's edges under `resizeAspectFill`.
  open var videoBounds: CGRect {
    guard let place = area.videoWidget.place else { return .zero }
    let scale = Double(area.videoWidget.viewport.scale)
    return CGRect(
      x: Double(place.x) / scale, y: Double(place.y) / scale, width: Double(place.width) / scale,
      height: Double(place.height) / scale)
  }

  // MARK: Controls

  /// The controls that appear when the pointer moves over the view.
  open var controlsStyle: AVPlayerViewControlsStyle {
    get { controls.options.style }
    set { controls.options.style = newValue }
  }

  /// Whether there is a button that toggles full screen; a double click then does the same.
  open var showsFullScreenToggleButton: Bool {
    get { controls.options.showsFullScreen }
    set { controls.options.showsFullScreen = newValue }
  }

  /// Whether there are buttons that step by one frame. False by default; the keys `.` and `,` step regardless.
  open var showsFrameSteppingButtons: Bool {
    get { controls.options.showsFrameStepping }
    set { controls.options.showsFrameStepping = newValue }
  }

  /// Whether the position is shown as a timecode with frame numbers, if the file has one. False by default.
  open var showsTimecodes: Bool {
    get { controls.options.showsTimecodes }
    set { controls.options.showsTimecodes = newValue }
  }

  /// Whether the view updates the desktop's media panels and responds to media keys. True by default; programs that set
  /// `MPNowPlayingInfoCenter` themselves switch it off.
  open var updatesNowPlayingInfoCenter: Bool {
    get { controls.updatesNowPlaying }
    set { controls.updatesNowPlaying = newValue }
  }

  /// The speeds in the menu; an empty array hides the menu. `AVPlaybackSpeed.systemDefaultSpeeds` by default.
  open var speeds: [AVPlaybackSpeed] {
    get { controls.speeds }
    set { controls.speeds = newValue }
  }

  /// The entry of `speeds` that matches the player's default rate; nil if there is none.
  open var selectedSpeed: AVPlaybackSpeed? {
    guard let rate = player?.defaultRate else { return nil }
    return speeds.first { $0.rate == rate }
  }

  /// Selects a playback speed: sets the player's `defaultRate`, and its `rate` if it is playing. Does nothing with a
  /// speed that is not in `speeds`.
  open func selectSpeed(_ speed: AVPlaybackSpeed) {
    guard speeds.contains(where: { $0 === speed || $0.rate == speed.rate }) else { return }
    controls.setRate(speed.rate)
  }

  /// Shows a chapter's number, and its title if it has one, over the video for a moment.
  open func flashChapterNumber(_ chapterNumber: Int, chapterTitle: String?) {
    let (number, title) = IndicatorText.chapter(chapterNumber, chapterTitle)
    controls.notify(number, detail: title)
  }

  /// A `GtkOverlay *` between the video and the controls, for a program's own widgets. Created on first access.
  ///
  /// - Note: Difference from Apple: on macOS it is an `NSView`.
  open var contentOverlayView: UnsafeMutableRawPointer? {
    if let overlay { return UnsafeMutableRawPointer(overlay) }
    guard let made = gtk_overlay_new() else { return nil }
    view.add(made, above: view.bottom)
    view.topOfVideo = made
    overlay = made
    area.coveredByProgram = true
    gtk_widget_queue_allocate(view.widget)
    return UnsafeMutableRawPointer(made)
  }

  /// Called after a key has changed the size or position of subtitles.
  package var onCaptionStyle: ((CaptionSettings) -> Void)?

  /// Called after a key may have changed `colorAdjustment`.
  package var onColorAdjustment: (() -> Void)?

  /// Called for keys whose command needs a program with its own window.
  package var onWindowCommand: ((WindowCommand) -> Void)?

  /// The object that is notified when the video moves to a small window and back.
  open weak var pictureInPictureDelegate: (any AVPlayerViewPictureInPictureDelegate)?

  /// The picture in picture state of this view.
  private(set) lazy var pictureInPicture = PictureInPictureStateMachine { [weak self] in self?.notify($0) }

  /// The object that is notified when the view's window enters and leaves full screen.
  open weak var delegate: (any AVPlayerViewDelegate)?

  /// Whether this view is in a small window: Escape then closes the window instead of leaving full screen.
  var isSmall = false

  /// Called for the key that ends a program. Views inside other programs do not set it.
  package var onQuit: (() -> Void)?

  /// Handles a key by its X11 name. Returns whether it was used, so that others are propagated.
  private func pressed(key: String, modifiers: GdkModifierType) -> Bool {
    var held: KeyPress.Modifiers = []
    for (mask, modifier) in [
      (GDK_SHIFT_MASK, KeyPress.Modifiers.shift), (GDK_CONTROL_MASK, .control), (GDK_ALT_MASK, .alt),
    ] where modifiers.rawValue & mask.rawValue != 0 { held.insert(modifier) }
    // Keys with Super belong to the desktop.
    guard modifiers.rawValue & GDK_SUPER_MASK.rawValue == 0 else { return false }
    return perform(KeyPress(key, held))
  }

  /// Carries out the command of a key. False if it has none that applies here.
  package func perform(_ press: KeyPress) -> Bool {
    if press.modifiers.isDisjoint(with: [.control, .alt]) { controls.noteActivity() }
    guard let command = KeyBindings.current.command(for: press) else { return false }
    if isSmall, command == .leaveFullScreen {
      onQuit?()
      return true
    }
    switch command {
    case .quit:
      guard let onQuit else { return false }
      onQuit()
    case .window(let command):
      guard let onWindowCommand else { return false }
      onWindowCommand(command)
    case .delayAudio(let seconds):
      area.audioDelay += seconds
      controls.notify(IndicatorText.audioDelay(area.audioDelay))
    case .adjustVideo(let command):
      area.adjustment.apply(command)
      controls.notify(IndicatorText.video(area.adjustment, after: command))
      onColorAdjustment?()
    case .fill(let fills): videoGravity = fills ? .resizeAspectFill : .resizeAspect
    default:
      guard controls.perform(command) else { return false }
      if command.changesCaptionStyle, let item = player?.currentItem { onCaptionStyle?(item.captionSettings) }
    }
    return true
  }

  // MARK: Layout

  /// Allocates the children. Called by GTK with the size of the view in its own units.
  private func layOut(width: Int, height: Int) {
    view.place(area.videoWidget.widget, x: 0, y: 0, width: width, height: height)
    if let overlay {
      let measured = view.measure(overlay, GTK_ORIENTATION_HORIZONTAL)
      view.place(overlay, x: 0, y: 0, width: max(width, measured.minimum), height: height)
    }
    if arrangedFor != (width, height) {
      arrangedFor = (width, height)
      // Another set of controls may fit now; widgets cannot be shown and hidden during size allocation.
      Timeout.after(milliseconds: 0) { [weak self] in self?.controls.arrange() }
    }
    controls.overlays.layOut(width: width, height: height)
  }

  /// Retains the view while the widget has other references than the view's own (`GToggleNotify`).
  private static let referencesChanged: GToggleNotify = { data, _, isLast in
    guard let data else { return }
    let view = Unmanaged<AVPlayerView>.fromOpaque(data)
    if isLast != 0 { view.release() } else { _ = view.retain() }
  }

  // MARK: Picture in picture

  /// Whether there is a button that shows the video in a small window, which stays above the others if the desktop
  /// permits that (X11). False by default.
  open var allowsPictureInPicturePlayback: Bool {
    get { controls.options.showsPictureInPicture }
    set { controls.options.showsPictureInPicture = newValue }
  }
}

extension VideoGravity {
  /// Converts Apple's value; unknown ones fit the video.
  init(_ gravity: AVLayerVideoGravity) {
    switch gravity {
    case .resizeAspectFill: self = .fill
    case .resize: self = .stretch
    default: self = .fit
    }
  }
}
