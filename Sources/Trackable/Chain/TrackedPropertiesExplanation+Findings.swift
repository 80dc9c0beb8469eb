extension TrackedPropertiesExplanation {
  /// What a walk has found that keeps its parts.
  init(_ found: Findings) {
    var places: [(TrackedProperties?, PropertySource)] = []
    var (elsewhere, unread): ([PropertySource], [PropertySource]) = ([], [])
    for part in found.parts ?? [] {
      switch part {
      case .properties(let properties, let source): places.append((properties, source))
      case .deferred(let read): elsewhere.append(read.source)
      case .unread(let failure) where !failure.isMissing: break
      case .unread(let failure):
        unread.append(failure.source)
        places.append((nil, failure.source))
      }
    }
    self.init(places, elsewhere: elsewhere, unread: unread)
  }
}
