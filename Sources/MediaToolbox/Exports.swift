// Re-exports the times and audio buffers that tap callbacks use.
@_exported import CoreMedia
