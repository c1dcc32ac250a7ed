// The clock belongs to the engine, since `PLAYHEAD_CLOCK=manual` gives it to any program; tests find it here.
@_exported import class PlayheadEngine.ManualClock
