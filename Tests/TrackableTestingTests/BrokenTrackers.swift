import Foundation
import TestSupport
import Trackable
import TrackableTesting

// Destinations that break one promise each, as real ones have. The conformance suite must name that promise.

typealias Record = @Sendable (TrackerConformance.Arrival) -> Void

/// A tracker around another one that forgets to forward `flush`.
struct SwallowsFlush: AnalyticsEventTracker {
  let base: BufferingTracker
  func track(_ event: TrackedEvent) { base.track(event) }
}

/// A tracker whose every event goes through a closure that knows how many came before it.
final class Counting: AnalyticsEventTracker {
  private let count = Shared(0)
  private let send: @Sendable (Int, TrackedEvent) -> Void

  init(_ send: @escaping @Sendable (Int, TrackedEvent) -> Void) { self.send = send }

  func track(_ event: TrackedEvent) { send(count.add(1) - 1, event) }
}

/// Sends every second event before the one that came before it.
final class Reorders: AnalyticsEventTracker {
  private let record: Record
  private let held = Lock<TrackedEvent?>(nil)

  init(record: @escaping Record) { self.record = record }

  func track(_ event: TrackedEvent) {
    let before = held.withLock { held in
      defer { held = held == nil ? event : nil }
      return held
    }
    if let before {
      record(.event(event))
      record(.event(before))
    }
  }

  func flush() async {
    while let last = take() { record(.event(last)) }
  }

  private func take() -> TrackedEvent? {
    held.withLock { held in
      defer { held = nil }
      return held
    }
  }
}

/// Adds what earlier events said to later ones.
final class LeavesPropertiesOver: AnalyticsEventTracker {
  private let record: Record
  private let said = Lock(TrackedProperties())

  init(record: @escaping Record) { self.record = record }

  func track(_ event: TrackedEvent) {
    var event = event
    event.properties = said.withLock { said in
      said = said.merging(event.properties)
      return event.properties + said
    }
    record(.event(event))
  }
}

/// Knows one thread only: the first that calls.
final class KeepsToOneThread: AnalyticsEventTracker {
  private let record: Record
  private let thread = Lock<ObjectIdentifier?>(nil)

  init(record: @escaping Record) { self.record = record }

  func track(_ event: TrackedEvent) {
    let current = ObjectIdentifier(Thread.current)
    let known = thread.withLock { thread in
      if thread == nil { thread = current }
      return thread
    }
    if known == current { record(.event(event)) }
  }
}

/// Drops what comes from inside a call.
struct IsDeafWhileItTracks: AnalyticsEventTracker {
  @TaskLocal private static var isTracking = false
  let record: Record

  func track(_ event: TrackedEvent) {
    if Self.isTracking { return }
    Self.$isTracking.withValue(true) {
      _ = event.screenName
      record(.event(event))
    }
  }
}

/// Makes an event of a user.
struct CountsUsers: AnalyticsEventTracker {
  let record: Record

  func track(_ event: TrackedEvent) { record(.event(event)) }
  func identify(_ user: TrackedUser) {
    record(.event(name: "identified", properties: [], timestamp: nil))
  }
}

/// Sends users at once, and events when it is flushed.
struct IdentifiesAtOnce: AnalyticsEventTracker {
  let base: BufferingTracker
  let record: Record

  func track(_ event: TrackedEvent) { base.track(event) }
  func identify(_ user: TrackedUser) { record(.identified(user.id, traits: user.traits)) }
  func reset() { base.reset() }
  func purge() { base.purge() }
  func flush() async { await base.flush() }
}

/// Gives a user the traits of those before.
final class AddsUpTraits: AnalyticsEventTracker {
  private let record: Record
  private let known = Lock(TrackedProperties())

  init(record: @escaping Record) { self.record = record }

  func track(_ event: TrackedEvent) { record(.event(event)) }
  func identify(_ user: TrackedUser) {
    let all = known.withLock { known in
      known += user.traits
      return known
    }
    record(.identified(user.id, traits: all))
  }
}

/// Forgets to purge.
struct KeepsWhatIsPurged: AnalyticsEventTracker {
  let base: BufferingTracker

  func track(_ event: TrackedEvent) { base.track(event) }
  func flush() async { await base.flush() }
}

/// Purges events, but not the properties of the user.
final class PurgesEventsOnly: AnalyticsEventTracker {
  private let events: BufferingTracker
  private let user: BufferingTracker

  init(record: @escaping Record) {
    events = BufferingTracker(record: record)
    user = BufferingTracker(record: record)
  }

  func track(_ event: TrackedEvent) { events.track(event) }
  func update(_ property: TrackedUserProperty) { user.update(property) }
  func purge() { events.purge() }
  func flush() async {
    await events.flush()
    await user.flush()
  }
}

/// Sends the properties of the user after everything else, as if they were of the next user.
final class SendsPropertiesLast: AnalyticsEventTracker {
  private let others: BufferingTracker
  private let properties: BufferingTracker

  init(record: @escaping Record) {
    others = BufferingTracker(record: record)
    properties = BufferingTracker(record: record)
  }

  func track(_ event: TrackedEvent) { others.track(event) }
  func update(_ property: TrackedUserProperty) { properties.update(property) }
  func identify(_ user: TrackedUser) { others.identify(user) }
  func reset() { others.reset() }
  func purge() {
    others.purge()
    properties.purge()
  }
  func flush() async {
    await others.flush()
    await properties.flush()
  }
}

/// Sets a user property to the value that was to be added.
final class SetsIncrements: AnalyticsEventTracker {
  private let record: Record

  init(record: @escaping Record) { self.record = record }

  func track(_ event: TrackedEvent) { record(.event(event)) }
  func update(_ property: TrackedUserProperty) {
    record(.userProperty(name: property.name, value: property.operand))
  }
}

/// Sends every event with the time of the first one of its name.
final class KeepsFirstTimes: AnalyticsEventTracker {
  private let record: Record
  private let times = Lock<[String: Date]>([:])

  init(record: @escaping Record) { self.record = record }

  func track(_ event: TrackedEvent) {
    let name = event.name
    let time = times.withLock { times in
      let time = times[name, default: event.timestamp]
      times[name] = time
      return time
    }
    record(.event(name: name, properties: event.properties, timestamp: time))
  }
}

/// Takes nothing after a purge.
final class PurgesForEver: AnalyticsEventTracker {
  private let base: BufferingTracker
  private let isPurged = Shared(false)

  init(base: BufferingTracker) { self.base = base }

  func track(_ event: TrackedEvent) {
    if !isPurged.value { base.track(event) }
  }
  func purge() {
    isPurged.set(true)
    base.purge()
  }
  func flush() async { await base.flush() }
}
