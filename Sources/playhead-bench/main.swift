import Foundation
import PlayheadBasics
import PlayheadItems

let usage = """
  usage: playhead-bench first FILE | seek FILE exact|key COUNT | open FILE COUNT
         playhead-bench decode FILE SECONDS | play FILE SECONDS
         playhead-bench reverse FILE SECONDS | scrub FILE forward|backward SECONDS | visited FILE [random] GROUP
         playhead-bench gapless FILE FILE | queue FILE FILE
         playhead-bench captions FILE SECONDS [CAPTIONS|track]

  """

func refuse() -> Never {
  FileHandle.standardError.write(Data(usage.utf8))
  exit(64)
}

let arguments = CommandLine.arguments.dropFirst()
guard let verb = arguments.first, let file = arguments.dropFirst().first else { refuse() }
let url = file.contains("://") ? URL(string: file) ?? URL(fileURLWithPath: file) : URL(fileURLWithPath: file)
let rest = Array(arguments.dropFirst(2))

do {
  switch (verb, rest.first, rest.last.flatMap(Double.init)) {
  case ("first", nil, _): try Verbs.first(url)
  case ("seek", "exact", let count?): try Verbs.seek(url, isExact: true, count: Int(saturating: count))
  case ("seek", "key", let count?): try Verbs.seek(url, isExact: false, count: Int(saturating: count))
  case ("open", _, let count?): try Verbs.open(url, count: Int(saturating: count))
  case ("decode", _, let seconds?): try Verbs.decode(url, seconds: seconds)
  case ("reverse", _, let seconds?): try Verbs.reverse(url, seconds: seconds)
  case ("scrub", "forward", let seconds?): try Verbs.scrub(url, isForward: true, seconds: seconds)
  case ("scrub", "backward", let seconds?): try Verbs.scrub(url, isForward: false, seconds: seconds)
  case ("visited", let order, let group?):
    try Verbs.visited(url, group: Int(saturating: group), isRandom: order == "random")
  case ("captions", let seconds?, _):
    guard let seconds = Double(seconds) else { refuse() }
    try Verbs.captions(url, seconds: seconds, file: rest.dropFirst().first)
  case ("gapless", let second?, _): try Verbs.gapless(url, URL(fileURLWithPath: second))
  case ("queue", let second?, _): try Verbs.queue(url, URL(fileURLWithPath: second))
  case ("play", _, let seconds?): try Verbs.play(url, seconds: seconds)
  default: refuse()
  }
} catch let error as MediaError {
  FileHandle.standardError.write(Data("playhead-bench: \(file): \(error.kind)\n".utf8))
  exit(1)
}
