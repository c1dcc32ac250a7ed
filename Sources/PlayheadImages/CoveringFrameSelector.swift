import CoreMedia
import PlayheadMedia

/// Finds, among decoded frames in presentation order, those that cover the times of ascending requests.
struct CoveringFrameSelector {
  /// The requests without a frame, ascending in time.
  private var open: ArraySlice<ImagePlan.Request>
  /// The last frame so far; nil before the first one.
  private var held: VideoFrame?

  /// Creates a search for requests in ascending order.
  init(_ requests: [ImagePlan.Request]) { open = requests[...] }

  /// Whether all requests are answered, so that decoding can end.
  var isComplete: Bool { open.isEmpty }

  /// Takes the next frame; returns the requests that it answers, with their frames. A frame after the requested time
  /// shows that the previous frame covers it; without a previous one, it is the nearest itself.
  mutating func take(_ frame: VideoFrame) -> [(ImagePlan.Request, VideoFrame)] {
    var found: [(ImagePlan.Request, VideoFrame)] = []
    while let request = open.first, frame.presentationTime > request.time {
      found.append((request, held ?? frame))
      open = open.dropFirst()
    }
    held = frame
    return found
  }

  /// Ends the input: the last frame covers the remaining requests. Requests stay open if there is no frame at all, or
  /// if they are beyond its end.
  mutating func finish() -> [(ImagePlan.Request, VideoFrame)] {
    guard let held else { return [] }
    let isAnswered = { (request: ImagePlan.Request) in
      !request.isBeyondEnd || held.presentationTime + held.duration > request.time
    }
    defer { open = open.filter { !isAnswered($0) }[...] }
    return open.filter(isAnswered).map { ($0, held) }
  }

  /// The requests without a frame.
  var unanswered: [ImagePlan.Request] { Array(open) }
}
