import Trackable

extension TrackingPlan {
  /// A difference between two plans, in one respect.
  package struct Difference: Sendable, Hashable, CustomStringConvertible {
    /// The kinds of differences.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
      /// A name is missing in the later plan, and a similar new name probably stands for the same thing.
      case renamed
      /// A name is missing in the later plan.
      case removed
      /// An event, a property or a user property has another type, or differs in another respect.
      case changed
      /// A name is new.
      case added
    }

    /// The kind of difference.
    package let kind: Kind
    /// The items that differ in this way, for example the same property of several events. A renamed item has its old
    /// name.
    fileprivate(set) var items: [PlanItem]
    let change: String
    /// Whether the difference affects no dashboard: a new name, or a property that is now always present.
    package var isAddition = false

    /// The difference as a sentence, on several lines if it has advice.
    package var description: String {
      let events = items.compactMap(\.event).map { "'\($0)'" }.joined(separator: ", ")
      return items[0].description + (events.isEmpty ? "" : " of \(events)") + " \(change)"
    }
  }

  /// The differences of this plan from an earlier plan: first renamed, removed and changed names, and then added names.
  /// If a property differs in the same way in several events, the list has one difference for all of them.
  package func differences(from earlier: TrackingPlan) -> [Difference] {
    PlanComparison(from: earlier, to: self).differences
  }
}

/// The comparison of two plans.
struct PlanComparison {
  /// The new names of events, user properties and keys, by the old names. If a key was renamed, its new name is used in
  /// every path.
  private(set) var newNames: [PlanItem.Kind: [String: String]] = [:]
  private(set) var differences: [TrackingPlan.Difference] = []
  /// The index of each difference in the list.
  private var places: [String: Int] = [:]

  init(from earlier: TrackingPlan, to later: TrackingPlan) {
    for (kind, names) in [
      (.event, { Set($0.events.keys) }), (.userProperty, \.userPropertyNames), (.path, \.keyNames),
    ] as [(PlanItem.Kind, (TrackingPlan) -> Set<String>)] {
      let (old, new) = (names(earlier), names(later))
      let renamed = DottedName.newNames(gone: old.subtracting(new), new: new.subtracting(old))
      newNames[kind] = renamed
      for (old, new) in renamed.inOrder {
        let pin = DottedName.pinning(old, new, later.events[new]?.naming.kind ?? (kind == .path ? .rawValue : nil))
        let advice = "A rename breaks dashboards: pin the old path, or accept.\n\(pin)"
        add(.renamed, PlanItem(kind: kind, name: old), "is gone,\n'\(new)' is new.\n\(advice)")
      }
    }

    let (old, new) = (earlier.facts, later.facts)
    // For each item under its name in the later plan, the item of the earlier plan.
    let origins = Dictionary(old.keys.map { (renamed($0), $0) }, uniquingKeysWith: { first, _ in first })
    for item in origins.keys.sorted() where new[item] == nil && item.standsAlone(where: { new[$0] != nil }) {
      add(.removed, item, "is gone")
    }
    for item in new.keys.sorted() {
      // A renamed item also has another spelling at destinations, which is not a further difference.
      guard let origin = origins[item], item == origin || item.destination == nil else { continue }
      for (was, now) in zip(old[origin] ?? [], new[item] ?? []) where was != now {
        add(.changed, item, "was \(was), is \(now)", isAddition: now == TrackingPlan.always)
      }
    }
    for item in new.keys.sorted() where origins[item] == nil && item.standsAlone(where: { origins[$0] != nil }) {
      add(.added, item, "is new", isAddition: true)
    }
  }

  /// Adds a difference. If several events share a difference, the list has that difference once, at its first place.
  private mutating func add(
    _ kind: TrackingPlan.Difference.Kind, _ item: PlanItem, _ change: String, isAddition: Bool = false
  ) {
    let sentence = "\(kind) \(item.description) \(change)"
    if item.event != nil, let place = places[sentence] {
      differences[place].items.append(item)
    } else {
      places[sentence] = differences.count
      differences.append(.init(kind: kind, items: [item], change: change, isAddition: isAddition))
    }
  }

  /// The item under its new name.
  private func renamed(_ item: PlanItem) -> PlanItem {
    func now(_ kind: PlanItem.Kind, _ name: String) -> String { newNames[kind]?[name] ?? name }
    // A path begins with a key, unless it is the path of a user property or of a group.
    let first = [.userProperty, .group].contains(item.kind) ? item.kind : .path
    let name =
      switch item.kind {
      case .event, .destination: now(item.kind, item.name)
      case .note: newNames[.path]?[item.name] ?? now(.event, item.name)
      default: PropertyPath(text: item.name).renaming { now($0 == 0 ? first : .path, $1) }.text
      }
    return PlanItem(
      kind: item.kind, name: name, event: item.event.map { now(.event, $0) }, destination: item.destination)
  }
}
