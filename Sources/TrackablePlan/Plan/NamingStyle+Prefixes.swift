import Trackable

extension NamingStyle {
  /// The prefixes that the style drops, and that begin none of `names`.
  func unusedPrefixes(among names: [IdentifierName]) -> [String] {
    var (unused, names): ([String], [IdentifierName]) = ([], names)
    for step in names.isEmpty ? [] : steps {
      if case .droppingPrefix(let prefix) = step, !names.contains(where: { $0.text.hasPrefix(prefix) }) {
        unused.append(prefix)
      }
      names = names.map { step($0) }
    }
    return unused
  }
}
