import TestSupport
import Trackable

/// Random trees and calls that are the same in every run: a failure names its seed and comes back.
struct TreeGenerator {
  private var random: SeededGenerator
  private var leaves = 0

  init(seed: Int) { random = SeededGenerator(seed: UInt64(seed)) }

  /// Small words only: names, keys and values must meet often.
  private static let words = ["a", "b", "index", "mark", "TestSupport.Sample.Field.amount", "x", "A", "amount"]
  private static let names = SampleEvent.allCases.map(\.model.name) + ["x", "opened", "Sample.Screen.opened"]
  private static let entities = ["Sample", "order", "Contacts", "Screen", "x", "a"]

  private mutating func below(_ bound: Int) -> Int { random.below(bound) }

  mutating func element<Element>(of list: [Element]) -> Element { list[below(list.count)] }

  /// A list for a rule: empty, or with a few of the elements.
  mutating func elements<Element>(of list: [Element]) -> [Element] {
    (0..<below(4)).map { _ in element(of: list) }
  }

  /// A tree at most `depth` combinators deep.
  mutating func tree(depth: Int = 6) -> TrackerTree {
    switch depth == 0 ? 0 : below(31) {
    case 0: return leaf()
    case 1: return element(of: [.noOp, .list([])])
    case 2..<7: return .combined(tree(depth: depth - 1), tree(depth: depth - 1))
    case 7: return .list((0..<below(4)).map { _ in tree(depth: depth - 1) })
    case 8..<11: return .filter(eventRule(), tree(depth: depth - 1))
    case 11: return .filterUserProperties(userPropertyRule(), tree(depth: depth - 1))
    case 12..<16: return .change(change(), tree(depth: depth - 1))
    case 16: return .adding(properties(), tree(depth: depth - 1))
    case 17: return .overriding(properties(), tree(depth: depth - 1))
    case 18..<21: return .renaming(renaming(), tree(depth: depth - 1))
    case 21: return .named(element(of: ["Mixpanel", "PayPal"]), tree(depth: depth - 1))
    case 22, 23: return .consenting(below(4) > 0, tree(depth: depth - 1))
    case 24: return .multiplying(below(4), tree(depth: depth - 1))
    case 25: return .written(below(4), tree(depth: depth - 1))
    case 26, 27:
      let keys = [element(of: Self.words), element(of: Self.words), element(of: ["b", "x", "plan"])]
      return .keys(isAllowing: below(2) == 0, keys, tree(depth: depth - 1))
    case 28: return .holding(below(4) > 0, tree(depth: depth - 1))
    case 29: return .sampled([0, 0.3, 0.7, 1][below(4)], tree(depth: depth - 1))
    default: return leaf()
    }
  }

  /// A destination that no other leaf of this generator is.
  mutating func leaf() -> TrackerTree {
    leaves += 1
    return .leaf(leaves)
  }

  mutating func eventRule() -> EventRule {
    let events = elements(of: SampleEvent.allCases)
    let expected = below(2) == 0
    return element(of: [
      .allowing(events), .prohibiting(events), .allowingEvents(events), .prohibitingEvents(events),
      .named(element(of: Self.names), expected), .entity(element(of: Self.entities), expected),
      .eventType(element(of: AnalyticsEventType.allCases), expected), .having(element(of: Self.words), expected),
    ])
  }

  mutating func userPropertyRule() -> UserPropertyRule {
    let properties = elements(of: SampleUserProperty.allCases)
    let name = element(of: SampleUserProperty.allCases).name
    return element(of: [.allowing(properties), .prohibiting(properties), .named(name), .named("LOGINS")])
  }

  mutating func change() -> EventChange {
    element(of: [
      .name(element(of: Self.words)), .entity(element(of: Self.entities)),
      .eventType(element(of: AnalyticsEventType.allCases)),
      .put(element(of: Self.words), below(9)), .remove(element(of: Self.words)),
      .drop(element(of: AnalyticsEventType.allCases), mark: below(9)),
    ])
  }

  mutating func renaming() -> Renaming {
    let (first, second) = (element(of: Spelling.allCases), element(of: Spelling.allCases))
    return element(of: [.all(first), .split(events: first, keys: second), .contacts, .fields])
  }

  /// Up to three properties, their keys different.
  mutating func properties() -> ModelProperties {
    var result: ModelProperties = [:]
    for _ in 0..<below(4) {
      let value: ModelValue =
        below(3) == 0
        ? .nested(["TestSupport.Sample.Field.amount": .int(below(9)), element(of: ["b", "x"]): .text("in")])
        : .int(below(9))
      result = result.completed(by: ModelProperties([ModelProperty(key: element(of: Self.words), value: value)]))
    }
    return result
  }

  mutating func calls(_ count: Int) -> [SampleCall] {
    (0..<count).map { _ in
      switch below(9) {
      case 0..<3: .event(element(of: SampleEvent.allCases))
      case 3..<6:
        .eventOnObject(element(of: SampleEvent.allCases), callSite: properties(), link: properties())
      case 6: .update(element(of: SampleUserProperty.allCases))
      case 7: element(of: [.identify(properties()), .group(properties())])
      default: element(of: [.reset, .report, .purge, .flush])
      }
    }
  }
}
