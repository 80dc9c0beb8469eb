/// A name, and everything derived from it, computed once. Keys and events refer to it instead of to a string.
///
/// Entries of static names (a type path and a case) are interned by ``NameTable`` and live for ever. So they are
/// compared by address, and copied without reference counting, for which threads would contend. Entries of dynamic
/// names live as long as the ``PropertyKey`` that made them.
// Visible to inlined code that reads the name of a key. Benchmarks: depth 4.
@usableFromInline
final class NameEntry: Sendable {
  @usableFromInline let name: String
  /// The last component of the name: `User` for the type `App.Events.User`. Empty for dynamic names.
  let simpleName: String
  /// The component before it: `Events` for the type `App.Events.User`. Empty for dynamic names.
  let enclosingName: String
  let hash: Int
  /// The hash of the name under which the key was written.
  let identityHash: Int
  /// One bit of 62, chosen by the hash: a set of them tells cheaply that a key is certainly not there. For a key with
  /// traits, ``specialBit`` as well: so a set of them also tells whether any key has traits. For a destination's spelling,
  /// all of the 62 and ``spelledBit``, because such a key is found by two names.
  let filterBit: UInt64
  /// What the key's type says about it. A destination's spelling changes nothing about that.
  let traits: _KeyTraits
  let isInterned: Bool
  /// Where the name comes from, if it is a destination's spelling of another one.
  let spelling: Spelling?

  /// A destination's spelling of a name.
  final class Spelling: Sendable {
    /// The entry of the name with which the key was written.
    let origin: NameEntry
    /// The style that made the spelling, and the entry from which it did; `nil` if the name was given for this key only.
    let style: (names: SpelledNames, before: NameEntry)?
    /// What the key is called where nested properties are flattened, if it was stored with it: no style is stored that
    /// could spell it.
    let composed: String?

    init(of origin: NameEntry, style: (names: SpelledNames, before: NameEntry)?, composed: String? = nil) {
      self.origin = origin
      self.style = style
      self.composed = composed
    }
  }

  /// A name that is not interned: a plain string, or a destination's spelling.
  init(dynamic name: String, spelling: Spelling? = nil, traits: _KeyTraits = _KeyTraits()) {
    self.name = name
    self.simpleName = ""
    self.enclosingName = ""
    self.hash = name.hashValue
    self.identityHash = spelling?.origin.hash ?? hash
    self.traits = spelling?.origin.traits ?? traits
    self.filterBit =
      spelling == nil
      ? Self.filterBit(of: identityHash, self.traits)
      : ~Self.specialBit | (self.traits.isEmpty ? 0 : Self.specialBit)
    self.isInterned = false
    self.spelling = spelling
  }

  /// A name that lives for ever. Pass its components where they are known, because one of them may itself contain a
  /// dot.
  init(interning name: String, components: [String]? = nil, traits: _KeyTraits = _KeyTraits()) {
    let components = components ?? name.split(separator: ".").map(String.init)
    self.name = name
    self.simpleName = components.last ?? name
    self.enclosingName = components.suffix(2).first ?? name
    self.hash = name.hashValue
    self.identityHash = hash
    self.traits = traits
    self.filterBit = Self.filterBit(of: hash, traits)
    self.isInterned = true
    self.spelling = nil
  }

  /// The entry of the name with which the key was written.
  var written: NameEntry { spelling?.origin ?? self }

  static var specialBit: UInt64 { 1 &<< 63 }
  static var spelledBit: UInt64 { 1 &<< 62 }

  private static func filterBit(of hash: Int, _ traits: _KeyTraits) -> UInt64 {
    1 &<< min(61, UInt64(truncatingIfNeeded: hash) &>> 7 & 63) | (traits.isEmpty ? 0 : specialBit)
  }
}
