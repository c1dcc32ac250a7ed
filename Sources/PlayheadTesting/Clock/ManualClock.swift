// Re-exports the manual clock of the engine, where `PLAYHEAD_CLOCK=manual` makes it available to any program.
@_exported import class PlayheadClock.ManualClock
