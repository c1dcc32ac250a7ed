import CoreVideo
import Foundation
import PlayheadNetworking
import Synchronization

/// What a player stands on: its clock, where its sound goes, and how much it may keep. Tests put their own in its place.
package struct PlaybackEnvironment: Sendable {
  package var clock: any EngineClock
  /// nil: sound is not decoded and the host clock drives the picture.
  package var audio: (any AudioOutputProvider)?
  package var limits: BufferLimits
  /// Where the face calls its clients.
  package var delivery: any EventDelivery
  /// Where bytes come from.
  package var sources: any ByteSourceProvider
  /// What is known of the links that streams come over.
  package let links = ServerThroughputs()

  package init(
    clock: any EngineClock, audio: (any AudioOutputProvider)?, limits: BufferLimits = BufferLimits(),
    delivery: any EventDelivery = MainQueueDelivery.shared, sources: any ByteSourceProvider = StandardSources()
  ) {
    self.clock = clock
    self.audio = audio
    self.limits = limits
    self.delivery = delivery
    self.sources = sources
  }

  /// What players made from now on use. Set before the first player, at the start of a program or a test.
  package static var current: PlaybackEnvironment {
    get { stored.withLock { $0 } }
    set { stored.withLock { $0 = newValue } }
  }
  private static let stored = Mutex(standard(clock: ProcessInfo.processInfo.environment["PLAYHEAD_CLOCK"]))

  /// What a program begins with. `manual` is for programs under test: time moves as fast as the work in it is done, and the sound
  /// goes nowhere.
  static func standard(clock setting: String?) -> PlaybackEnvironment {
    if setting == "manual" {
      let turns = ClockTurns()
      HostTimeSource.replace { UInt64(turns.clock.now.nanoseconds) }
      return PlaybackEnvironment(clock: turns.clock, audio: SilentOutputProvider(), delivery: turns)
    }
    if let setting, !setting.isEmpty {
      FileHandle.standardError.write(Data("PLAYHEAD_CLOCK may be \"manual\", and is \"\(setting)\".\n".utf8))
    }
    return PlaybackEnvironment(clock: SystemClock(), audio: CubebOutputProvider())
  }
}

/// Calls clients, in order, one at a time. Programs are called on the main queue; a test's clock calls them between two steps
/// of time, on the thread that moves it.
package protocol EventDelivery: AnyObject, Sendable {
  /// Whether the calls are made on the main queue.
  var isMainQueue: Bool { get }
  func deliver(_ call: @escaping @Sendable () -> Void)
}

extension EventDelivery {
  package var isMainQueue: Bool { false }
}

package final class MainQueueDelivery: EventDelivery {
  package static let shared = MainQueueDelivery()
  private init() {}
  package var isMainQueue: Bool { true }
  /// An operation and no plain block: a notification whose observer asked for `OperationQueue.main` is posted in here, and
  /// Foundation waits for that observer unless it finds itself in the very queue. After `dispatchMain()` the main queue has no
  /// thread of its own by which it could tell.
  package func deliver(_ call: @escaping @Sendable () -> Void) { OperationQueue.main.addOperation(call) }
}

/// How much an item keeps in memory.
package struct BufferLimits: Sendable {
  /// Coded packets of all tracks: 16 MiB are two seconds of the heaviest Blu-ray streams.
  package var packetBytes = 16 << 20
  /// Decoded pictures: five of 1080p in 4:2:0. At least three are kept however large they are. The decoder's threads hold as many
  /// again, so that more would cost memory and save nothing.
  package var pictureBytes = 16 << 20
  /// Decoded pictures when playing backward, those being decoded counted in: three seconds of 1080p. A group of pictures that does not
  /// fit is decoded several times, so that twice as much would be a third faster.
  package var reversePictureBytes = 270 << 20
  /// Decoded pictures from the way to exact stills in a group of pictures that is visited again, or back over which a hand goes: two
  /// seconds of 1080p, a quarter of a group of 250. Half as many cost seeks in such a group a third more time.
  package var visitedPictureBytes = 192 << 20
  /// Decoders that stand in a visited group of pictures: two of 1080p, beside the one in use. A third one saves little.
  package var parkedDecoderBytes = 96 << 20
  /// A stream in segments, fetched but not read yet.
  package var stream = StreamLimits()
  /// Mixed sound ahead of the device. Short, so that a change of rate is heard soon; long enough for a busy machine.
  package var audioSeconds = 0.25
  package init() {}
}
