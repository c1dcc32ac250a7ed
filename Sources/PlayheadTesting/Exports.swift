// The capturing sinks and the playback dump, which the command uses too.
@_exported import PlayheadDump
