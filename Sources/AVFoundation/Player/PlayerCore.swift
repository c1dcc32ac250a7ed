import PlayheadEngine

/// The parts of a player, created before the player itself.
struct PlayerCore: Sendable {
  let session: PlaybackSession
  let environment: PlaybackEnvironment
  let clock: any EngineClock
  let delivery: Delivery
  let relay: EventRelay
  let seeks = CompletionHandlerRegistry()
  let prerolls = CompletionHandlerRegistry()
  let timeObservers = TimeObserverList()

  init(_ environment: PlaybackEnvironment) {
    PlaybackObservation.noteObjectCreated()
    let delivery = Delivery(environment.delivery)
    let relay = EventRelay(delivery)
    self.environment = environment
    clock = environment.clock
    self.delivery = delivery
    self.relay = relay
    session = PlaybackSession(environment: environment) { relay.wake() }
  }
}
