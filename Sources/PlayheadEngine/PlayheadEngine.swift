// PlayheadEngine
