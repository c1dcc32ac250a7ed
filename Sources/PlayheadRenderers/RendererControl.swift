import PlayheadMediaServer
import PlayheadRoutes

/// The control protocol of a renderer. Used by one thread; each call blocks until the renderer has responded, for some
/// seconds at most.
package protocol RendererControl {
  /// The address of the renderer.
  var endpoint: IPv4Endpoint { get }

  /// The format of captions that the renderer reads.
  var captionFormat: RemotePlayback.CaptionFormat { get }

  /// The MIME types that the renderer plays; nil if it does not list any.
  ///
  /// - Throws: `RendererError`.
  func acceptedTypes() throws -> Set<String>?

  /// Performs a request of the state machine.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - item: The item of a `load` request.
  /// - Returns: The report of a query; nil for other requests.
  /// - Throws: `RendererError`, or `RemotePlayback.Failure` if the renderer says why it cannot play the item.
  func perform(_ request: RemotePlayback.Request, item: MediaItem?) throws -> RemotePlayback.Report?

  /// Stops playback and unloads the item.
  ///
  /// - Parameter timeout: The time limit in seconds.
  /// - Throws: `RendererError`.
  func stop(timeout: Double) throws
}

extension RemotePlaybackStateMachine {
  /// Performs a request, and handles its result.
  ///
  /// - Parameters:
  ///   - request: The request, which counts as sent.
  ///   - control: The control of the renderer.
  ///   - now: The current time, which passes during the request.
  ///   - prepare: Prepares the item of a `load` request.
  package mutating func perform(
    _ request: Request, by control: any RendererControl, now: () -> Double, prepare: () throws -> MediaItem
  ) {
    do {
      let report = try control.perform(request, item: request == .load ? prepare() : nil)
      if let report { reported(report, at: now()) } else { accepted(at: now()) }
    } catch let failure as RemotePlayback.Failure {
      fail(failure)
    } catch RendererError.unanswered {
      unanswered(at: now())
    } catch {
      refused(at: now())
    }
  }
}
