import PlayheadEngine
import PlayheadItems

/// The parts of a player, created before the player itself.
struct PlayerCore: Sendable {
  /// The session that plays. Its last reference ends it.
  let session: PlaybackSession
  /// The clock, audio output and delivery queue of the player.
  let environment: PlaybackEnvironment
  /// The clock of the environment.
  let clock: any EngineClock
  /// The queue on which the client is called.
  let delivery: Delivery
  /// The connection from the session's wake-ups to the player.
  let relay: EventRelay
  /// The completion handlers of seeks, by the identifiers of the seek requests.
  let seeks = CompletionHandlerRegistry()
  /// The completion handlers of prerolls, by their identifiers.
  let prerolls = CompletionHandlerRegistry()
  /// The time observers, by the identifiers of the session's observers.
  let timeObservers = TimeObserverList()

  /// Creates the parts of a player and its session.
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
