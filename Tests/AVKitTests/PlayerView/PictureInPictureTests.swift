import AVFoundation
import Foundation
import TestSupport
import Testing

@testable import AVKit

@Suite("Picture in picture") @MainActor
struct PictureInPictureTests {
  private final class Window: SmallWindow {
    var onClose: (() -> Void)?
    func close() { onClose?() }
  }

  private final class Log {
    var words: [String] = []
    var windows: [Window] = []
    /// Reports that the program's interface is restored.
    var restore: ((Bool) -> Void)?
  }

  private func turn(_ log: Log, hasWindows: Bool = true) -> PictureInPictureStateMachine {
    PictureInPictureStateMachine(
      make: { _ in
        guard hasWindows else { return nil }
        log.windows.append(Window())
        return log.windows.last
      },
      notify: { word in
        switch word {
        case .willStart: log.words.append("will start")
        case .didStart: log.words.append("did start")
        case .failed(let error): log.words.append("failed \(error.errorCode)")
        case .willStop: log.words.append("will stop")
        case .restore(let done):
          log.words.append("restore")
          log.restore = done
        case .didStop: log.words.append("did stop")
        }
      })
  }

  private func player() throws -> AVPlayer { AVPlayer(url: try Fixtures.url("demo.mp4")) }

  @Test("Every step is reported in order; the end once, after the interface is restored")
  func order() async throws {
    let log = Log()
    let turn = turn(log)
    turn.start(PictureInPictureContent(try player()))
    turn.start(PictureInPictureContent(try player()))
    #expect(turn.isActive && log.windows.count == 1)
    turn.stop()
    turn.stop()
    #expect(log.words == ["will start", "did start", "will stop", "restore"])
    #expect(turn.isActive)
    log.restore?(true)
    log.restore?(true)
    for _ in 0..<10 { await Task.yield() }
    await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
    #expect(log.words.last == "did stop" && log.words.count == 5 && !turn.isActive)
    turn.start(PictureInPictureContent(try player()))
    #expect(log.windows.count == 2)
  }

  @Test("Without a video, or without a window, the error has Apple's code")
  func fails() throws {
    let log = Log()
    turn(log).start(nil)
    turn(log).start(PictureInPictureContent(AVPlayer()))
    #expect(log.words == ["failed -1001", "failed -1001"])
    turn(log, hasWindows: false).start(PictureInPictureContent(try player()))
    #expect(log.words.suffix(2) == ["will start", "failed -1001"])
    #expect((AVKitError.noWindow as NSError).domain == "AVKitErrorDomain")
  }

  private final class KeyReader: NSKeyValueObserverObject {
    var words: [String] = []
    override func observeValue(
      forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
      context: UnsafeMutableRawPointer?
    ) {
      words.append("\(keyPath ?? "") \((change?[.newKey] as? Bool).map(String.init) ?? "?")")
    }
  }

  @Test("isPictureInPictureActive can be observed by key path, by string key, and as values")
  func observed() async throws {
    let layer = AVPlayerLayer(player: try player())
    let controller = AVPictureInPictureController(contentSource: .init(playerLayer: layer))
    let window = Window()
    controller.makeWindow = { _ in window }
    let reader = KeyReader()
    controller.addObserver(reader, forKeyPath: "pictureInPictureActive", options: [.initial, .new], context: nil)
    var states: [Bool] = []
    let token = controller.observe(\.isPictureInPictureActive, options: [.old, .new]) { controller, change in
      MainActor.assumeIsolated {
        #expect(
          change.newValue == controller.isPictureInPictureActive
            && change.oldValue == !controller.isPictureInPictureActive)
        states.append(controller.isPictureInPictureActive)
      }
    }
    var values = controller.publisher(for: \.isPictureInPictureActive).values.makeAsyncIterator()
    #expect(await values.next() == false)
    controller.startPictureInPicture()
    #expect(await values.next() == true)
    controller.stopPictureInPicture()
    // Without a delegate the program's interface is restored at once, which is reported asynchronously on the main
    // queue.
    #expect(await values.next() == false)
    #expect(states == [true, false])
    #expect(
      reader.words == [
        "pictureInPictureActive false", "pictureInPictureActive true", "pictureInPictureActive false",
      ])
    token.invalidate()
    controller.removeObserver(reader, forKeyPath: "pictureInPictureActive")
    controller.startPictureInPicture()
    #expect(states.count == 2 && reader.words.count == 3)
    controller.stopPictureInPicture()
  }

  /// A program that plays its own samples.
  private final class SamplePlayer: NSObject, AVPictureInPictureSampleBufferPlaybackDelegate {
    var isPaused = true
    var sizes: [CMVideoDimensions] = []
    var skips: [(CMTime, () -> Void)] = []

    func pictureInPictureController(_ controller: AVPictureInPictureController, setPlaying playing: Bool) {
      isPaused = !playing
    }
    func pictureInPictureControllerTimeRangeForPlayback(_ controller: AVPictureInPictureController) -> CMTimeRange {
      CMTimeRange(start: .zero, duration: CMTime(value: 60, timescale: 1))
    }
    func pictureInPictureControllerIsPlaybackPaused(_ controller: AVPictureInPictureController) -> Bool { isPaused }
    func pictureInPictureController(
      _ controller: AVPictureInPictureController, didTransitionToRenderSize newRenderSize: CMVideoDimensions
    ) { sizes.append(newRenderSize) }
    func pictureInPictureController(
      _ controller: AVPictureInPictureController, skipByInterval skipInterval: CMTime,
      completion completionHandler: @escaping () -> Void
    ) { skips.append((skipInterval, completionHandler)) }
  }

  @Test func layerWithoutFrameHasNothingToShow() {
    let (layer, samples) = (AVSampleBufferDisplayLayer(), SamplePlayer())
    let source = AVPictureInPictureController.ContentSource(sampleBufferDisplayLayer: layer, playbackDelegate: samples)
    let controller = AVPictureInPictureController(contentSource: source)
    #expect(source.playerLayer == nil && source.sampleBufferDisplayLayer === layer)
    #expect(source.sampleBufferPlaybackDelegate === samples && !controller.isPictureInPicturePossible)
    controller.startPictureInPicture()
    #expect(!controller.isPictureInPictureActive && !controller.canStopPictureInPicture)
  }

  /// A delegate that restores its interface in an asynchronous method.
  private final class AsyncRestorer: NSObject, AVPictureInPictureControllerDelegate {
    var events: [String] = []
    func pictureInPictureController(_ pictureInPictureController: AVPictureInPictureController) async -> Bool {
      events.append("restore")
      return true
    }
    func pictureInPictureControllerDidStopPictureInPicture(_ controller: AVPictureInPictureController) {
      events.append("did stop")
    }
  }

  @Test func asyncMethodRestoresTheInterface() async throws {
    let layer = AVPlayerLayer(player: try player())
    let controller = AVPictureInPictureController(contentSource: .init(playerLayer: layer))
    let (window, delegate) = (Window(), AsyncRestorer())
    controller.makeWindow = { _ in window }
    controller.delegate = delegate
    controller.startPictureInPicture()
    #expect(controller.canStopPictureInPicture)
    controller.stopPictureInPicture()
    while delegate.events.count < 2 { await Task.yield() }
    #expect(delegate.events == ["restore", "did stop"] && !controller.canStopPictureInPicture)
  }

  @Test("the controls of samples follow the range: live content cannot be skipped, and has no progress")
  func sampleControls() {
    let minute = CMTimeRange(start: CMTime(value: 30, timescale: 1), duration: CMTime(value: 60, timescale: 1))
    var state = SamplePlaybackState(isPaused: false, range: minute, isLinear: false)
    #expect(state.canSkip)
    #expect(state.fraction(at: CMTime(value: 45, timescale: 1)) == 0.25)
    #expect(state.fraction(at: .zero) == 0 && state.fraction(at: CMTime(value: 1000, timescale: 1)) == 1)
    #expect(state.fraction(at: .invalid) == nil)
    state.isSkipping = true
    #expect(!state.canSkip)
    state = SamplePlaybackState(isPaused: false, range: minute, isLinear: true)
    #expect(!state.canSkip && state.isFinite)
    for range in [
      CMTimeRange.invalid, .zero, CMTimeRange(start: .zero, duration: .positiveInfinity),
      CMTimeRange(start: .negativeInfinity, duration: .positiveInfinity),
    ] {
      state = SamplePlaybackState(isPaused: false, range: range, isLinear: false)
      #expect(!state.canSkip && state.fraction(at: .zero) == nil)
    }
  }
}
