import Foundation
import PlayheadTesting

let summary = PlaybackDump.run(url: URL(fileURLWithPath: CommandLine.arguments[1])) { print($0) }
if let failure = summary.failure { print(failure) }
