import Trackable
import TrackableTesting

extension TrackerConformance.Arrival {
  package static func event(_ event: TrackedEvent) -> Self {
    .event(name: event.name, properties: event.properties, timestamp: event.timestamp)
  }
}

/// A sound destination that sends at once.
package struct SendingTracker: AnalyticsEventTracker {
  private let record: TrackerConformance.Record

  package init(record: @escaping TrackerConformance.Record) { self.record = record }

  package func track(_ event: TrackedEvent) { record(.event(event)) }
  package func update(_ property: TrackedUserProperty) {
    record(.userProperty(name: property.name, value: property.value))
  }
  package func identify(_ user: TrackedUser) { record(.identified(user.id, traits: user.traits)) }
  package func reset() { record(.reset) }
}

/// A sound destination that sends when it is flushed.
package final class BufferingTracker: AnalyticsEventTracker {
  private let record: TrackerConformance.Record
  private let waiting = Lock<[TrackerConformance.Arrival]>([])

  package init(record: @escaping TrackerConformance.Record) { self.record = record }

  package func track(_ event: TrackedEvent) {
    let arrival = TrackerConformance.Arrival.event(event)  // Reads the event before it takes the lock.
    waiting.withLock { $0.append(arrival) }
  }
  package func update(_ property: TrackedUserProperty) {
    waiting.withLock { $0.append(.userProperty(name: property.name, value: property.value)) }
  }
  package func identify(_ user: TrackedUser) {
    waiting.withLock { $0.append(.identified(user.id, traits: user.traits)) }
  }
  package func reset() { waiting.withLock { $0.append(.reset) } }
  package func purge() { waiting.withLock { $0 = [] } }
  package func flush() async {
    let batch = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    for arrival in batch { record(arrival) }
  }
}
