import Trackable

// What the laws are tested with, beside what all tests of trackers share.

extension Sample {
  struct OrderPlaced: AnalyticsEvent {
    let name = "order_placed"
    let entity = "order"
    var properties: TrackedProperties {
      [
        TrackedProperty("a", 1),
        TrackedProperty(Field.note, "gift"),
        Field.contact ~>> [Field.Detail.city ~>> "Bath", "plan" ~>> "free"],
      ]
    }
  }

  enum Contacts: AnalyticsEvent {
    case addTapped
    case selected(index: Int)

    var properties: TrackedProperties {
      switch self {
      case .addTapped: []
      case .selected(let index): ["index" ~>> index, "a" ~>> 3]
      }
    }
  }

  enum Screen: String, Event {
    case opened, closed
    var eventType: AnalyticsEventType { .impression }
  }

  /// An event of another type that has the name of a screen's.
  struct Namesake: AnalyticsEvent { let name = Screen.opened.name }

  struct Logins: UserProperty {
    let name = "logins"
    let value = 3
  }

  /// An object without a word of its own, for events that come through a chain.
  final class Screenlet: TrackableClass, Sendable { var trackedProperties: TrackedProperties {} }
}
