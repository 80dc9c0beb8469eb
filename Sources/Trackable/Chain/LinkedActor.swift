/// An actor on which links were made, and those links, which only calls on that actor check.
///
/// To check whether an object is gone takes a strong reference for a moment, which can turn out to be the last. So a link
/// is checked only by calls on the actor on which it was made. The actor is not kept alive. When it is gone, no call
/// checks its links: what it owned may be released at this very moment, on another thread.
///
/// Invariant behind `@unchecked Sendable`: the variables are accessed only under the lock of the table's structure.
final class LinkedActor: @unchecked Sendable {
  /// `nil` for the ring of objects that are actors themselves, which may be released anywhere.
  let reference: ActorReference?
  /// The link that is checked next, and how many there are: a ring.
  // Invariant: in the table, which retains it.
  private(set) unowned(unsafe) var cursor: Link?
  private(set) var count = 0
  private var checkedGeneration: UInt64 = 0
  private var unchecked = 0
  /// Whether the actor is known to be gone.
  var isDissolved = false

  init(_ reference: ActorReference?) { self.reference = reference }

  func insert(_ link: Link) {
    count += 1
    guard let cursor else {
      (link.nextInRing, link.previousInRing) = (link, link)
      return self.cursor = link
    }
    // Behind the cursor: checked last.
    link.nextInRing = cursor
    link.previousInRing = cursor.previousInRing
    cursor.previousInRing?.nextInRing = link
    cursor.previousInRing = link
  }

  func remove(_ link: Link) {
    count -= 1
    if cursor === link { cursor = link.nextInRing === link ? nil : link.nextInRing }
    link.previousInRing?.nextInRing = link.nextInRing
    link.nextInRing?.previousInRing = link.previousInRing
    (link.nextInRing, link.previousInRing) = (nil, nil)
  }

  /// Whether the next link may have a step of an earlier generation: once round after each new generation.
  func mayHaveOutdatedSteps(_ generation: UInt64) -> Bool {
    if checkedGeneration != generation { (checkedGeneration, unchecked) = (generation, count) }
    if unchecked == 0 { return false }
    unchecked -= 1
    return true
  }

  /// Moves on to the next link.
  func advance() { cursor = cursor?.nextInRing }
}

/// All actors on which links were made.
struct LinkedActors: ~Copyable {
  private var table = AddressTable<LinkedActor>()
  /// The same in no particular order, to look at one after the other.
  private var list: [LinkedActor] = []
  private var cursor = 0
  private let main = LinkedActor(.main)
  /// The one that was asked for last: mostly the one that is asked for next.
  private var last: LinkedActor?

  /// The record of an actor, which is made if there is none.
  mutating func record(of actor: any Actor) -> LinkedActor {
    if actor === MainActor.shared { return main }
    let identity = ObjectIdentifier(actor)
    // The caller runs on the actor, so the reference that is loaded here is never the last one.
    if let last, last.reference?.isHere(actor) == true { return last }
    let bits = UInt(bitPattern: identity)
    let hash = AddressHash.of(bits)
    if let known = table.value(at: bits, hash: hash) {
      if known.reference?.isHere(actor) == true {
        last = known
        return known
      }
      dissolvedByReuse += known.dissolve()
      _ = table.remove(at: bits, hash: hash)
    }
    let fresh = LinkedActor(ActorReference(actor))
    table.insert(fresh, at: bits, hash: hash)
    list.append(fresh)
    last = fresh
    return fresh
  }

  /// Links that lost their actor because another one has taken its address.
  private var dissolvedByReuse = 0

  /// Checks whether one actor is gone. Returns how many links no call checks any more.
  mutating func dissolveOne(_ released: inout ChainTable.Released) -> Int {
    var dissolved = dissolvedByReuse
    dissolvedByReuse = 0
    if list.isEmpty { return dissolved }
    cursor = (cursor + 1) % list.count
    let actor = list[cursor]
    if !actor.isDissolved {
      guard let reference = actor.reference, reference.isGone({ released.hold($0) }) else { return dissolved }
      dissolved += actor.dissolve()
      let bits = UInt(bitPattern: reference.identity)
      _ = table.remove(at: bits, hash: AddressHash.of(bits))
    }
    list.swapAt(cursor, list.count - 1)
    list.removeLast()
    if last === actor { last = nil }
    return dissolved
  }
}

extension LinkedActor {
  /// Notes that the actor is gone. Returns how many links it had.
  fileprivate func dissolve() -> Int {
    isDissolved = true
    return count
  }
}
