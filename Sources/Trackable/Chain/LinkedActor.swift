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
  /// The link that is checked next.
  private(set) var cursor: Unmanaged<Link>?
  private(set) var count = 0
  private var checkedGeneration: UInt64 = 0
  private var unchecked = 0
  /// Whether the actor is known to be gone.
  var isDissolved = false

  init(_ reference: ActorReference?) { self.reference = reference }

  /// The links before and after one in its ring.
  // Invariant: all links of a ring are in the table, which retains them. Not `unowned(unsafe)`, which retains and releases
  // at every use.
  struct Neighbours {
    var previous: Unmanaged<Link>
    var next: Unmanaged<Link>
  }

  func insert(_ link: Link) {
    count += 1
    // Sound: see `Neighbours`.
    let new = Unmanaged.passUnretained(link)
    guard let next = cursor, let previous = next.ring?.previous else {
      cursor = new
      return new.ring = Neighbours(previous: new, next: new)
    }
    // Behind the cursor: checked last.
    new.ring = Neighbours(previous: previous, next: next)
    previous.ring?.next = new
    next.ring?.previous = new
  }

  func remove(_ link: Link) {
    guard let neighbours = link.ring else { return }
    count -= 1
    link.ring = nil
    if count == 0 { return cursor = nil }
    neighbours.previous.ring?.next = neighbours.next
    neighbours.next.ring?.previous = neighbours.previous
    // Sound: compares addresses only.
    if cursor?.toOpaque() == Unmanaged.passUnretained(link).toOpaque() { cursor = neighbours.next }
  }

  /// Whether the next link may have a step of an earlier generation: once round after each new generation.
  func mayHaveOutdatedSteps(_ generation: UInt64) -> Bool {
    if checkedGeneration != generation { (checkedGeneration, unchecked) = (generation, count) }
    if unchecked == 0 { return false }
    unchecked -= 1
    return true
  }

  /// Moves on to the next link.
  func advance() { cursor = cursor?.ring?.next }
}

// Sound: used for links of a ring only, see `LinkedActor.Neighbours`.
extension Unmanaged<Link> {
  /// The neighbours of the link.
  fileprivate var ring: LinkedActor.Neighbours? {
    @inline(__always) get { _withUnsafeGuaranteedRef { $0.ring } }
    @inline(__always) nonmutating set { _withUnsafeGuaranteedRef { $0.ring = newValue } }
  }
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
    let identity = ObjectIdentifier(actor)
    // It lives for ever, so its identity is enough.
    if main.reference?.identity == identity { return main }
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
    }
    let fresh = LinkedActor(ActorReference(actor))
    var exchanged: LinkedActor? = fresh
    table.exchange(&exchanged, at: bits, hash: hash)
    list.append(fresh)
    last = fresh
    return fresh
  }

  /// Links that lost their actor because another one has taken its address.
  private var dissolvedByReuse = 0

  /// Checks whether one actor is gone, other than the one where the caller runs. Returns how many links no call checks
  /// any more, and the actor if it exists: this may be the last reference to it, which must not be released under a lock.
  mutating func dissolveOne(besides current: LinkedActor?) -> (dissolved: Int, living: (any Actor)?) {
    var dissolved = dissolvedByReuse
    dissolvedByReuse = 0
    guard let actor = next(besides: current) else { return (dissolved, nil) }
    if !actor.isDissolved {
      if let living = actor.reference?.actor { return (dissolved, living) }
      dissolved += actor.dissolve()
      if let bits = actor.reference.map({ UInt(bitPattern: $0.identity) }) {
        _ = table.remove(at: bits, hash: AddressHash.of(bits))
      }
    }
    list.swapAt(cursor, list.count - 1)
    list.removeLast()
    if last === actor { last = nil }
    return (dissolved, nil)
  }

  private mutating func next(besides current: LinkedActor?) -> LinkedActor? {
    for _ in 0..<min(list.count, 2) {
      cursor = (cursor + 1) % list.count
      if list[cursor] !== current { return list[cursor] }
    }
    return nil
  }
}

extension LinkedActor {
  /// Notes that the actor is gone. Returns how many links it had.
  fileprivate func dissolve() -> Int {
    isDissolved = true
    return count
  }
}
