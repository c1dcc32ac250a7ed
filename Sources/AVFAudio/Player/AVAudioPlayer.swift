import CoreMedia
import Foundation
import PlayheadClock
import PlayheadItems
import PlayheadMedia
import Synchronization

/// Plays the audio of a file or of bytes in memory: with loops, a rate, fades, a stereo balance and level metering.
///
/// Retain the player: playback ends when it is released. The initializers read the file; all other calls return at
/// once and may be made on any thread. The delegate is called on the main queue. Several players play at the same time.
open class AVAudioPlayer: NSObject {
  /// The values that clients have set.
  private struct Values: Sendable {
    /// The volume, from 0 to 1.
    var volume: Float = 1
    /// The stereo balance.
    var pan: Float = 0
    /// Whether `rate` applies.
    var enablesRate = false
    /// The rate, limited to `AVAudioPlayer.rates`.
    var rate: Float = 1
    /// Whether levels are read.
    var isMeteringEnabled = false
    /// The levels of the last `updateMeters()`, per channel.
    var levels: [AudioLevels.Level] = []
  }

  /// The rates of playback.
  private static let rates: ClosedRange<Float> = 0.5...2

  /// The playback of the resource; nil for a player without one.
  private let playback: AudioPlayback?
  /// The values that clients have set, locked because any thread may set them.
  private let values = Mutex(Values())
  /// Passes the end of playback on to this player.
  private let relay: EndRelay

  /// Passes the end of playback from the session's thread to the delegate, on the delivery queue.
  private final class EndRelay: Sendable {
    /// The player, which can be released at any time. Set once, by its initializer; read on the delivery queue.
    private struct Receiver: @unchecked Sendable {
      weak var player: AVAudioPlayer?
    }
    /// The player.
    private let receiver = Mutex(Receiver())
    /// The queue on which delegates are called.
    private let delivery: any EventDelivery

    /// Creates a relay without a player.
    init(_ delivery: any EventDelivery) { self.delivery = delivery }

    /// Sets the player.
    func connect(_ player: AVAudioPlayer) {
      let receiver = Receiver(player: player)
      self.receiver.withLock { $0 = receiver }
    }

    /// Calls the delegate later.
    func ended(_ error: MediaError?) {
      delivery.deliver { self.receiver.withLock { $0 }.player?.ended(error) }
    }
  }

  /// Creates a player that plays nothing.
  public override init() {
    playback = nil
    relay = EndRelay(PlaybackEnvironment.current.delivery)
    super.init()
  }

  /// Creates a player for a file.
  ///
  /// - Throws: An error of `NSOSStatusErrorDomain` with a code of Audio File Services: `wht?` for a missing file and
  ///   for other addresses than those of files, `typ?` for other kinds of files, `fmt?` without a decoder, `dta?` for
  ///   damage.
  public convenience init(contentsOf url: URL) throws { try self.init(contentsOf: url, fileTypeHint: nil) }

  /// Creates a player for a file whose type the program knows.
  ///
  /// - Parameters:
  ///   - url: The URL of a file. Other URLs are refused.
  ///   - utiString: A uniform type identifier such as `AVFileType.mp3.rawValue`. Used if the type is not detected from
  ///     the bytes.
  public convenience init(contentsOf url: URL, fileTypeHint utiString: String?) throws {
    let environment = PlaybackEnvironment.current
    try self.init(environment) { () throws(MediaError) in
      try AudioResource(contentsOf: url, fileTypeHint: utiString, environment: environment)
    }
  }

  /// Creates a player for the bytes of a file.
  public convenience init(data: Data) throws { try self.init(data: data, fileTypeHint: nil) }

  /// Creates a player for the bytes of a file whose type the program knows.
  public convenience init(data: Data, fileTypeHint utiString: String?) throws {
    let environment = PlaybackEnvironment.current
    try self.init(environment) { () throws(MediaError) in
      try AudioResource(data: data, fileTypeHint: utiString, environment: environment)
    }
  }

  /// Creates a player with the clock and the output of an environment.
  init(
    _ environment: PlaybackEnvironment, resource open: () throws(MediaError) -> AudioResource
  ) throws {
    let resource: AudioResource
    do throws(MediaError) { resource = try open() } catch { throw error.forAudioClients }
    let relay = EndRelay(environment.delivery)
    self.relay = relay
    playback = AudioPlayback(resource, environment: environment) { relay.ended($0) }
    super.init()
    relay.connect(self)
  }

  /// Ends playback and waits for its threads: for tests.
  func closeAndWait() { playback?.closeAndWait() }

  // MARK: Playback

  /// Opens the file and the audio device, so that `play()` starts without delay.
  ///
  /// - Returns: Whether there is something to play.
  @discardableResult
  open func prepareToPlay() -> Bool {
    playback?.prepare()
    return playback != nil
  }

  /// Plays from `currentTime`.
  ///
  /// - Returns: Whether there is something to play.
  @discardableResult
  open func play() -> Bool {
    playback?.play(atTime: nil)
    return playback != nil
  }

  /// Plays from `currentTime` when the device's timeline reaches a time: players that start at the same time are in
  /// sync.
  ///
  /// - Parameter time: A time of `deviceCurrentTime`. A past time plays at once.
  @discardableResult
  open func play(atTime time: TimeInterval) -> Bool {
    playback?.play(atTime: time)
    return playback != nil
  }

  /// Pauses at the position, ready to resume.
  open func pause() { playback?.pause() }

  /// Stops, and releases the file and the device. `currentTime` remains.
  open func stop() { playback?.stop() }

  /// Whether the player plays, or waits for the time of `play(atTime:)`.
  open var isPlaying: Bool { playback?.isPlaying ?? false }

  /// The position in seconds. Setting it seeks, to the exact sample. At the end of playback it is 0 again.
  open var currentTime: TimeInterval {
    get { playback?.position ?? 0 }
    set { playback?.seek(to: newValue) }
  }

  /// The time of the audio device's timeline in seconds: the clock of all players.
  open var deviceCurrentTime: TimeInterval {
    playback?.deviceTime ?? Double(PlaybackEnvironment.current.clock.now.nanoseconds) / 1e9
  }

  /// The number of times that playback returns to the beginning, without a gap: 0 plays once, negative numbers loop
  /// until `stop()`.
  open var numberOfLoops: Int {
    get { playback?.loops ?? 0 }
    set { playback?.setLoops(newValue) }
  }

  /// The delegate, called on the main queue.
  open weak var delegate: (any AVAudioPlayerDelegate)?

  /// Notifies the delegate. Called on the delivery queue.
  private func ended(_ error: MediaError?) {
    if let error { delegate?.audioPlayerDecodeErrorDidOccur(self, error: error.forAudioClients) }
    delegate?.audioPlayerDidFinishPlaying(self, successfully: error == nil)
  }

  // MARK: Rate

  /// Whether `rate` applies; set it before `prepareToPlay()`. False by default.
  open var enableRate: Bool {
    get { values.withLock { $0.enablesRate } }
    set {
      let rate = values.withLock { values in
        values.enablesRate = newValue
        return newValue ? values.rate : 1
      }
      playback?.setRate(rate)
    }
  }

  /// The rate of playback, from 0.5 to 2; the pitch is retained. Without `enableRate` it has no effect.
  open var rate: Float {
    get { values.withLock { $0.rate } }
    set {
      let rate = values.withLock { values -> Float? in
        values.rate = newValue.isNaN ? 1 : max(Self.rates.lowerBound, min(Self.rates.upperBound, newValue))
        return values.enablesRate ? values.rate : nil
      }
      if let rate { playback?.setRate(rate) }
    }
  }

  // MARK: Volume

  /// The volume, from 0 to 1. Audible within 10 ms.
  open var volume: Float {
    get { values.withLock { $0.volume } }
    set { setVolume(newValue, fadeDuration: 0) }
  }

  /// Fades to a volume, linearly in the amplitude. `volume` has the new value at once. A paused player continues the
  /// fade when it resumes.
  ///
  /// - Parameters:
  ///   - volume: The volume at the end of the fade, limited to 0…1.
  ///   - duration: Seconds of audio; 0 changes the volume at once.
  open func setVolume(_ volume: Float, fadeDuration duration: TimeInterval) {
    let volume = volume.isNaN ? 0 : max(0, min(1, volume))
    values.withLock { values in
      values.volume = volume
      playback?.output.setVolume(Double(volume), over: duration.isFinite ? max(0, duration) : 0)
    }
  }

  /// The stereo balance: −1 plays the left channel alone, 0 both in full, 1 the right channel alone. Mono audio is
  /// played in both channels first; files and devices with more than two channels are unaffected.
  open var pan: Float {
    get { values.withLock { $0.pan } }
    set {
      let pan = newValue.isNaN ? 0 : max(-1, min(1, newValue))
      values.withLock { values in
        values.pan = pan
        playback?.output.setBalance(pan)
      }
    }
  }

  /// The identifier of the audio device on the sound server, a `uid` of `AVAudioSession`'s route; nil for the system's
  /// default, which also replaces a missing device.
  open var currentDevice: String? {
    get { playback?.device }
    set { playback?.setDevice(newValue) }
  }

  // MARK: Levels

  /// Whether `updateMeters()` reads the levels. False by default.
  open var isMeteringEnabled: Bool {
    get { values.withLock { $0.isMeteringEnabled } }
    set {
      values.withLock { values in
        values.isMeteringEnabled = newValue
        if !newValue { values.levels = [] }
      }
    }
  }

  /// Reads the levels of the audible moment, for `averagePower(forChannel:)` and `peakPower(forChannel:)`.
  open func updateMeters() {
    let levels = playback?.levels ?? []
    values.withLock { values in if values.isMeteringEnabled { values.levels = levels } }
  }

  /// The average power of a channel in decibels of full scale: the root mean square of a tenth of a second, before
  /// volume and pan. −160 for silence, without metering, and for channels that do not exist.
  open func averagePower(forChannel channelNumber: Int) -> Float { level(channelNumber).average }

  /// The peak power of a channel in decibels of full scale: the largest sample of a tenth of a second, before volume
  /// and pan. −160 for silence, without metering, and for channels that do not exist.
  open func peakPower(forChannel channelNumber: Int) -> Float { level(channelNumber).peak }

  /// The last levels of a channel.
  private func level(_ channel: Int) -> AudioLevels.Level {
    values.withLock { $0.levels.indices.contains(channel) ? $0.levels[channel] : .silence }
  }

  // MARK: Audio

  /// The duration in seconds.
  open var duration: TimeInterval { playback?.resource.duration ?? 0 }

  /// The number of channels in the file.
  open var numberOfChannels: Int { playback?.resource.channelCount ?? 0 }

  /// The address of the file; nil for bytes in memory.
  open var url: URL? { playback.flatMap { $0.resource.data == nil ? $0.resource.url : nil } }

  /// The bytes of the file, if the player was created with them.
  open var data: Data? { playback?.resource.data }

  /// The format of the audio in the file.
  open var format: AVAudioFormat {
    var description = playback?.resource.format ?? AudioStreamBasicDescription()
    description.mChannelsPerFrame = max(1, description.mChannelsPerFrame)
    return AVAudioFormat(description)
  }

  /// The format as a dictionary with the keys of audio settings: `AVFormatIDKey`, `AVSampleRateKey`,
  /// `AVNumberOfChannelsKey`, and `AVEncoderBitRateKey` if the file states it.
  open var settings: [String: Any] {
    guard let resource = playback?.resource else { return [:] }
    var settings = format.settings
    let rate = resource.track.dataRate
    if rate > 0, resource.format.mFormatID != kAudioFormatLinearPCM {
      settings[AVEncoderBitRateKey] = NSNumber(value: rate)
    }
    return settings
  }
}
