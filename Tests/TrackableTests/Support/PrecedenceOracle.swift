import Trackable

/// The law of precedence said once more, as naively as possible: dictionaries, loops, and nothing of the library but
/// the values.
///
/// For one key the first of these ranks wins: the call site, the event, the object's link, the object itself, then
/// link and self of each ancestor, nearest first, then the defaults. The delivered order is that of the ranks, and
/// inside a rank the order written. An object that is gone computes nothing; its link and what it was linked to stay.
struct PrecedenceOracle {
  /// What one place says.
  struct Said: Sendable {
    var values: [(name: String, value: TrackedValue)] = []
    /// The names that were given more than one value.
    var doubled: Set<String> = []
  }

  struct Link {
    var said: Said
    var parent: Int?
    var tracker: Int?
  }

  struct Object {
    var computed: Said
    var isAlive = true
    var link: Link?
  }

  var objects: [Int: Object] = [:]
  var defaults = Said()

  /// `nil` says nothing; of two values for one name the later counts, where the first one was.
  static func said(_ written: [(name: String, value: TrackedValue?)]) -> Said {
    var said = Said()
    for (name, value) in written {
      guard let value else { continue }
      if let index = said.values.firstIndex(where: { $0.name == name }) {
        said.values[index].value = value
        said.doubled.insert(name)
      } else {
        said.values.append((name, value))
      }
    }
    return said
  }

  /// Links a child; answers whether the parent was refused, because it stands below the child.
  mutating func link(_ child: Int, to parent: Int?, saying said: Said, tracker: Int?) -> Bool {
    let closesCycle = parent.map { lineage(of: $0).contains(child) } ?? false
    let kept = closesCycle ? objects[child]?.link?.parent : parent
    objects[child]?.link = Link(said: said, parent: kept, tracker: tracker)
    return closesCycle
  }

  /// An object and its ancestors, nearest first.
  func lineage(of object: Int) -> [Int] {
    var lineage = [object]
    while let parent = objects[lineage[lineage.count - 1]]?.link?.parent { lineage.append(parent) }
    return lineage
  }

  struct Delivery {
    var properties: [(name: String, value: TrackedValue)] = []
    var tracker: Int?
    /// The names for which a doubled value is reported.
    var doubled: Set<String> = []
  }

  func track(_ object: Int, site: Said, event: Said) -> Delivery {
    var delivery = Delivery()
    var ranks = [site, event]
    for ancestor in lineage(of: object) {
      guard let state = objects[ancestor] else { continue }
      if let link = state.link {
        // A link reports what is doubled in it when it is made.
        ranks.append(Said(values: link.said.values))
        delivery.tracker = delivery.tracker ?? link.tracker
      }
      if state.isAlive {
        ranks.append(state.computed)
      }
    }
    ranks.append(defaults)

    var winners: [String: TrackedValue] = [:]
    for rank in ranks {
      delivery.doubled.formUnion(rank.doubled)
      for (name, value) in rank.values where winners[name] == nil {
        winners[name] = value
        delivery.properties.append((name, value))
      }
    }
    return delivery
  }
}
