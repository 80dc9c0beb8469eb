import Foundation
import TestSupport
import Trackable
import TrackableTesting

/// As a service's JSON has numbers.
func throughDouble(_ value: TrackedValue) -> TrackedValue {
  if case .int(let number) = value { .int(Int(exactly: Double(number)) ?? Int.max) } else { value }
}

private func wholeSeconds(_ date: Date) -> Date {
  Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate.rounded(.down))
}

extension TrackerConformance.Arrival {
  fileprivate var eventName: String? { if case .event(let name, _, _) = self { name } else { nil } }
}

extension TrackedValue {
  func cut(at length: Int) -> TrackedValue {
    if case .string(let text) = self { .string(String(text.prefix(length))) } else { self }
  }
}

extension Collection<TrackedValue> {
  fileprivate var areProperties: Bool { if case .properties = first { true } else { false } }
}

extension Destination {
  private static let changesOfNames: [(String, @Sendable (String) -> String)] = [
    ("cuts names at forty characters", { String($0.prefix(40)) }),
    ("trims names", { $0.trimmingCharacters(in: .whitespaces) }),
    ("writes names in small letters", { $0.lowercased() }),
  ]

  private static let changesOfValues: [(String, @Sendable (TrackedValue) -> TrackedValue?)] = [
    ("drops nulls", { $0 == .null ? nil : $0 }),
    ("damages big integers", { throughDouble($0) }),
    ("sends single precision", { if case .double(let number) = $0 { .double(Double(Float(number))) } else { $0 } }),
    ("sends truth as a number", { if case .bool(let flag) = $0 { .int(flag ? 1 : 0) } else { $0 } }),
    ("sends dates to the second", { if case .date(let date) = $0 { .date(wholeSeconds(date)) } else { $0 } }),
    ("takes digits for a number", { if case .string(let text) = $0, let it = Int(text) { .int(it) } else { $0 } }),
    ("drops nested values", { if case .properties = $0 { nil } else { $0 } }),
    ("reverses arrays", { if case .array(let values) = $0 { .array(values.reversed()) } else { $0 } }),
    ("takes no arrays of properties", { if case .array(let values) = $0, values.areProperties { nil } else { $0 } }),
  ]

  static let wrongEvents =
    changesOfNames.map { name, change in Destination(name, breaks: .unusualNames) { $0.names(change) } }
    + changesOfValues.map { name, change in Destination(name, breaks: .eventsArriveAsGiven) { $0.values(change) } }
    + [
      Destination("has no flush", breaks: .flushWaits) { $0.onFlush = {} },
      Destination("loses every hundredth event", breaks: .everyEventArrivesOnce) {
        let count = Shared(0)
        $0.events { count.add(1) % 100 == 0 ? nil : .event($0) }
      },
      Destination("loses an event that equals the one before it", breaks: .everyEventArrivesOnce) {
        let last = Shared("")
        $0.events { event in
          let text = event.name + event.properties.json
          return last.exchange(text) == text ? nil : .event(event)
        }
      },
      Destination("sends the fiftieth event twice", breaks: .everyEventArrivesOnce) {
        let (right, count) = ($0.onTrack, Shared(0))
        $0.onTrack = { event in for _ in 0..<(count.add(1) == 50 ? 2 : 1) { right(event) } }
      },
      Destination("sends all again at the next flush", breaks: .everyEventArrivesOnce) {
        let line = $0.line
        $0.onFlush = { line.all.forEach(line.send) }
      },
      Destination("loses events that are tracked while it flushes", breaks: .severalThreads) {
        let line = $0.line
        $0.onFlush = {
          line.all.forEach(line.send)
          line.clear()
        }
      },
      Destination("sends twice when two flush at once", breaks: .severalThreads) {
        let line = $0.line
        $0.onFlush = {
          let all = line.all
          await Task.yield()
          all.forEach(line.send)
          line.change { $0.removeFirst(min(all.count, $0.count)) }
        }
      },
      Destination("keeps to the first thread", breaks: .severalThreads) {
        let thread = Shared<ObjectIdentifier?>(nil)
        $0.events { event in
          let current = ObjectIdentifier(Thread.current)
          thread.withLock { $0 = $0 ?? current }
          return thread.value == current ? .event(event) : nil
        }
      },
      Destination("is deaf while it tracks", breaks: .trackingWhileTracking) {
        let right = $0.onTrack
        $0.onTrack = { event in
          if Vendor.isTracking { return }
          Vendor.$isTracking.withValue(true) {
            _ = event.screenName
            right(event)
          }
        }
      },
      Destination("sends events of one name together", breaks: .eventsKeepTheirOrder) {
        let line = $0.line
        $0.onFlush = {
          if line.all.allSatisfy({ $0.eventName != nil }) {
            line.change { $0.sort { ($0.eventName ?? "") < ($1.eventName ?? "") } }
          }
          line.sendAll()
        }
      },
      Destination("drops events without a name", breaks: .unusualNames) {
        $0.events { $0.name.isEmpty ? nil : .event($0) }
      },
      Destination("drops keys that begin with a dollar", breaks: .unusualNames) {
        $0.properties { TrackedProperties($0.filter { !$0.key.name.hasPrefix("$") }) }
      },
      Destination("drops empty texts", breaks: .eventsArriveAsGiven, .unusualNames) {
        $0.values { $0 == "" ? nil : $0 }
      },
      Destination("cuts texts at a hundred characters", breaks: .eventsArriveAsGiven, .unusualNames) {
        $0.values { $0.cut(at: 100) }
      },
      Destination("sends sensitive properties", breaks: .eventsArriveAsGiven) {
        $0.events {
          .event(name: $0.name, properties: $0.properties + $0.sensitiveProperties, timestamp: $0.timestamp)
        }
      },
      Destination("sends times to the second", breaks: .eventsArriveAsGiven) {
        $0.events { .event(name: $0.name, properties: $0.properties, timestamp: wholeSeconds($0.timestamp)) }
      },
      Destination("sends 256 properties at most", breaks: .anyNumberOfProperties) {
        $0.properties { TrackedProperties($0.prefix(256)) }
      },
      Destination("sends no event without properties", breaks: .anyNumberOfProperties, .eventsArriveAsGiven) {
        $0.events { $0.properties.isEmpty ? nil : .event($0) }
      },
      Destination("adds properties of earlier events", breaks: .eventsDoNotAffectEachOther) {
        let known = Shared<TrackedProperties>([])
        $0.properties { properties in
          known.withLock { known in
            known = known + properties
            return known
          }
        }
      },
      Destination("keeps the time of the first event of a name", breaks: .eventsDoNotAffectEachOther) {
        let times = Shared<[String: Date]>([:])
        $0.events { event in
          times.withLock { $0[event.name] = $0[event.name] ?? event.timestamp }
          return .event(name: event.name, properties: event.properties, timestamp: times.value[event.name])
        }
      },
    ]
}
