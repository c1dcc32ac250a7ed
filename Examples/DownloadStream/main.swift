// Downloads an on-demand HTTP Live Stream into a folder and prints the progress. `playhead play FOLDER` plays it
// offline, and running the command again resumes the download.
//
//     swift run DownloadStream URL FOLDER.movpkg
import AVFoundation

final class Observer: AVAssetDownloadDelegate {
  func urlSession(
    _ session: AVAssetDownloadURLSession, assetDownloadTask: AVAssetDownloadTask, didLoad timeRange: CMTimeRange,
    totalTimeRangesLoaded loadedTimeRanges: [NSValue], timeRangeExpectedToLoad: CMTimeRange
  ) {
    let seconds = loadedTimeRanges.reduce(0) { $0 + $1.timeRangeValue.duration.seconds }
    print("\(Int(seconds)) of \(Int(timeRangeExpectedToLoad.duration.seconds)) s")
  }

  func urlSession(
    _ session: AVAssetDownloadURLSession, task: AVAssetDownloadTask, didCompleteWithError error: (any Error)?
  ) {
    print(error?.localizedDescription ?? "All of it is in \(task.destinationURL.path).")
    exit(error == nil ? 0 : 1)
  }
}

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count == 2, let address = arguments.first, let url = URL(string: address), let folder = arguments.last
else {
  print("usage: DownloadStream URL FOLDER.movpkg")
  exit(2)
}
let session = AVAssetDownloadURLSession(
  configuration: .background(withIdentifier: "example"), assetDownloadDelegate: Observer(), delegateQueue: .main)
guard
  let task = session.makeAssetDownloadTask(asset: AVURLAsset(url: url), destinationURL: URL(fileURLWithPath: folder))
else {
  print("The folder's name must end in “.movpkg”.")
  exit(2)
}
task.resume()
dispatchMain()
