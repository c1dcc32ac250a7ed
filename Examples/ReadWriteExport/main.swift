// Reads the audio of a video, writes its first second again in H.264 and AAC, and exports two seconds with progress.
import AVFoundation

guard CommandLine.arguments.count == 3 else {
  print("usage: ReadWriteExport VIDEO FOLDER")
  exit(2)
}
let asset = AVURLAsset(url: URL(fileURLWithPath: CommandLine.arguments[1]))
let folder = URL(fileURLWithPath: CommandLine.arguments[2])

do {
  let audio = try await readAudio(of: asset)
  print("read: \(audio.count) audio frames, the loudest at \(audio.peak > 0 ? "a positive level" : "zero")")

  let copy = folder.appendingPathComponent("second.mp4")
  try await writeAgain(asset, seconds: 1, to: copy)
  let made = try await AVURLAsset(url: copy).load(.duration)
  print("written: \((made.seconds * 10).rounded() / 10) s")

  let part = folder.appendingPathComponent("part.mov")
  try await export(asset, from: 1, to: 3, into: part)
  print("exported: \(try await AVURLAsset(url: part).load(.duration).seconds) s")
} catch {
  print(error.localizedDescription)
  exit(1)
}
