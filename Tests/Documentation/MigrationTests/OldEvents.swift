import TrackableMigration

/// One event of every shape in which events were written before there was a type of event: each compiles, once it says that it is of
/// the earlier form.
@available(*, deprecated)
enum OldEvents {
  struct Constants: AnalyticsEvent {
    let name = "card_opened", entity = "card", properties: [AnalyticsEventProperty] = []
  }

  struct WithData: AnalyticsEvent {
    let name = "card_tapped"
    let entity = "card"
    let n: Int
    var properties: [AnalyticsEventProperty] { [.init(key: "n", value: n), .init(key: "x", value: "card")] }
  }

  final class Stored: AnalyticsEvent {
    let name = "card_changed"
    var entity: String { "card" }
    let properties = [AnalyticsEventProperty(key: "n", value: 1)]
  }

  /// Some, or many, events declared their properties once, for all.
  struct Inherited: CardEvent {
    let name = "card_removed"
    let more = [AnalyticsEventProperty(key: "x", value: "card")]
  }

  struct Wrapped<Base: AnalyticsEvent>: AnalyticsEvent {
    let base: Base
    var name: String { base.name + "_again" }
    var entity: String { base.entity }
    let properties: [AnalyticsEventProperty]
  }

  /// The word for the entity, as it was planned at the end.
  struct Categorized: AnalyticsEvent {
    let name = "card_shared"
    let category = "card"
    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "n", value: 1)] }
  }

  enum CategorizedCases: AnalyticsEvent {
    case shared(Int), lost
    var name: String { "card_case" }
    var category: String { "card" }
    var properties: [AnalyticsEventProperty] {
      switch self {
      case .shared(let n): return [AnalyticsEventProperty(key: "n", value: n)]
      case .lost: return []
      }
    }
  }

  /// Each event, and its properties besides name and entity.
  static let all: [(event: any AnalyticsEvent, name: String, properties: TrackedProperties)] = [
    (Constants(), "card_opened", []),
    (WithData(n: 1), "card_tapped", ["n" ~>> 1, "x" ~>> "card"]),
    (Stored(), "card_changed", ["n" ~>> 1]),
    (Inherited(), "card_removed", ["n" ~>> 1, "x" ~>> "card"]),
    // Of two values for one key, the later is sent.
    (Wrapped(base: Stored(), properties: Stored().properties + ["n" ~>> 2]), "card_changed_again", ["n" ~>> 2]),
    (Categorized(), "card_shared", ["n" ~>> 1]),
    (CategorizedCases.shared(1), "card_case", ["n" ~>> 1]),
    (CategorizedCases.lost, "card_case", []),
  ]
}

@available(*, deprecated)
protocol CardEvent: AnalyticsEvent {
  var more: [AnalyticsEventProperty] { get }
}

@available(*, deprecated)
extension CardEvent {
  var entity: String { "card" }
  var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "n", value: 1)] + more }
}
