import Foundation
import PlayheadAudio
import PlayheadClock
import Synchronization
import TestSupport
import Testing

@testable import AVFAudio

/// behaviour.md §11.
@Suite("§11 AVAudioSession")
struct AudioSessionTests {
  /// Devices that a test adds and removes.
  private final class Devices: AudioDeviceSource {
    let list: Mutex<[AudioDevice]>
    init(_ devices: AudioDevice...) { list = Mutex(devices) }
    func outputs() -> [AudioDevice] { list.withLock { $0 } }
    func observe(_ call: @escaping @Sendable (AudioDeviceEvent) -> Void) {}
  }

  private final class ImmediateDelivery: EventDelivery {
    func deliver(_ call: @escaping @Sendable () -> Void) { call() }
  }

  private static let speakers = AudioDevice(
    identifier: "alsa_output.pci-0000_00_1f.3.analog-stereo", name: "Built-in Audio", channelCount: 2,
    sampleRate: 48_000,
    latency: 0.025, isDefault: true)
  private static let headset = AudioDevice(
    identifier: "bluez_output.00_11_22_33_44_55.1", name: "A headset", channelCount: 2, sampleRate: 44_100)

  private func session(_ devices: Devices, isAnyPlayerAudible: Bool = false) -> AVAudioSession {
    // Without a limit: a busy machine may take longer than a player would wait.
    AVAudioSession(
      devices, delivery: ImmediateDelivery(), isAnyPlayerAudible: { isAnyPlayerAudible }, queryTimeout: .never)
  }

  @Test("the category defaults to soloAmbient in the default mode; set values are retained")
  func categories() throws {
    let session = session(Devices(Self.speakers))
    #expect(session.category == .soloAmbient)
    #expect(session.mode == .default)
    try session.setCategory(.playback)
    #expect(session.category == .playback)
    try session.setCategory(.playback, mode: .moviePlayback, options: [.mixWithOthers, .allowAirPlay])
    #expect(session.mode == .moviePlayback)
    #expect(session.categoryOptions.rawValue == 65)
    try session.setCategory(.ambient, options: .duckOthers)
    #expect(session.mode == .moviePlayback, "this form leaves the mode")
    try session.setCategory(.playback, mode: .default, policy: .longFormVideo)
    #expect(session.routeSharingPolicy == .longFormVideo)
    try session.setActive(true)
    try session.setActive(false, options: .notifyOthersOnDeactivation)
  }

  @Test("deactivating while a player is audible throws isBusy")
  func throwsWhileAudible() throws {
    let session = session(Devices(Self.speakers), isAnyPlayerAudible: true)
    try session.setActive(true)
    let error = thrownError(NSError.self) { try session.setActive(false) }
    #expect(error?.domain == NSOSStatusErrorDomain)
    // The four characters "!act".
    #expect(error?.code == 0x2161_6374)
  }

  /// Devices of a server that does not answer until the test allows it.
  private final class HangingDevices: AudioDeviceSource {
    let gate = DispatchSemaphore(value: 0)
    let questions = Atomic<Int>(0)
    let firstQuestion = DispatchSemaphore(value: 0)
    let device: AudioDevice
    init(_ device: AudioDevice) { self.device = device }
    func outputs() -> [AudioDevice] {
      if questions.add(1, ordering: .relaxed).oldValue == 0 { firstQuestion.signal() }
      gate.wait()
      gate.signal()
      return [device]
    }
    func observe(_ call: @escaping @Sendable (AudioDeviceEvent) -> Void) {}
  }

  @Test func gettersReturnWhileTheServerHangs() {
    let devices = HangingDevices(Self.speakers)
    let session = AVAudioSession(devices, delivery: ImmediateDelivery(), isAnyPlayerAudible: { false })
    // Returns although the server never answers while this runs.
    #expect(session.sampleRate == 0)
    #expect(session.currentRoute.outputs.isEmpty)
    devices.firstQuestion.wait()
    #expect(devices.questions.load(ordering: .relaxed) == 1, "one query at a time")
    devices.gate.signal()
  }

  @Test func gettersQueryTheServerOnce() {
    let devices = HangingDevices(Self.speakers)
    devices.gate.signal()
    // Without a limit: a busy machine may take longer than a player would wait.
    let session = AVAudioSession(
      devices, delivery: ImmediateDelivery(), isAnyPlayerAudible: { false }, queryTimeout: .never)
    for _ in 0..<10 { #expect(session.sampleRate == 48_000 && session.outputNumberOfChannels == 2) }
    #expect(devices.questions.load(ordering: .relaxed) == 1)
  }

  @Test("the route is the default device with its own values")
  func route() {
    let session = session(Devices(Self.headset, Self.speakers))
    #expect(session.currentRoute.outputs.map(\.uid) == [Self.speakers.identifier])
    #expect(session.currentRoute.outputs.map(\.portName) == ["Built-in Audio"])
    #expect(session.currentRoute.inputs.isEmpty)
    #expect(session.sampleRate == 48_000)
    #expect(session.outputNumberOfChannels == 2)
    #expect(session.outputLatency == 0.025)
  }

  @Test("without a device no route is reported")
  func withoutDevice() {
    let session = session(Devices())
    #expect(session.currentRoute.outputs.isEmpty)
    #expect(session.sampleRate == 0)
    #expect(session.maximumOutputNumberOfChannels == 0)
  }

  @Test(
    "device names of the audio server map to port types",
    arguments: [
      (
        "alsa_output.pci-0000_00_1f.3.analog-stereo", "Built-in Audio Analog Stereo", AVAudioSession.Port.builtInSpeaker
      ),
      ("alsa_output.pci-0000_01_00.1.hdmi-stereo", "HD Audio Digital Stereo (HDMI)", .HDMI),
      ("bluez_output.00_11_22_33_44_55.1", "Kopfhörer", .bluetoothA2DP),
      ("alsa_output.usb-Focusrite_Scarlett-00.analog-stereo", "Scarlett", .usbAudio),
      ("auto_null", "Dummy Output", .virtual),
    ])
  func ports(identifier: String, name: String, port: AVAudioSession.Port) {
    #expect(PortNames.port(identifier: identifier, name: name) == port)
  }

  @Test("an added or removed device is reported with its reason and the previous route")
  func changes() throws {
    let devices = Devices(Self.speakers)
    let session = session(devices)
    let events = Collected<(UInt, String?)>()
    let token = NotificationCenter.default.addObserver(
      forName: AVAudioSession.routeChangeNotification, object: session, queue: nil
    ) { notification in
      let reason = (notification.userInfo?[AVAudioSessionRouteChangeReasonKey] as? NSNumber)?.uintValue
      let route = notification.userInfo?[AVAudioSessionRouteChangePreviousRouteKey] as? AVAudioSessionRouteDescription
      events.add((reason ?? 99, route?.outputs.first?.uid))
    }
    defer { NotificationCenter.default.removeObserver(token) }
    _ = session.currentRoute
    var headset = Self.headset
    headset.isDefault = true
    var speakers = Self.speakers
    speakers.isDefault = false
    devices.list.withLock { $0 = [speakers, headset] }
    session.happened(.devicesChanged)
    devices.list.withLock { $0 = [Self.speakers] }
    session.happened(.devicesChanged)
    session.happened(.devicesChanged)
    #expect(
      events.all.map(\.0) == [1, 2], "newDeviceAvailable, oldDeviceUnavailable, and nothing where nothing changed")
    #expect(events.all.map(\.1) == [speakers.identifier, headset.identifier])
  }

  @Test("loss and return of the audio server are reported")
  func server() {
    let session = session(Devices(Self.speakers))
    let events = Collected<String>()
    let names = [AVAudioSession.mediaServicesWereLostNotification, AVAudioSession.mediaServicesWereResetNotification]
    let tokens = names.map { name in
      NotificationCenter.default.addObserver(forName: name, object: session, queue: nil) {
        events.add($0.name.rawValue)
      }
    }
    defer { for token in tokens { NotificationCenter.default.removeObserver(token) } }
    session.happened(.serverLost)
    session.happened(.serverBack)
    #expect(events.all == names.map(\.rawValue))
  }

  @Test(
    "the machine's audio server has a default device",
    .enabled(if: ProcessInfo.processInfo.environment["PULSE_SERVER"] != nil, "PULSE_SERVER names no sound server"))
  func ownServer() {
    let session = AVAudioSession(CubebDevices.shared)
    #expect(session.currentRoute.outputs.count == 1)
    #expect(session.currentRoute.outputs.first?.portName.isEmpty == false)
    #expect(session.sampleRate >= 8_000)
    #expect(session.outputNumberOfChannels >= 1)
  }
}
