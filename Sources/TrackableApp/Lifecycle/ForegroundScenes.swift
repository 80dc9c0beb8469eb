/// A notification of the operating system about an app or a scene.
enum SystemNotification: Sendable, Hashable {
  case appComes, appLeaves, appEnds
  case sceneComes(ObjectIdentifier), sceneLeaves(ObjectIdentifier)
}

/// Knows whether the user sees the app. The app may have several scenes, or no scene that the operating system reports.
struct ForegroundScenes: Sendable {
  private var visible: Set<ObjectIdentifier> = []
  private(set) var isForeground = false

  /// Applies a notification. Returns true if the app has come to the foreground, false if it has left the foreground,
  /// and `nil` if nothing has changed.
  mutating func follow(_ notification: SystemNotification) -> Bool? {
    let before = isForeground
    switch notification {
    case .sceneComes(let scene):
      visible.insert(scene)
      isForeground = true
    case .sceneLeaves(let scene):
      // A scene that never came to the foreground, such as a scene that the system restores in the background, changes
      // nothing when it leaves.
      if visible.remove(scene) != nil, visible.isEmpty { isForeground = false }
    case .appComes: isForeground = true
    case .appLeaves, .appEnds: (visible, isForeground) = ([], false)
    }
    return isForeground == before ? nil : isForeground
  }
}
