import Trackable

extension TrackingPlan {
  /// A statement of one plan that another plan does not make.
  package struct Difference: Sendable, Hashable, CustomStringConvertible {
    /// The kinds of differences.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
      /// A name is gone, and a new one is like it: probably the same thing.
      case renamed
      /// A name is gone.
      case removed
      /// A thing has another type, or differs in another respect.
      case changed
      /// A name is new.
      case added
    }

    /// The kind of difference.
    package let kind: Kind
    /// The item, a renamed one under its old name. Of a property, that of each event that has it.
    fileprivate(set) var items: [PlanItem]
    /// The destination that spells it otherwise.
    var destination: String?
    let change: String
    /// Whether it affects nothing that a dashboard knows: a new name, or a property that is now always there.
    package var isAddition = false

    /// The difference as a sentence.
    package var description: String {
      let events = items.compactMap(\.event).map { "'\($0)'" }.joined(separator: ", ")
      return subject + (events.isEmpty ? "" : " of \(events)") + " \(change)"
    }

    fileprivate var subject: String { items[0].description + (destination.map { " for '\($0)'" } ?? "") }
  }

  /// How this plan differs from an earlier one, each difference once: first names that were renamed, removed and
  /// changed, then those that were added. A property of several events that differs in the same way is one difference.
  package func differences(from earlier: TrackingPlan) -> [Difference] {
    PlanComparison(from: earlier, to: self).differences
  }
}

/// The comparison of two plans.
struct PlanComparison {
  /// The new names, by the old ones.
  let renamedEvents: [String: String]
  let renamedUserProperties: [String: String]
  /// Keys by themselves: one that was renamed was renamed on every path.
  let renamedKeys: [String: String]
  private(set) var differences: [TrackingPlan.Difference] = []
  /// The place of each difference in the list.
  private var places: [String: Int] = [:]

  init(from earlier: TrackingPlan, to later: TrackingPlan) {
    func guess(_ names: (TrackingPlan) -> Set<String>) -> [String: String] {
      let (old, new) = (names(earlier), names(later))
      return DottedName.newNames(gone: old.subtracting(new), new: new.subtracting(old))
    }
    renamedEvents = guess { Set($0.events.keys) }
    renamedUserProperties = guess(\.userPropertyNames)
    renamedKeys = guess(\.keyNames)
    for (kind, names, naming) in [
      (PlanItem.Kind.event, renamedEvents, DottedName.Origin.Kind?.none),
      (.userProperty, renamedUserProperties, nil), (.path, renamedKeys, .rawValue),
    ] {
      for (old, new) in names.inOrder {
        let pin = DottedName.pinning(old, new, later.events[new]?.naming.kind ?? naming)
        let advice = "a rename breaks dashboards; pin the old path or accept. \(pin)"
        add(
          .init(kind: .renamed, items: [PlanItem(kind: kind, name: old)], change: "is gone, '\(new)' is new: \(advice)")
        )
      }
    }

    let (old, new) = (earlier.facts, later.facts)
    let destinations = earlier.destinations.keys.filter { later.destinations[$0] != nil }.sorted()
    // What each item was called.
    let origins = Dictionary(old.keys.map { (renamed($0), $0) }, uniquingKeysWith: { first, _ in first })
    for item in origins.keys.sorted() where new[item] == nil && item.standsAlone(where: { new[$0] != nil }) {
      add(.init(kind: .removed, items: [item], change: "is gone"))
    }
    for item in new.keys.sorted() {
      guard let origin = origins[item], let old = old[origin], let new = new[item] else { continue }
      for (was, now) in zip(old.texts, new.texts) where was != now {
        let isAddition = now == PlanFacts.always
        add(.init(kind: .changed, items: [item], change: "was \(was), is \(now)", isAddition: isAddition))
      }
      // A name that was renamed is spelled otherwise, and a new destination spells all of them.
      for destination in item == origin ? destinations : [] {
        let (was, now) = (old.spellings[destination], new.spellings[destination])
        if was == now { continue }
        let change = "was \(was.map { "'\($0)'" } ?? "missing"), is \(now.map { "'\($0)'" } ?? "missing")"
        add(.init(kind: .changed, items: [item], destination: destination, change: change))
      }
    }
    for item in new.keys.sorted() where origins[item] == nil && item.standsAlone(where: { origins[$0] != nil }) {
      add(.init(kind: .added, items: [item], change: "is new", isAddition: true))
    }
  }

  /// Adds a difference. The same of several events is one, where it comes first.
  private mutating func add(_ difference: TrackingPlan.Difference) {
    let sentence = "\(difference.kind) \(difference.subject) \(difference.change)"
    if difference.items[0].event != nil, let place = places[sentence] {
      differences[place].items += difference.items
    } else {
      places[sentence] = differences.count
      differences.append(difference)
    }
  }

  /// The item under its new name.
  private func renamed(_ item: PlanItem) -> PlanItem {
    func now(_ event: String) -> String { renamedEvents[event] ?? event }
    let name =
      switch item.kind {
      case .event: now(item.name)
      case .note: renamedKeys[item.name] ?? now(item.name)
      case .destination: item.name
      default:
        PropertyPath(text: item.name).renaming(
          renamedKeys, item.kind == .userProperty ? renamedUserProperties : item.kind == .group ? [:] : nil
        ).text
      }
    return PlanItem(kind: item.kind, name: name, event: item.event.map(now))
  }
}
