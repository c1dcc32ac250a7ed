// AVFoundationTests
