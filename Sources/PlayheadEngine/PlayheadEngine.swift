// Clients of a player need the types of its parts, too.
@_exported import PlayheadAudio
@_exported import PlayheadClock
