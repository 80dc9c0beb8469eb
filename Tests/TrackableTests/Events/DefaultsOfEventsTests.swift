import TestSupport
import Testing
import Trackable

/// What a type declares is read in every expression, and not the default of its protocol.
@Suite struct DefaultsOfEventsTests {
  private struct Sent: AnalyticsEvent {
    var name = "sent"
    var properties: TrackedProperties { ["user" ~>> "john"] }
  }

  private final class Child: TrackableClass {
    let parent = Parent()
    var trackedProperties: TrackedProperties {}
    var trackableParent: (any TrackableClass)? { parent }
  }

  private final class Parent: TrackableClass {
    var trackedProperties: TrackedProperties { "user" ~>> "john" }
  }

  @Test(arguments: ["john", nil])
  func `The properties of an event are read also where the types of a comparison are inferred`(_ user: String?) {
    let isJohn = user == "john"
    let (event, tracked) = (Sent(), TrackedEvent(Sent()))
    #expect((event.properties["user"] == (user.map { .string($0) } ?? .null)) == isJohn)
    #expect((tracked.properties["user"] == (user.map { .string($0) } ?? .null)) == isJohn)
    #expect((tracked.properties["user"] != (user.map { .string($0) } ?? .null)) == !isJohn)
  }

  @Test func `So are the other properties with a default`() {
    let (none, event, tracker) = (String?.none, Sent(), CallLog().tracker("payments"))
    #expect(event.name == (none.map { .init($0) } ?? .init("sent")))
    #expect(tracker.name == (none.map { .init($0) } ?? .init("payments")))
    #expect(Child().trackableParent?.trackedProperties["user"] == (none.map { .string($0) } ?? .string("john")))
  }
}
