// PlayheadEngineTests
