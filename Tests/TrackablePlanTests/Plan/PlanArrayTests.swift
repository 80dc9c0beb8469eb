import Testing
import Trackable
import TrackableTesting

@testable import TrackablePlan

/// Properties and values inside arrays.
@Suite struct PlanArrayTests {
  private static let item: TrackedProperties = [
    Shop.Field.title ~>> "Pen", Shop.Private.mail ~>> "a@b.c", "sizes" ~>> [1, 2], "box" ~>> ["weight" ~>> 1.5],
  ]

  private func plan(_ items: [TrackedProperties], _ more: TrackedProperties = []) -> TrackingPlan {
    withRecordedTracking { recorder in
      Page().track(Shop.Cart.didAdd, trackedProperties: ["items" ~>> items] + more)
      return TrackingPlan(observing: recorder)
    }
  }

  /// `name: types` of each property of the event, and whether it is sensitive.
  private func lines(_ plan: TrackingPlan) -> [String] {
    plan.events.values.flatMap(\.properties.inOrder).map { key, property in
      "\(key): \(property.typeList)" + (property.isSensitive ? ", sensitive" : "")
    }
  }

  private func differences(_ items: [TrackedProperties], from earlier: TrackingPlan) -> [String] {
    plan(items).differences(from: earlier).map { "\($0.kind.rawValue) \($0.description)" }
  }

  @Test func `Keys inside arrays have a path, and so have elements that are values`() {
    let open = Self.item.filter { $0.key.name != Shop.Private.mail.name }
    let lines = [
      "items: array", "items[]/\(Shop.path).Field.title: string", "items[]/box/weight: double", "items[]/sizes: array",
      "items[]/sizes[]: int",
    ]
    #expect(self.lines(plan([TrackedProperties(open)])) == lines)
    // A destination gets no part of an element with a sensitive key, but the other keys in it are not sensitive.
    let mail = "items[]/\(Shop.path).Private.mail: string, sensitive"
    for items in [[Self.item], [Self.item, TrackedProperties(open)]] {
      #expect(self.lines(plan(items)) == lines[...1] + [mail] + lines[2...])
    }
    #expect(self.lines(plan([[:]])) == ["items: array", "items[]: properties"])
    #expect(self.lines(plan([])) == ["items: array"])
  }

  @Test func `A path inside an array has every type that an element has, and is not required`() {
    let items: [TrackedProperties] = [["a" ~>> 1, "b" ~>> [TrackedValue.null, 2]], ["a" ~>> "one"], [:]]
    let expected = [
      "items: array", "items[]: properties", "items[]/a: int or string", "items[]/b: array", "items[]/b[]: int or null",
    ]
    #expect(lines(plan(items)) == expected)
    #expect(plan(items) == plan(items.reversed()))
    #expect(plan(items).events.values.flatMap(\.properties).filter(\.value.isRequired).map(\.key) == ["items"])
    #expect([plan(items), plan([])] as TrackingPlan == [plan([]), plan([items[0]]), plan(Array(items[1...]))])
  }

  @Test func `An array of a sensitive key is sensitive with all that is in it`() {
    let plan = plan([], [Shop.Private.mail ~>> [["host" ~>> "b.c"] as TrackedProperties]])
    #expect(
      lines(plan) == [
        "\(Shop.path).Private.mail: array, sensitive", "\(Shop.path).Private.mail[]/host: string, sensitive",
        "items: array",
      ])
  }

  @Test func `A key inside an array that was renamed, removed, or has another type is a difference`() {
    let earlier = plan([["App.Keys.sku" ~>> "A1", "tags" ~>> ["a"]]])
    let of = "of '\(Shop.path).Cart.didAdd'"
    #expect(
      differences([["App.Keys.sku" ~>> "B2", "tags" ~>> ["b"]], [:]], from: earlier).map { $0.prefix(7) } == ["added k"]
    )
    #expect(
      differences([["App.Keys.skuNumber" ~>> "A1", "tags" ~>> ["a"]]], from: earlier) == [
        "renamed key 'App.Keys.sku' is gone,\n'App.Keys.skuNumber' is new.\n"
          + "A rename breaks dashboards: pin the old path, or accept.\nTo pin it: case skuNumber = \"sku\""
      ])
    #expect(
      differences([["App.Keys.sku" ~>> 1, "tags" ~>> [1]]], from: earlier) == [
        "changed key 'items[]/App.Keys.sku' \(of) was string, is int",
        "changed key 'items[]/tags[]' \(of) was string, is int",
      ])
    #expect(
      differences([["tags" ~>> ["a"]]], from: earlier) == ["removed key 'items[]/App.Keys.sku' \(of) is gone"])
  }

  @Test func `An array that is called otherwise is one difference`() {
    func differences(_ old: String, _ new: String, _ value: TrackedValue) -> [String] {
      func plan(_ key: String) -> TrackingPlan { .event(Shop.Page.closed, always: [key ~>> value]) }
      return plan(new).differences(from: plan(old)).map(\.description)
    }
    func renamed(_ old: String, _ new: String) -> [String] {
      [
        "key 'App.Keys.\(old)' is gone,\n'App.Keys.\(new)' is new.\n"
          + "A rename breaks dashboards: pin the old path, or accept.\nTo pin it: case \(new) = \"\(old)\""
      ]
    }
    let items: TrackedValue = [.properties(["sku" ~>> 1, "tags" ~>> ["a"]])]
    #expect(differences("App.Keys.items", "App.Keys.cartItems", items) == renamed("items", "cartItems"))
    #expect(differences("App.Keys.tags", "App.Keys.bookTags", [["a"], ["b"]]) == renamed("tags", "bookTags"))
  }

  @Test func `Elements that are gone from one array and new in another were not renamed`() {
    func plan(_ tags: [String], _ labels: [String]) -> TrackingPlan {
      .event(Shop.Page.closed, always: ["App.Keys.tags" ~>> tags, "App.Keys.bookTags" ~>> labels])
    }
    let of = "of '\(Shop.path).Page.closed'"
    #expect(
      plan([], ["a"]).differences(from: plan(["a"], [])).map { "\($0.kind.rawValue) \($0.description)" } == [
        "removed key 'App.Keys.tags[]' \(of) is gone", "added key 'App.Keys.bookTags[]' \(of) is new",
      ])
    // Nor does a new key with a name like theirs pass for them.
    func counted(_ tags: [String], _ total: String) -> TrackingPlan {
      .event(Shop.Page.closed, always: ["App.Keys.tags" ~>> tags, "App.Keys.\(total)" ~>> 1])
    }
    #expect(
      counted([], "tagsTotal").differences(from: counted(["a"], "tagTotal")).map(\.kind) == [.renamed, .removed])
  }

  @Test func `Arrays that are spelled alike are one collision, and not one for each key inside them`() {
    func event(_ event: Shop.Page, _ key: String) -> TrackingPlan {
      .event(event, always: [PropertyKey(stringLiteral: key) ~>> [["sku" ~>> 1] as TrackedProperties]])
    }
    let last = NamingStyle.custom { $0.split(separator: ".").last.map { String($0) } ?? $0 }
    let plan = TrackingPlan([event(.opened, "a.items"), event(.closed, "b.items")])
    for nested in [true, false] {
      #expect(plan.seen(by: "A", keys: last, nested: nested).collisions.map(\.names) == [["a.items", "b.items"]])
    }
  }

  @Test func `A prefix of keys inside an array only is of use`() {
    let seen = plan([Self.item]).seen(by: "A", keys: .droppingPrefix(Shop.path + "."))
    #expect(seen.destinations["A"]?.keys["items[]/\(Shop.path).Field.title"] == "items[]/Field.title")
    #expect(seen.destinations["A"]?.unusedPrefixes == [])
  }

  @Test func `Limits of keys are those of an event's keys, and a key that looks like a path is one`() {
    let many = TrackedProperties((0..<40).map { "key\($0)" ~>> $0 })
    #expect(plan([many]).violations(of: .firebase, events: .keepingLast(1)) == [])
    let plan = TrackingPlan.event(Shop.Page.closed, always: ["a[]" ~>> 1])
    #expect(plan.violations(of: .firebase, events: .keepingLast(1)).map { $0.prefix(9) } == ["key 'a[]'"])
  }

  /// In which respects an event with these items differs from a plan of one with ``item``.
  private func issues(_ items: [TrackedProperties]) -> [String] {
    withRecordedTracking(through: { $0.renaming(.snakeCase).validating(plan([Self.item])) }) { recorder in
      Page().track(Shop.Cart.didAdd, trackedProperties: ["items" ~>> items])
      return recorder.issues.map { String($0.message.suffix(23)) }
    }
  }

  @Test func `An element may lack its sensitive key, and may not have it under a plain name`() {
    #expect(issues([[Shop.Field.title ~>> "Pen", Shop.Private.mail ~>> String?.none]]) == [])
    #expect(issues([Self.item, [Shop.Field.title ~>> "Pen"]]) == [])
    #expect(issues([[Shop.Field.title ~>> "Pen", Shop.Private.mail.name ~>> "a@b.c"]]) == ["sent under a plain key."])
    #expect(issues([Self.item, [Shop.Private.mail.name ~>> "a@b.c"]]) == ["sent under a plain key."])
  }
}
