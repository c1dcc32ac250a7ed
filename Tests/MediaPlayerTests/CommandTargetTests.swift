import Foundation
import MediaPlayer
import Testing

@Suite("Methods as handlers of remote commands")
@MainActor struct CommandTargetTests {
  @MainActor private final class Model {
    var calls: [String] = []
    func play(_ event: MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus { note("play") }
    func pause() -> MPRemoteCommandHandlerStatus { note("pause") }
    func seek(_ event: MPChangePlaybackPositionCommandEvent) -> MPRemoteCommandHandlerStatus {
      note("seek \(event.positionTime)")
    }

    private func note(_ call: String) -> MPRemoteCommandHandlerStatus {
      calls.append(call)
      return .success
    }
  }

  private class Plain: NSObject {
    func play(_ event: MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus { .noSuchContent }
  }

  @Test func methodsAreCalled() {
    let (model, command) = (Model(), MPRemoteCommand())
    #expect(!command.isOffered)
    command.addTarget(model, action: Model.play(_:))
    command.addTarget(model, action: Model.pause)
    #expect(command.isOffered)
    #expect(command.perform(MPRemoteCommandEvent(command)) == .success)
    #expect(model.calls == ["play", "pause"])
    command.removeTarget(model)
    #expect(!command.isOffered && command.perform(MPRemoteCommandEvent(command)) == .commandFailed)
    #expect(model.calls.count == 2)
  }

  @Test func methodReceivesItsEventsOnly() {
    let (model, command) = (Model(), MPChangePlaybackPositionCommand())
    command.addTarget(model, action: Model.seek(_:))
    #expect(command.perform(MPChangePlaybackPositionCommandEvent(command, positionTime: 4)) == .success)
    #expect(command.perform(MPRemoteCommandEvent(command)) == .commandFailed)
    #expect(model.calls == ["seek 4.0"])
  }

  @Test func targetsAreNotRetained() {
    let command = MPRemoteCommand()
    weak var released: Plain?
    do {
      let plain = Plain()
      released = plain
      command.addTarget(plain, action: Plain.play(_:))
      #expect(command.perform(MPRemoteCommandEvent(command)) == .noSuchContent)
    }
    #expect(released == nil)
    #expect(command.perform(MPRemoteCommandEvent(command)) == .commandFailed)
  }

  @Test func tokensAreRemovedAsBefore() {
    let (model, command) = (Model(), MPRemoteCommand())
    command.addTarget(model, action: Model.pause)
    let token = command.addTarget { _ in .deviceNotFound }
    #expect(command.perform(MPRemoteCommandEvent(command)) == .deviceNotFound)
    command.removeTarget(token)
    #expect(command.perform(MPRemoteCommandEvent(command)) == .success)
    command.removeTarget(nil)
    #expect(!command.isOffered)
  }
}
