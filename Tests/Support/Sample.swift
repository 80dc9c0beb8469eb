import Trackable

/// Events, keys and user properties that trackers are tested with.
package enum Sample {
  package enum Field: String, Key, CaseIterable {
    case amount, note, contact
    package enum Detail: String, Key { case city, street }
  }

  package struct PaymentSent: AnalyticsEvent {
    package var amount: Int
    package var eventType: AnalyticsEventType { .click }
    package var properties: TrackedProperties {
      [Field.amount ~>> amount, "b" ~>> 2]
    }

    package init(amount: Int = 20) { self.amount = amount }
  }

  /// Not simply set, so that its operation has to arrive as well.
  package struct Plan: UserProperty {
    package let value = "premium"
    package let operation = UserPropertyOperation.setOnce

    package init() {}
  }

  /// A group that the user belongs to.
  package struct Team: UserProperty {
    package let value = "apple"
    package let name = "team"
    package let operation: UserPropertyOperation

    package init(_ traits: TrackedProperties) { operation = .group(traits: traits) }
  }

  package struct Failure: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
  }
}
