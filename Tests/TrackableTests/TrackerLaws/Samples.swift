import Trackable

// The events, keys and user properties that the laws are tried on.

enum Sample {
  enum Field: String, Key, CaseIterable {
    case amount, note, contact
    enum Detail: String, Key { case city, street }
  }

  struct PaymentSent: AnalyticsEvent {
    var amount = 20
    var eventType: AnalyticsEventType { .click }
    var properties: TrackedProperties {
      [Field.amount ~>> amount, "b" ~>> 2]
    }
  }

  /// Declares its properties as a list, as events once did.
  struct OrderPlaced: AnalyticsEvent {
    let name = "order_placed"
    let entity = "order"
    var properties: [TrackedProperty] {
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

  struct Plan: UserProperty {
    let value = "premium"
  }

  struct Logins: UserProperty {
    let name = "logins"
    let value = 3
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// An object without a word of its own, for events that come through a chain.
  final class Screenlet: TrackableClass, Sendable {}
}
