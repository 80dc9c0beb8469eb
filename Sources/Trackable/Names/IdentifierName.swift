/// The name of an event, a user property or a key, with the positions of the dots between the components of its type's
/// path. A ``NamingStyle`` may drop components at these dots.
///
/// Only the library writes such dots. The positions do not include dots in text that an adopter wrote: the raw value of
/// a case, a declared `name`, or a plain string as a key. So a style drops whole components of a path, and nothing
/// else.
package struct IdentifierName: Sendable, Hashable {
  package let text: String
  /// The positions of the dots, in bytes of UTF-8.
  let dots: [Int]
}

extension IdentifierName {
  /// Creates a name that an adopter wrote, which has no path.
  package init(written text: String) { self.init(text: text, dots: []) }

  /// Creates a name that consists of a path only.
  package init(path text: String) { self.init(text: text, dots: Self.dots(in: text)) }

  static func dots(in text: String) -> [Int] {
    var text = text
    return text.withUTF8 { bytes in bytes.indices.filter { bytes[$0] == UInt8(ascii: ".") } }
  }

  /// The components of the path.
  var components: [String] {
    var start = 0
    return (dots + [text.utf8.count]).map { end in
      defer { start = end + 1 }
      return text.slice(start, end)
    }
  }
}

// MARK: - Cutting

extension IdentifierName {
  /// The part of the name that begins at the given byte; the whole name if that part is empty.
  func suffix(from start: Int) -> IdentifierName {
    let count = text.utf8.count
    return start >= count
      ? self : IdentifierName(text: text.slice(start, count), dots: dots.compactMap { $0 < start ? nil : $0 - start })
  }

  /// Returns the name after a function has changed its text. If the function has not changed the last component, the
  /// result still has this component.
  func respelled(_ spell: (String) -> String) -> IdentifierName {
    let spelled = spell(text)
    guard let end = dots.last else { return IdentifierName(written: spelled) }
    let (count, start) = (text.utf8.count, spelled.utf8.count - text.utf8.count + end)
    guard count - end > 1, start >= 0, Substring(spelled.utf8.dropFirst(start)) == Substring(text.utf8.dropFirst(end))
    else {
      return IdentifierName(path: spelled)
    }
    return IdentifierName(text: spelled, dots: Self.dots(in: spelled.slice(0, start)) + [start])
  }
}

// MARK: - Nesting

extension IdentifierName {
  /// Joins this name to the name of the property that contains it, for a destination that flattens nested properties.
  /// If both names begin with the same path, the result has this path once.
  ///
  /// - `App.Keys.Details.year` inside `App.Keys.album` is `App.Keys.album.Details.year`
  /// - `year` inside `App.Keys.album` is `App.Keys.album.year`
  ///
  /// The name always keeps its last component. If an adopter wrote the outer name, styles do not drop components of the
  /// nested name.
  package func inside(
    _ outer: IdentifierName, by composition: NamingStyle.Composition = .withoutSharedPath
  ) -> IdentifierName {
    let end = outer.text.utf8.count
    // The number of bytes up to the end of the last component that both names share.
    let equal = text.bytes(sharedWith: outer.text)
    let isBelow = equal == end && text.utf8.dropFirst(end).first == UInt8(ascii: ".")
    var shared = isBelow ? end + 1 : text.components(among: equal)
    switch composition {
    case .withoutSharedPath: break
    case .withoutOverlap: shared += suffix(from: shared).overlap(with: outer)
    case .whole: shared = 0
    }
    return IdentifierName(
      text: outer.text + "." + text.slice(shared, text.utf8.count),
      dots: outer.dots.isEmpty
        ? [] : outer.dots + [end] + dots.compactMap { $0 < shared ? nil : $0 - shared + end + 1 })
  }
}

extension IdentifierName {
  /// The number of bytes at the beginning that are also the last components of `outer`, including the dot behind them.
  /// The last component is never counted.
  private func overlap(with outer: IdentifierName) -> Int {
    let (own, ends) = (components, outer.components)
    let most = min(own.count - 1, ends.count)
    guard let count = (0...most).last(where: { ends.suffix($0).elementsEqual(own.prefix($0)) }) else { return 0 }
    return own.prefix(count).reduce(0) { $0 + $1.utf8.count + 1 }
  }

  /// This name with `other` in place of the `outer` at its beginning; `nil` if the name does not begin with `outer`.
  func moved(from outer: IdentifierName, to other: IdentifierName) -> IdentifierName? {
    if outer == other { return self }
    let start = outer.text.utf8.count
    guard text.bytes(sharedWith: outer.text) == start, text.utf8.count > start else { return nil }
    let rest = suffix(from: start)
    let end = other.text.utf8.count
    return IdentifierName(
      text: other.text + rest.text, dots: other.dots.isEmpty ? [] : other.dots + rest.dots.map { $0 + end })
  }
}

extension String {
  /// The text between two positions, which count bytes.
  @inline(never) func slice(_ start: Int, _ end: Int) -> String { String(Substring(utf8.prefix(end).dropFirst(start))) }

  /// The number of the first bytes that are whole components, including the dot behind the last component.
  fileprivate func components(among count: Int) -> Int {
    var text = self
    return text.withUTF8 { $0[..<count].lastIndex(of: UInt8(ascii: ".")).map { $0 + 1 } ?? 0 }
  }

  /// The number of bytes at the beginning that both texts share.
  func bytes(sharedWith other: String) -> Int {
    var (own, other) = (self, other)
    return own.withUTF8 { own in
      other.withUTF8 { other in
        var count = 0
        while count < min(own.count, other.count), own[count] == other[count] { count += 1 }
        return count
      }
    }
  }
}
