/// What a system tells of an app and its scenes.
enum SystemNotification: Sendable, Hashable {
  case appComes, appLeaves
  case sceneComes(ObjectIdentifier), sceneLeaves(ObjectIdentifier)
}

/// Whether the user sees the app, which may have several scenes, or none that the system tells of.
struct ForegroundScenes: Sendable {
  private var visible: Set<ObjectIdentifier> = []
  private(set) var isForeground = false

  /// Returns true where the user comes, false where the user leaves, and `nil` where nothing changes.
  mutating func follow(_ notification: SystemNotification) -> Bool? {
    let before = isForeground
    switch notification {
    case .sceneComes(let scene):
      visible.insert(scene)
      isForeground = true
    case .sceneLeaves(let scene):
      // A scene that never came, such as one that the system restores in the background, changes nothing when it
      // leaves.
      if visible.remove(scene) != nil, visible.isEmpty { isForeground = false }
    case .appComes: isForeground = true
    case .appLeaves: (visible, isForeground) = ([], false)
    }
    return isForeground == before ? nil : isForeground
  }
}
