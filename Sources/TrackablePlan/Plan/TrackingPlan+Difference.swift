import Trackable

extension TrackingPlan {
  /// Something that one plan says and another does not.
  package struct Difference: Sendable, Hashable, CustomStringConvertible {
    /// What has happened.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
      /// A name is gone and another one, which is like it, is new: probably the same thing.
      case renamed
      /// Something is gone.
      case removed
      /// A type, or something else that is said of the thing, is another one.
      case changed
      /// Something is new.
      case added
    }

    /// What has happened.
    package let kind: Kind
    /// Whether nothing that a dashboard knows is affected: something is new, or is now always there.
    package let isAddition: Bool
    /// What has happened to what, as a sentence.
    package let description: String
  }

  /// How this plan differs from an earlier one, each difference once: what was renamed, removed and changed, and what was
  /// added. A property of several events that differs in the same way is one difference.
  package func differences(from earlier: TrackingPlan) -> [Difference] {
    PlanComparison(from: earlier, to: self).differences
  }
}

/// The comparison of two plans.
struct PlanComparison {
  /// What is called otherwise, by the old names.
  private(set) var renamedEvents: [String: String]
  private(set) var renamedUserProperties: [String: String]
  private(set) var renamedKeys: [String: String]
  /// Events of which no raw value is the name.
  private let casesWithoutRawValues: Set<String>
  /// After renaming.
  private(set) var removed: [PlanItem] = []
  private(set) var added: [PlanItem] = []
  private(set) var changed: [Change] = []

  struct Change: Hashable {
    let item: PlanItem
    let subject: PlanFact.Subject
    let old: String
    let new: String
  }

  init(from earlier: TrackingPlan, to later: TrackingPlan) {
    func guess(_ names: (TrackingPlan) -> Set<String>) -> [String: String] {
      let (old, new) = (names(earlier), names(later))
      return RenameGuess(gone: old.subtracting(new), new: new.subtracting(old)).newNames
    }
    renamedEvents = guess { Set($0.events.map(\.name)) }
    renamedUserProperties = guess { Set($0.userProperties.map(\.key)) }
    // Keys by themselves: one that was renamed was renamed on every path.
    renamedKeys = guess(\.keyNames)
    casesWithoutRawValues = Set(later.events.filter(\.isCaseWithoutRawValue).map(\.name))

    let earlier = earlier.renaming(events: renamedEvents, userProperties: renamedUserProperties, keys: renamedKeys)
    let (old, new) = (earlier.facts, later.facts)
    let (oldPaths, newPaths) = (earlier.propertyPaths, later.propertyPaths)
    removed = old.keys.filter { new[$0] == nil && $0.hasPlace(in: new, newPaths) }.sorted()
    added = new.keys.filter { old[$0] == nil && $0.hasPlace(in: old, oldPaths) }.sorted()
    let renamed = Set(renamedEvents.values).union(renamedUserProperties.values)
    let renamedKeys = Set(renamedKeys.values)
    for item in new.keys.sorted() {
      guard let old = old[item], let new = new[item] else { continue }
      if case .eventName(let name, _) = item, renamed.contains(name) { continue }
      if case .userPropertyName(let name, _) = item, renamed.contains(name) { continue }
      if case .keyName(let path, _) = item, newPaths[path]?.keys.contains(where: renamedKeys.contains) == true {
        continue
      }
      for (old, new) in zip(old, new) where old != new {
        changed.append(Change(item: item, subject: new.subject, old: old.value, new: new.value))
      }
    }
  }

  var differences: [TrackingPlan.Difference] {
    renames("event", renamedEvents) + renames("user property", renamedUserProperties) + renames("key", renamedKeys)
      + grouped(removed) { .init(kind: .removed, isAddition: false, description: "\($0) is gone") }
      + changes
      + grouped(added) { .init(kind: .added, isAddition: true, description: "\($0) is new") }
  }

  private func renames(_ subject: String, _ names: [String: String]) -> [TrackingPlan.Difference] {
    names.sorted { $0.key < $1.key }.map { old, new in
      TrackingPlan.Difference(
        kind: .renamed, isAddition: false,
        description:
          "\(subject) '\(old)' is gone, '\(new)' is new: a rename breaks dashboards; pin the old path or accept. "
          + pinning(old, new))
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
        casesWithoutRawValues.contains(new)
          ? "declare 'name' with a 'switch', in which case .\(newLast): \"\(old)\""
          : "case \(newLast) = \"\(oldLast)\"")
    }
    return "To pin it: \(pins.joined(separator: ", "))"
  }

  private var changes: [TrackingPlan.Difference] {
    // Of several events with the same change, one sentence.
    struct Sentence: Hashable {
      let subject: String
      let old: String
      let new: String
    }
    var order: [Sentence] = []
    var changes: [Sentence: [Change]] = [:]
    for change in changed {
      let sentence = Sentence(subject: change.item.description, old: change.old, new: change.new)
      if changes[sentence, default: []].isEmpty { order.append(sentence) }
      changes[sentence, default: []].append(change)
    }
    return order.flatMap { sentence -> [TrackingPlan.Difference] in
      let group = changes[sentence, default: []]
      let isAddition = group.allSatisfy { $0.subject == .presence && $0.new == TrackingPlan.Property.always }
      let events = group.compactMap(\.item.event)
      return [
        .init(
          kind: .changed, isAddition: isAddition,
          description: "\(sentence.subject)\(Self.list(events)) was \(sentence.old), is \(sentence.new)")
      ]
    }
  }

  private func grouped(
    _ items: [PlanItem], _ difference: (String) -> TrackingPlan.Difference
  ) -> [TrackingPlan.Difference] {
    var order: [String] = []
    var groups: [String: [PlanItem]] = [:]
    for item in items {
      if groups[item.description] == nil { order.append(item.description) }
      groups[item.description, default: []].append(item)
    }
    return order.map { difference($0 + Self.list(groups[$0, default: []].compactMap(\.event))) }
  }

  /// ` of 'A', 'B'`.
  private static func list(_ events: [String]) -> String {
    events.isEmpty ? "" : " of " + events.map { "'\($0)'" }.joined(separator: ", ")
  }
}

extension PlanItem {
  /// Whether a plan has what the item is part of: if that is gone or new, nothing more needs to be said of the item.
  /// A name as a destination sees it comes and goes with the name itself.
  fileprivate func hasPlace(in facts: [PlanItem: [PlanFact]], _ paths: [String: PropertyPath]) -> Bool {
    if let owner, facts[owner] == nil { return false }
    return switch self {
    case .eventName(let name, _): facts[.event(name)] != nil
    case .userPropertyName(let name, _): facts[.userProperty(name)] != nil
    case .keyName(let path, _): paths[path] != nil
    case .event, .property, .anyProperty, .userProperty, .trait, .destination: true
    }
  }
}

extension TrackingPlan {
  /// The same plan with other names.
  fileprivate func renaming(
    events: [String: String], userProperties: [String: String], keys: [String: String]
  ) -> TrackingPlan {
    func path(_ text: String) -> String { PropertyPath(text: text).renaming(keys).text }
    func renamed(_ properties: [Property], _ name: (String) -> String) -> [Property] {
      properties.map { property in
        var property = property
        property.key = name(property.key)
        return property
      }
    }
    func renamed(_ spelled: [String: String], _ name: (String) -> String) -> [String: String] {
      Dictionary(spelled.map { (name($0.key), $0.value) }, uniquingKeysWith: { first, _ in first })
    }
    var plan = self
    plan.events = self.events.map { event in
      var event = event
      event.name = events[event.name] ?? event.name
      event.properties = renamed(event.properties, path)
      return event
    }
    plan.properties = renamed(properties, path)
    plan.userProperties = renamed(self.userProperties) { userProperties[$0] ?? $0 }
    plan.traits = renamed(traits, path)
    plan.destinations = destinations.map { destination in
      var destination = destination
      destination.events = renamed(destination.events) { events[$0] ?? $0 }
      destination.userProperties = renamed(destination.userProperties) { userProperties[$0] ?? $0 }
      destination.keys = renamed(destination.keys, path)
      return destination
    }
    return plan
  }
}
