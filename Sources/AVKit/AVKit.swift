// AVKit
