// PlayheadFFmpeg
