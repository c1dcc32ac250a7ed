// PlayheadTesting
