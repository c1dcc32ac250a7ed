// Programs write `import os` as often as `import OSLog`.
@_exported import OSLog
