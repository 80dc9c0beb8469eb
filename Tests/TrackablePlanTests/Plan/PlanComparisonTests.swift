import TestSupport
import Testing
import Trackable

@testable import TrackablePlan

extension TrackingPlan {
  /// Words that are unlike one another, so that none passes for another one renamed. Each owner of keys spells them in
  /// its own way: the same last component elsewhere would pass for a key whose type was renamed.
  static let words = ["apple", "bridge", "violin", "thunder", "oxygen", "quartz", "sketch", "lemon", "jungle", "hinge"]

  init(random: inout SeededGenerator, words: [String] = words) {
    func properties(
      _ owner: String, mayRequire: Bool = false, _ spelling: (String) -> String = { $0 }
    ) -> [String: Property] {
      words.filter { _ in random.chance(40) }.reduce(into: [:]) { properties, word in
        properties["App.\(owner).\(spelling(word))"] = Property(
          types: Set(TrackedValue.typeNames.sorted().filter { _ in random.chance(20) }),
          isRequired: mayRequire && random.chance(50), isSensitive: random.chance(10))
      }
    }
    self.init()
    for word in words where random.chance(50) {
      events["App.Events.\(word)"] = Event(
        entity: random.chance(90) ? "Events" : "Other", type: random.chance(90) ? "userAction" : "click",
        properties: properties("Keys", mayRequire: true))
    }
    self.properties = properties("Root") { String($0.reversed()) }
    userProperties = properties("User")
    traits = properties("Traits") { "x" + $0 }
    groups = properties("Groups") { "g" + $0 }
    for name in events.keys.sorted() where random.chance(20) {
      notes[name] = Note(description: "A \"b\"", owner: random.chance(50) ? "Growth" : nil, values: ["1", "2"])
    }
  }
}

/// The comparison against one that is too simple to be wrong: a list of sentences, and loops over all pairs.
@Suite struct PlanComparisonTests {
  private typealias Sentences = [(item: String, sentences: [String])]

  /// Everything that a plan says, a sentence for each.
  private func sentences(_ plan: TrackingPlan) -> Sentences {
    func all(_ properties: [String: TrackingPlan.Property], _ owner: String) -> Sentences {
      properties.map { key, property in
        let types = property.types
        return (
          "\(owner)|\(key)",
          ["\(types)", "\(property.isRequired)", "\(property.isSensitive)", "\(property.operations ?? [])"]
        )
      }
    }
    return plan.events.flatMap { name, event in
      [(name, [event.entity, event.type, event.screen ?? ""])] + all(event.properties, name)
    } + all(plan.properties, "any") + all(plan.userProperties, "user") + all(plan.groups, "group")
      + all(plan.traits, "traits") + plan.notes.map { ("note|\($0.key)", [$0.value.text]) }
  }

  private func items(_ kind: TrackingPlan.Difference.Kind, _ comparison: PlanComparison) -> [PlanItem] {
    comparison.differences.filter { $0.kind == kind }.flatMap(\.items)
  }

  private func text(_ item: PlanItem) -> String {
    switch item.kind {
    case .event: item.name
    case .property: "\(item.event ?? "")|\(item.name)"
    case .anyProperty: "any|\(item.name)"
    case .userProperty: "user|\(item.name)"
    case .group: "group|\(item.name)"
    case .trait: "traits|\(item.name)"
    case .note: "note|\(item.name)"
    case .destination, .path: "\(item)"
    }
  }

  @Test(arguments: 0..<SearchScale.times(25, long: 200))
  func `A comparison finds the same as a naive one`(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let (old, new) = (TrackingPlan(random: &random), TrackingPlan(random: &random))
    let comparison = PlanComparison(from: old, to: new)
    let (before, after) = (sentences(old), sentences(new))

    var changed: [String] = []
    /// Those that others do not have, and not the properties of an event that others do not have.
    func lacking(_ others: Sentences, _ all: Sentences) -> [String] {
      all.map(\.item).filter { item in
        let owner = item.prefix { $0 != "|" }
        let isOfEvent = owner != item && !["any", "user", "group", "traits", "note"].contains(owner)
        return !others.contains { $0.item == item } && !(isOfEvent && !others.contains { $0.item == owner })
      }
    }
    for old in before {
      for new in after where new.item == old.item {
        for (left, right) in zip(old.sentences, new.sentences) where left != right { changed.append(old.item) }
      }
    }
    #expect(comparison.newNames.values.allSatisfy { $0.isEmpty })
    #expect(items(.removed, comparison).map(text).sorted() == lacking(after, before).sorted())
    #expect(items(.added, comparison).map(text).sorted() == lacking(before, after).sorted())
    #expect(items(.changed, comparison).map(text).sorted() == changed.sorted())
  }

  @Test(arguments: 0..<SearchScale.times(25, long: 200))
  func `A renamed name is found among other changes`(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    // Removed names have words that no other name has.
    let old = TrackingPlan(random: &random)
    var new = old
    let isTypeRenamed = random.chance(30)
    var renamedEvents: [String: String] = [:]
    var renamedKeys: [String: String] = [:]
    for key in old.keyNames.sorted() where random.chance(20) { renamedKeys[key] = key + "Name" }
    func renamed(_ properties: [String: TrackingPlan.Property]) -> [String: TrackingPlan.Property] {
      Dictionary(uniqueKeysWithValues: properties.map { (renamedKeys[$0.key] ?? $0.key, $0.value) })
    }
    new.events = [:]
    var removed = 0
    for (name, event) in old.events.inOrder {
      var newName = name
      if isTypeRenamed {
        newName = name.replacing(".Events.", with: ".Moments.")
      } else if random.chance(30) {
        newName = name + "Again"
      } else if random.chance(20) {
        removed += 1
        continue
      }
      if newName != name { renamedEvents[name] = newName }
      new.events[newName] = event
      new.events[newName]?.properties = renamed(event.properties)
    }
    new.properties = renamed(new.properties)
    new.traits = renamed(new.traits)
    // A key that went with its event is not renamed.
    func seen(_ plan: TrackingPlan) -> TrackingPlan { plan.seen(by: "A", events: .snakeCase, keys: .snakeCase) }
    let comparison = PlanComparison(from: seen(old), to: seen(new))
    #expect(comparison.newNames[.event] == renamedEvents)
    #expect(comparison.newNames[.path] == renamedKeys.filter { new.keyNames.contains($0.value) })
    #expect(items(.removed, comparison).count { $0.kind == .event } == removed)
    #expect(items(.added, comparison) == [])
    #expect(items(.changed, comparison) == [])
  }

  @Test(arguments: 0..<SearchScale.times(12, long: 100))
  func `Nothing differs if and only if the plans say the same`(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let old = TrackingPlan(random: &random).seen(by: "A", events: .snakeCase, keys: .snakeCase)
    #expect(old.differences(from: old) == [])
    let new = TrackingPlan(random: &random).seen(by: random.chance(50) ? "A" : "B", events: .path, keys: .snakeCase)
    #expect(new.differences(from: old).isEmpty == (new.json == old.json))
    var spelled = old
    guard let event = old.events.keys.min() else { return }
    spelled.destinations["A"]?.events[event] = nil
    let name = "event '\(event)' for 'A'"
    let spelling = "'\(old.destinations["A"]?.events[event] ?? "")'"
    #expect(old.differences(from: spelled).map(\.description) == ["\(name) was missing, is \(spelling)"])
    #expect(spelled.differences(from: old).map(\.description) == ["\(name) was \(spelling), is missing"])
  }

  @Test func `A destination that is new or gone is one difference`() {
    let plan = TrackingPlan.events(Shop.Cart.self, always: [Shop.Field.title ~>> "x"])
    let differences = plan.seen(by: "B", keys: .snakeCase).differences(from: plan.seen(by: "A", keys: .snakeCase))
    #expect(differences.map(\.description) == ["destination 'A' is gone", "destination 'B' is new"])
  }

  @Test func `A name is renamed to one other, and the one that is most alike`() {
    func renamed(_ old: [String], _ new: [String]) -> [String: String] {
      PlanComparison(
        from: TrackingPlan(old.map { .event(Named(name: $0)) }), to: TrackingPlan(new.map { .event(Named(name: $0)) })
      ).newNames[.event] ?? [:]
    }
    #expect(renamed(["A.didRate"], ["A.didRateSong", "A.didRateAlbum"]) == ["A.didRate": "A.didRateAlbum"])
    #expect(renamed(["A.didRate", "A.didRates"], ["A.didRateAll"]) == ["A.didRate": "A.didRateAll"])
    #expect(
      renamed(["A.didSelectBeatle"], ["A.didSelectAlbum", "A.didSelectBeetle"]) == [
        "A.didSelectBeatle": "A.didSelectBeetle"
      ])
    #expect(renamed(["User.didRate"], ["Album.didRate", "Users.didRate"]) == ["User.didRate": "Users.didRate"])
    #expect(renamed(["A.didOpen"], ["A.didClose"]) == [:])
    #expect(renamed(["A.x"], ["A.xylophone", "B.y"]) == [:])
  }

  private struct Named: AnalyticsEvent { let name: String }
}
