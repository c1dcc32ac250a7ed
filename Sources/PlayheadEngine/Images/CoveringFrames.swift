import CoreMedia
import PlayheadFFmpeg

/// Finds, among decoded pictures in order of time, those that cover the times of ascending requests.
struct CoveringFrames {
  private var open: ArraySlice<ImagePlan.Request>
  private var held: VideoFrame?

  init(_ requests: [ImagePlan.Request]) { open = requests[...] }

  var isComplete: Bool { open.isEmpty }

  /// Takes the next picture; returns the requests that are answered now, and by which picture. A picture after a request's time
  /// says that the one before covers it; where there is none before, it is the nearest.
  mutating func take(_ frame: VideoFrame) -> [(ImagePlan.Request, VideoFrame)] {
    var found: [(ImagePlan.Request, VideoFrame)] = []
    while let request = open.first, frame.presentationTime > request.time {
      found.append((request, held ?? frame))
      open = open.dropFirst()
    }
    held = frame
    return found
  }

  /// No more pictures come: the last one covers what is left. What no picture came for at all stays open.
  mutating func finish() -> [(ImagePlan.Request, VideoFrame)] {
    guard let held else { return [] }
    let isAnswered = { (request: ImagePlan.Request) in
      !request.isBeyondEnd || held.presentationTime + held.duration > request.time
    }
    defer { open = open.filter { !isAnswered($0) }[...] }
    return open.filter(isAnswered).map { ($0, held) }
  }

  /// The requests that have no picture.
  var unanswered: [ImagePlan.Request] { Array(open) }
}
