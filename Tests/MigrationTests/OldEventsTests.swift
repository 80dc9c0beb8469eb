import Synchronization
import Testing
import Trackable

@Suite struct OldEventsTests {
  @available(*, deprecated)
  @Test func twoHundredEventsWithoutATypeCompileAsTheyAreAndLoseNothing() {
    let arrived = Mutex<[TrackedEvent]>([])
    let tracker = ClosureTracker { event in arrived.withLock { $0.append(event) } }
    for event in OldEvents.all { tracker.track(event) }
    let events = arrived.withLock { $0 }

    #expect(events.count == 200)
    #expect(Set(events.map(\.name)).count == 200)
    #expect(events.allSatisfy { $0.eventType == .userAction })
    #expect(events.allSatisfy { $0.name.hasPrefix($0.entity + "_") })
    for (number, event) in events.enumerated() {
      #expect(event.properties["n"] == (number % 4 == 0 ? nil : .int(number)), "\(event)")
      #expect(event.properties.count == [0, 1, 2, 1][number % 4], "\(event)")
    }
  }
}
