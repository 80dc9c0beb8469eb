/// A name with everything that is derived from it once: what a key or an event refers to instead of a string.
///
/// Entries of static names (a type path and a case) are interned by ``NameTable`` and live for ever, so they are
/// compared by address and copied without reference counting: a count shared by all threads would make them wait for
/// each other. Entries of dynamic names live as long as the ``PropertyKey`` that made them.
// Known to inlined code that reads the name of a key. Benchmarks: depth 4.
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
  /// One bit of 64, the same for the same key: a cheap "certainly not seen yet" in front of a search.
  let filterBit: UInt64
  let isInterned: Bool
  /// The entry under whose name the key was written, where a destination spells it in another way.
  let origin: NameEntry?

  /// A name that is nobody's case: a plain string, or the new spelling of `origin`.
  init(dynamic name: String, origin: NameEntry? = nil) {
    self.name = name
    self.simpleName = ""
    self.enclosingName = ""
    self.hash = name.hashValue
    self.identityHash = origin?.hash ?? hash
    self.filterBit = Self.filterBit(of: identityHash)
    self.isInterned = false
    self.origin = origin
  }

  /// A name that lives for ever. Who knows its components says so: one of them may itself have a dot in it.
  init(interning name: String, components: [String]? = nil) {
    let components = components ?? name.split(separator: ".").map(String.init)
    self.name = name
    self.simpleName = components.last ?? name
    self.enclosingName = components.suffix(2).first ?? name
    self.hash = name.hashValue
    self.identityHash = hash
    self.filterBit = Self.filterBit(of: hash)
    self.isInterned = true
    self.origin = nil
  }

  private static func filterBit(of hash: Int) -> UInt64 { 1 &<< (UInt64(truncatingIfNeeded: hash) &>> 7 & 63) }
}
