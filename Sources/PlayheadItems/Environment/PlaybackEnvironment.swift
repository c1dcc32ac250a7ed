import CoreVideo
import Foundation
import PlayheadAudio
import PlayheadClock
import PlayheadMedia
import PlayheadNetworking
import Synchronization

/// The environment of a player: its clock, its audio output, and its memory limits. Tests substitute their own.
package struct PlaybackEnvironment: Sendable {
  /// The clock of all threads.
  package var clock: any EngineClock
  /// The audio outputs; nil: audio is not decoded and the host clock drives the video.
  package var audio: (any AudioOutputProvider)?
  /// The memory budgets of each item.
  package var limits: BufferLimits
  /// The executor of calls to clients.
  package var delivery: any EventDelivery
  /// The provider of byte sources.
  package var sources: any ByteSourceProvider
  /// Whether paused seeks reuse the frames and decoders of earlier ones. Otherwise each decodes from its sync sample.
  package var reusesSeeks = true
  /// Whether interlaced frames are deinterlaced. False for dumps and tests that compare frames with a decoder's.
  package var deinterlaces = false
  /// The hardware decoders; by default none.
  package var hardwareDecoders = HardwareDecoders.none
  /// The displays that show HDR video, for the choice of variants.
  package var displays = HDRDisplays.shared
  /// The measured throughput of the servers that streams come from.
  package let serverThroughputs = ServerThroughputs()

  /// Creates an environment.
  package init(
    clock: any EngineClock, audio: (any AudioOutputProvider)?, limits: BufferLimits = BufferLimits(),
    delivery: any EventDelivery = MainQueueDelivery.shared,
    sources: any ByteSourceProvider = StandardByteSourceProvider()
  ) {
    self.clock = clock
    self.audio = audio
    self.limits = limits
    self.delivery = delivery
    self.sources = sources
  }

  /// The environment of players made from now on. Set before the first player, at the start of a program or a test.
  package static var current: PlaybackEnvironment {
    get { stored.withLock { $0 } }
    set { stored.withLock { $0 = newValue } }
  }
  /// The environment for the next player. The variable `PLAYHEAD_CLOCK` determines the initial one, once in a process.
  private static let stored = Mutex(standard(clock: ProcessInfo.processInfo.environment["PLAYHEAD_CLOCK"]))

  /// The default environment of a program. `manual` is for programs under test: time advances as fast as the work in it
  /// is done, and the audio output is silent.
  static func standard(clock setting: String?) -> PlaybackEnvironment {
    if setting == "manual" {
      let driver = ManualClockDriver()
      HostTimeSource.replace { UInt64(driver.clock.now.nanoseconds) }
      var environment = PlaybackEnvironment(
        clock: driver.clock, audio: SilentOutputProvider(), delivery: driver)
      environment.deinterlaces = true
      environment.hardwareDecoders = .system
      return environment
    }
    if let setting, !setting.isEmpty {
      FileHandle.standardError.write(Data("PLAYHEAD_CLOCK may be \"manual\", and is \"\(setting)\".\n".utf8))
    }
    var environment = PlaybackEnvironment(clock: SystemClock(), audio: SystemOutputProvider())
    environment.deinterlaces = true
    environment.hardwareDecoders = .system
    return environment
  }
}

/// The memory budgets of an item.
package struct BufferLimits: Sendable {
  /// Coded packets of all tracks: 16 MiB are two seconds of the heaviest Blu-ray streams.
  package var packetBytes = 16 << 20
  /// Decoded frames: five of 1080p in 4:2:0. At least three are retained regardless of their size. The decoder's
  /// threads hold as many again, so that more would cost memory and save nothing.
  package var frameBytes = 16 << 20
  /// Decoded frames during reverse playback, including those being decoded: three seconds of 1080p. A GOP that does not
  /// fit is decoded several times; twice the budget would be a third faster.
  package var reverseFrameBytes = 270 << 20
  /// The cache of decode-only frames of exact paused seeks, for a GOP that is visited again or scrubbed backward: two
  /// seconds of 1080p, a quarter of a GOP of 250. Half the budget makes seeks in such a GOP a third slower.
  package var frameCacheBytes = 192 << 20
  /// Pooled decoders positioned in a visited GOP: two of 1080p, besides the one in use. A third one saves little.
  package var decoderPoolBytes = 96 << 20
  /// The buffer of a segmented stream: fetched but not yet demuxed.
  package var stream = StreamLimits()
  /// Mixed audio ahead of the device. Short, so that a change of rate is audible soon; long enough for a busy machine.
  package var audioSeconds = 0.25
  /// The default budgets, for the reasons stated with each.
  package init() {}
}
