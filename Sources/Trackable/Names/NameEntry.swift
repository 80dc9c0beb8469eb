/// A name, and everything derived from it, computed once. Keys and events refer to it instead of to a string.
///
/// Entries of static names (a type path and a case) are interned by ``NameTable`` and live for ever. So they are
/// compared by address, and copied without reference counting, for which threads would contend. Entries of dynamic
/// names live as long as the ``PropertyKey`` that made them.
// Visible to inlined code that reads the name of a key. Benchmarks: depth 4.
@usableFromInline
final class NameEntry: Sendable {
  @usableFromInline let name: String
  /// See ``IdentifierName/dots``.
  let dots: [Int]
  let hash: Int
  /// One bit of 64, chosen by the hash: a set of them tells cheaply that a key is certainly not there.
  let filterBit: UInt64
  /// What the key's type says about it.
  let traits: KeyTraits
  /// Whether that is anything.
  @usableFromInline let hasTraits: Bool
  /// What the key is called where nested properties are flattened, if a destination spells it.
  let composed: ComposedSpelling?

  /// What a destination calls a key that is inside another one.
  struct ComposedSpelling: Sendable {
    let name: IdentifierName
    /// What it calls the key around it. The spelling does not hold inside another one.
    let outer: String
  }

  init(
    _ name: IdentifierName, traits: KeyTraits = KeyTraits(), composed: ComposedSpelling? = nil
  ) {
    self.name = name.text
    self.dots = name.dots
    self.hash = name.text.hashValue
    self.traits = traits
    self.hasTraits = traits.isSensitive || traits.identifyingKey != nil
    self.filterBit = 1 &<< (UInt64(truncatingIfNeeded: hash) &>> 7)
    self.composed = composed
  }

  /// A component of a path, counted from the end; the first one if there are not so many.
  func component(fromEnd index: Int) -> String {
    let place = max(0, dots.count - index)
    let end = place < dots.count ? dots[place] : name.utf8.count
    return String(Substring(name.utf8.prefix(end).dropFirst(place == 0 ? 0 : dots[place - 1] + 1)))
  }
}
