import Trackable

/// A destination that follows all rules of ``TrackerConformance``. It sends its calls when it is flushed.
package final class BufferingTracker: AnalyticsEventTracker {
  private let record: @Sendable (TrackerConformance.Arrival) -> Void
  private let waiting = Lock<[TrackerConformance.Arrival]>([])

  package init(record: @escaping @Sendable (TrackerConformance.Arrival) -> Void) { self.record = record }

  package func track(_ event: TrackedEvent) { keep(.event(event)) }
  package func update(_ property: TrackedUserProperty) {
    if let value = property.value { keep(.userProperty(name: property.name, value: value)) }
  }
  package func identify(_ user: TrackedUser) { keep(.identified(user.id, traits: user.traits)) }
  package func reset() { keep(.reset) }
  package func purge() { waiting.withLock { $0 = [] } }
  package func flush() async {
    let batch = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    for arrival in batch { record(arrival) }
  }

  /// The caller makes the arrival before the lock is taken, because reading an event may track another event.
  private func keep(_ arrival: TrackerConformance.Arrival) { waiting.withLock { $0.append(arrival) } }
}

extension TrackerConformance.Arrival {
  package static func event(_ event: TrackedEvent) -> Self {
    .event(name: event.name, properties: event.properties, timestamp: event.timestamp)
  }
}
