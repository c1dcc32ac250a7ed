// PlayheadFFmpegTests
