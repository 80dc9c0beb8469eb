import Foundation

/// The earlier library's spelling of names and nested keys, for dashboards that still have such names.
struct EarlierSpelling: Sendable {
  var eventPrefix: String?
  var keyPrefix: String?
  var isSmart = true

  func event(_ name: String) -> String { name.replacing(eventPrefix ?? "", with: "", maxReplacements: 1) }
  func key(_ name: String) -> String { name.replacing(keyPrefix ?? "", with: "", maxReplacements: 1) }

  /// The key inside another key. The earlier library first dropped the letters with which both keys begin from the
  /// inner key, and then dropped each word that equals the word before it.
  func joined(_ outer: String, _ inner: String) -> String {
    guard isSmart else { return outer + "." + inner }
    let rest = inner.dropFirst(zip(outer, inner).prefix { $0 == $1 }.count)
    let words = (rest.isEmpty ? outer : outer + "." + rest).split(separator: ".", omittingEmptySubsequences: false)
    return words.reduce(into: [Substring]()) { if $0.last != $1 { $0.append($1) } }.joined(separator: ".")
  }

  /// The properties as one flat dictionary, by their spelled keys. The innermost keys of nested properties are joined
  /// first. The properties are in the order of their ranks, so the first of two properties with one name is the nearer
  /// property.
  func flat(_ properties: TrackedProperties) -> [String: AnyObject] {
    Dictionary(spelled(properties)) { first, _ in first }
  }

  private func spelled(_ properties: TrackedProperties) -> [(String, AnyObject)] {
    properties.flatMap { property in
      let key = key(property.key.name)
      if case .properties(let inner) = property.value { return spelled(inner).map { (joined(key, $0), $1) } }
      return [(key, withNSNull(property.value.plain) as AnyObject)]
    }
  }
}

/// A plain value with `NSNull` for null. Outside of Apple's systems, `plain` has a `TrackedValue` for null instead.
func withNSNull(_ plain: Any) -> Any {
  if plain is TrackedValue { return NSNull() }
  return (plain as? [any Sendable])?.map(withNSNull) ?? plain
}
