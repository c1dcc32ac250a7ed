// AVFoundation
