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
    /// Whether it affects nothing that a dashboard knows: a new name, or a property that is now always there.
    package var isAddition = false
    let subject: String
    /// The events that it is a property of.
    var events: [String] = []
    let change: String

    /// The difference as a sentence.
    package var description: String {
      let of = events.isEmpty ? "" : " of " + events.map { "'\($0)'" }.joined(separator: ", ")
      return "\(subject)\(of) \(change)"
    }
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
  private let later: TrackingPlan
  /// The other differences of each item, under its new name.
  private(set) var found: [(item: PlanItem, difference: TrackingPlan.Difference)] = []

  init(from earlier: TrackingPlan, to later: TrackingPlan) {
    func guess(_ names: (TrackingPlan) -> Set<String>) -> [String: String] {
      let (old, new) = (names(earlier), names(later))
      return RenameGuess(gone: old.subtracting(new), new: new.subtracting(old)).newNames
    }
    let events = guess { Set($0.events.keys) }
    let userProperties = guess { Set($0.userProperties.keys) }
    let keys = guess(\.keyNames)
    func path(_ text: String) -> String { PropertyPath(text: text).renaming(keys).text }
    func renamed(_ item: PlanItem) -> PlanItem {
      switch item {
      case .event(let name): .event(events[name] ?? name)
      case .property(let key, let event): .property(path(key), of: events[event] ?? event)
      case .anyProperty(let key): .anyProperty(path(key))
      case .userProperty(let name): .userProperty(userProperties[name] ?? name)
      case .trait(let key): .trait(path(key))
      case .path(let key): .path(path(key))
      case .note(let name): .note(on: events[name] ?? keys[name] ?? name)
      case .destination: item
      }
    }
    let (old, new) = (earlier.facts, later.facts)
    // What each item was called.
    let origins = Dictionary(old.keys.map { (renamed($0), $0) }, uniquingKeysWith: { first, _ in first })
    (renamedEvents, renamedUserProperties, renamedKeys) = (events, userProperties, keys)
    self.later = later
    func add(
      _ kind: TrackingPlan.Difference.Kind, _ item: PlanItem, _ change: String, isAddition: Bool = false,
      end: String = ""
    ) {
      let subject = item.description + end
      found.append((item, .init(kind: kind, isAddition: isAddition, subject: subject, change: change)))
    }
    for item in origins.keys.sorted() where new[item] == nil && item.standsAlone(where: { new[$0] != nil }) {
      add(.removed, item, "is gone")
    }
    for item in new.keys.sorted() {
      guard let origin = origins[item], let old = old[origin], let new = new[item] else { continue }
      for subject in Set(old.keys).union(new.keys).sorted() where old[subject] != new[subject] {
        var end = ""
        if case .spelling(let destination) = subject {
          // A name that was renamed is spelled otherwise, and a new destination spells all of them.
          let isInBoth = earlier.destinations[destination] != nil && later.destinations[destination] != nil
          if item != origin || !isInBoth { continue }
          end = " for '\(destination)'"
        }
        let change = "was \(old[subject] ?? "missing"), is \(new[subject] ?? "missing")"
        let isAddition = subject == .presence && new[subject] == TrackingPlan.Property.always
        add(.changed, item, change, isAddition: isAddition, end: end)
      }
    }
    for item in new.keys.sorted() where origins[item] == nil && item.standsAlone(where: { origins[$0] != nil }) {
      add(.added, item, "is new", isAddition: true)
    }
  }

  var differences: [TrackingPlan.Difference] {
    var renamed: [TrackingPlan.Difference] = []
    for (subject, names) in [("event", renamedEvents), ("user property", renamedUserProperties), ("key", renamedKeys)] {
      for (old, new) in names.sorted(by: { $0.key < $1.key }) {
        let change =
          "is gone, '\(new)' is new: a rename breaks dashboards; pin the old path or accept. \(pinning(old, new))"
        renamed.append(.init(kind: .renamed, subject: "\(subject) '\(old)'", change: change))
      }
    }
    // The same of several events is one difference, where it comes first.
    var events: [TrackingPlan.Difference: [String]] = [:]
    for (item, difference) in found { events[difference, default: []] += item.event.map { [$0] } ?? [] }
    return renamed
      + found.compactMap { _, difference in
        events.removeValue(forKey: difference).map {
          var difference = difference
          difference.events = $0
          return difference
        }
      }
  }

  /// How the old name is kept.
  private func pinning(_ old: String, _ new: String) -> String {
    guard let oldDot = old.lastIndex(of: "."), let newDot = new.lastIndex(of: ".") else {
      return "To keep the name, write \"\(old)\" again"
    }
    let (oldLast, newLast) = (old[old.index(after: oldDot)...], new[new.index(after: newDot)...])
    // A type is named by its path, a case by that of its type and its raw value.
    if newLast.first?.isUppercase == true { return "To pin it: static let pinnedPath = \"\(old)\"" }
    var pins: [String] = []
    if old[..<oldDot] != new[..<newDot] { pins.append("static let pinnedPath = \"\(old[..<oldDot])\"") }
    if oldLast != newLast {
      pins.append(
        later.events[new]?.isCaseWithoutRawValue == true
          ? "declare 'name' with a 'switch', in which case .\(newLast): \"\(old)\""
          : "case \(newLast) = \"\(oldLast)\"")
    }
    return "To pin it: \(pins.joined(separator: ", "))"
  }
}
