/// A name with everything that is derived from it once: what a key or an event refers to instead of a string.
///
/// Entries of static names (a type path and a case) are interned by ``NameTable`` and live for ever, so they are
/// compared by address and copied without reference counting: a count shared by all threads would make them wait for
/// each other. Entries of dynamic names live as long as the ``PropertyKey`` that made them.
final class NameEntry: Sendable {
  let name: String
  /// The last component of the name: `User` for the type `App.Events.User`. Empty for dynamic names.
  let simpleName: String
  /// The component before it: `Events` for the type `App.Events.User`. Empty for dynamic names.
  let enclosingName: String
  let hash: Int
  let isInterned: Bool

  init(dynamic name: String) {
    self.name = name
    self.simpleName = ""
    self.enclosingName = ""
    self.hash = name.hashValue
    self.isInterned = false
  }

  init(interning name: String) {
    let components = name.split(separator: ".").suffix(2).map(String.init)
    self.name = name
    self.simpleName = components.last ?? name
    self.enclosingName = components.first ?? name
    self.hash = name.hashValue
    self.isInterned = true
  }

  /// One bit of 64, the same for equal names: a cheap "certainly not seen yet" in front of a search.
  var filterBit: UInt64 { 1 &<< (UInt64(truncatingIfNeeded: hash) &>> 7 & 63) }
}
