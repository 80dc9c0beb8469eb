extension TrackedPropertiesExplanation {
  /// Creates an explanation from the findings of a walk that has kept its parts.
  init(_ found: Findings) {
    var (places, elsewhere): ([(TrackedProperties?, PropertySource)], [PropertySource]) = ([], [])
    for part in found.parts ?? [] {
      switch part.content {
      case .properties(let properties): places.append((properties, part.source))
      case .deferred: elsewhere.append(part.source)
      case .unread(.cycle), .live: break
      case .unread: places.append((nil, part.source))
      }
    }
    self.init(places, elsewhere: elsewhere)
  }
}
