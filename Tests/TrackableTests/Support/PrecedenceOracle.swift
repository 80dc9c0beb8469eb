import Trackable

/// The law of precedence said once more, as naively as possible: dictionaries, loops, and nothing of the library but
/// the values.
///
/// For one key the first of these ranks wins: the call site, the event, the object's link, the object itself, then
/// link and self of each ancestor, nearest first, then the context that the last one hangs from, then the task's
/// scopes, innermost first, then the root and its ancestors in the same way, unless the chain led there, then the
/// defaults. The delivered order is that of the ranks, and inside a rank the order
/// written. An object that is gone computes nothing, and that is a place that could not be read; its link and its parent stay.
///
/// Entities do not mix: the nearest identity wins, and the properties of another one are left out. A place whose thing has
/// no ID yet has an identity that no other place has.
struct PrecedenceOracle {
  /// What one place says.
  struct Said: Sendable {
    /// The entity is the name of its identifying key.
    var values: [(name: String, entity: String?, value: TrackedValue)] = []
    /// The entities whose thing has no ID yet: their identifying key is given as `nil` beside another key of theirs.
    var withoutID: Set<String> = []
    /// The names that were given more than one value.
    var doubled: Set<String> = []

    /// The same after the report of doubled keys.
    var reported: Said { Said(values: values, withoutID: withoutID) }
  }

  /// Trackers that were set in one place, by number.
  struct Trackers: Sendable, Hashable {
    var base: Int?
    var added: Int?
    /// Which place that was. An event may pass it twice: on a link, and in a context that was made of it.
    var place: Int?
  }

  struct Link {
    var said: Said
    var parent: Int?
    var context: Context?
    var trackers: Trackers
  }

  struct Object {
    var computed: Said
    var isAlive = true
    /// Whether the app has it. The root lives on without.
    var isOwned = true
    var link: Link?
    var computedParent: Int?

    /// The link's properties stay when the object is gone.
    var trackers: Trackers { link?.trackers ?? Trackers() }
  }

  /// Nearest first.
  struct Context {
    /// `nil` for what could not be read when the context was made.
    var steps: [(said: Said?, trackers: Trackers, isLive: Bool)] = []

    func appending(_ said: Said, _ trackers: Trackers = Trackers(), isLive: Bool = false) -> Context {
      Context(steps: [(said, trackers, isLive)] + steps)
    }

    /// Where what could not be read would be. A step that never says anything is none.
    func unread(from distance: Int) -> [Int] {
      steps.filter { $0.isLive || $0.said?.values.isEmpty != true }.enumerated().compactMap { number, step in
        step.said == nil ? distance + number : nil
      }
    }
  }

  private var placeCount = 0
  var objects: [Int: Object] = [:]
  var contexts: [Int: Context] = [:]
  var defaults = Said()
  var root: Int?

  mutating func release(_ object: Int) {
    objects[object]?.isOwned = false
    if object != root { objects[object]?.isAlive = false }
  }

  /// The system keeps its root alive, and only that.
  mutating func setRoot(_ object: Int?) {
    if let root, root != object, objects[root]?.isOwned == false { objects[root]?.isAlive = false }
    root = object
  }

  /// `nil` says nothing; of two values for one name the later counts, where the first one was.
  static func said(_ written: [(name: String, entity: String?, value: TrackedValue?)]) -> Said {
    var said = Said()
    for (name, entity, value) in written {
      guard let value else { continue }
      if let index = said.values.firstIndex(where: { $0.name == name }) {
        said.values[index] = (name, entity, value)
        said.doubled.insert(name)
      } else {
        said.values.append((name, entity, value))
      }
    }
    for (name, _, value) in written where value == nil && !said.values.contains(where: { $0.name == name }) {
      if said.values.contains(where: { $0.entity == name }) { said.withoutID.insert(name) }
    }
    return said
  }

  /// The trackers of a new place.
  mutating func placed(_ trackers: Trackers) -> Trackers {
    placeCount += 1
    return Trackers(base: trackers.base, added: trackers.added, place: placeCount)
  }

  /// Links a child; answers whether the parent was refused, because it stands below the child.
  mutating func link(
    _ child: Int, to parent: Int?, context: Context? = nil, saying said: Said, trackers: Trackers
  ) -> Bool {
    var closesCycle = false
    var next = parent
    while let current = next {
      if current == child { closesCycle = true }
      next = objects[current]?.link?.parent
    }
    let old = objects[child]?.link
    let trackers = placed(trackers)
    objects[child]?.link = Link(
      said: said.reported, parent: closesCycle ? old?.parent : parent, context: closesCycle ? old?.context : context,
      trackers: trackers)
    return closesCycle
  }

  /// An object and its ancestors, nearest first, the context at the end, and the one to which the way led back.
  func lineage(of object: Int) -> (objects: [Int], context: Context?, cycle: Int?) {
    var lineage: [Int] = []
    var next: Int? = object
    while let current = next, let state = objects[current] {
      if lineage.contains(current) { return (lineage, nil, current) }
      lineage.append(current)
      if let context = state.link?.context { return (lineage, context, nil) }
      next = state.link?.parent
      if next == nil, state.isAlive, let computed = state.computedParent, objects[computed]?.isAlive == true {
        next = computed
      }
    }
    return (lineage, nil, nil)
  }
}
