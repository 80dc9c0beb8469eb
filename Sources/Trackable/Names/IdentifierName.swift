/// A name, and where a style may cut it: between its components, which dots join.
///
/// A path has one component for each type on it. A written name is one component, whatever is in it: the raw value of a
/// case, a declared `name`, a plain string that is a key. So a style drops whole components of a path, and nothing else.
package struct IdentifierName: Sendable, Hashable {
  package let text: String
  /// The components; none for a written name, which needs no list for its only one.
  let path: [String]

  // The text says nearly all.
  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension IdentifierName {
  init(_ components: [String]) {
    self.init(text: components.joined(separator: "."), path: components)
  }

  /// A name that the adopter wrote.
  package init(written text: String) { self.init(text: text, path: []) }

  /// A name that is a path from beginning to end.
  package init(path text: String) { self.init(text: text, path: text.parts) }

  var components: [String] { path.isEmpty ? [text] : path }
}

// MARK: - Cutting

extension IdentifierName {
  /// The name without a prefix, and without the dot behind it, if it begins so and its last component stays whole.
  func dropping(_ prefix: String) -> IdentifierName {
    guard let last = path.last, text.hasPrefix(prefix) else { return self }
    let end = text.prefix(prefix.count).utf8.count
    return end <= text.utf8.count - last.utf8.count ? dropping(end) : self
  }

  /// The name without some bytes at its beginning. The dot behind them goes, too.
  @inline(never) func dropping(_ count: Int) -> IdentifierName {
    var (rest, left) = (components, count)
    while left > 0, rest.count > 1, left >= rest[0].utf8.count { left -= min(left, rest.removeFirst().utf8.count + 1) }
    rest[0] = String(Substring(rest[0].utf8.dropFirst(left)))
    return IdentifierName(rest)
  }

  /// The name as a function of its text spells it. If the last component was left alone, it stays one.
  @inline(never) func respelled(_ spell: (String) -> String) -> IdentifierName {
    let (spelled, end) = (spell(text), "." + (components.last ?? ""))
    if components.count == 1 { return IdentifierName(written: spelled) }
    guard end != ".", spelled.hasSuffix(end) else { return IdentifierName(path: spelled) }
    return IdentifierName(String(spelled.dropLast(end.count)).parts + components.suffix(1))
  }
}

// MARK: - Nesting

extension IdentifierName {
  /// The name of a property inside another one, where nested properties are flattened: without the path that both begin
  /// with.
  ///
  /// - `App.Keys.Details.year` inside `App.Keys.album` is `App.Keys.album.Details.year`
  /// - `year` inside `App.Keys.album` is `App.Keys.album.year`
  ///
  /// At least the last component stays. Styles do not cut a name inside a written one.
  package func inside(
    _ outer: IdentifierName, by composition: NamingStyle.Composition = .withoutSharedPath
  ) -> IdentifierName {
    var rest = self
    if composition != .whole {
      let own = text.parts
      let shared = zip(own.dropLast(), outer.text.parts).prefix { $0 == $1 }
      rest = dropping(shared.reduce(0) { $0 + $1.0.utf8.count + 1 })
    }
    if composition == .withoutOverlap {
      let (own, ends) = (rest.components, outer.components)
      let count = own.indices.last { ends.suffix($0).elementsEqual(own.prefix($0)) } ?? 0
      rest = IdentifierName(Array(own.dropFirst(count)))
    }
    return outer.components.count == 1
      ? IdentifierName(written: outer.text + "." + rest.text) : IdentifierName(outer.components + rest.components)
  }

  /// This name with `other` in place of `outer` at its beginning; `nil` if it does not begin with `outer`.
  func moved(from outer: IdentifierName, to other: IdentifierName) -> IdentifierName? {
    if outer == other { return self }
    let start = outer.text + "."
    return text.hasPrefix(start) ? dropping(start.utf8.count).inside(other, by: .whole) : nil
  }
}

extension String {
  /// The parts between the dots.
  var parts: [String] {
    @inline(never) get {
      utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map { String(Substring($0)) }
    }
  }
}
