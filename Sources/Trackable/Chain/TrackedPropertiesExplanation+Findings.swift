extension TrackedPropertiesExplanation {
  /// What a walk has found that keeps its parts.
  init(_ found: Findings) {
    self.init()
    for part in found.parts ?? [] {
      switch part {
      case .properties(let properties, let source): add(properties, from: source)
      case .deferred(let read): addElsewhere(read.source)
      case .unread(let failure) where !failure.isMissing: break
      case .unread(let failure):
        addUnread(failure.source)
        addUnreadPlace()
      }
    }
  }
}
